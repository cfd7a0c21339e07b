"""A PostgreSQL server of the machine's own for the tests that need one."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from deploy.servers.jars import ServerMissing
from deploy.servers.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of the server, without a database name. Skips by name where PostgreSQL cannot be had."""
    with _or_skip() as running:
        yield running.url


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A server that the test may stop and start."""
    with _or_skip() as running:
        yield running


def new_database(server: str, like: str = "template1") -> str:
    """Make a database, empty or as another one, and give its address."""
    import psycopg

    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}"')
    return f"{server}/{name}"


@contextmanager
def server() -> Iterator[Postgres]:
    """A server in a folder that its user may read, unlike pytest's own. Raises ServerMissing."""
    folder = Path(tempfile.mkdtemp(prefix="graphdesk-pg-"))
    try:
        started = Postgres(folder).start()
        try:
            yield started
        finally:
            with suppress(ServerMissing):  # it may have been left stopped
                started.stop(crash=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _or_skip() -> Iterator[Postgres]:
    with ExitStack() as stack:
        try:
            running = stack.enter_context(server())
        except ServerMissing as missing:
            pytest.skip(f"{missing.message} {missing.hint}")
        yield running
