"""Databases of both kinds that the store runs on, and stores in them."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.store import Store
from tests.support.postgres import new_database
from tests.support.tables import postgres_with_tables, sqlite_url

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of database."""
    return str(request.param)


@pytest.fixture
def url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with tables and no rows."""
    if kind == "sqlite":
        return sqlite_url(tmp_path / "store.db")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """The same, on PostgreSQL."""
    return postgres_with_tables(postgres)


@pytest.fixture
def empty_url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'store.db'}"
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store in it."""
    opened = Store.open(url)
    yield opened
    opened.close()


def wait_until(condition: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait for a condition, or fail."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "it did not happen in time"
        time.sleep(0.01)
