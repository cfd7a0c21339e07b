"""A PostgreSQL server of the machine's own for the tests that need one."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from deploy.servers.jars import ServerMissing
from deploy.servers.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of the server, without a database name. Skips by name where PostgreSQL cannot be had."""
    with running() as server:
        yield server.url


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A server that the test may stop and start."""
    with running() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """The address of an empty database of its own."""
    return new_database(postgres)


def new_database(server: str) -> str:
    """Make an empty database, and give its address."""
    import psycopg

    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"{server}/{name}"


@contextmanager
def running() -> Iterator[Postgres]:
    """A server in a folder that it may read: pytest's own are closed to the user it runs as."""
    folder = Path(tempfile.mkdtemp(prefix="graphdesk-pg-"))
    try:
        server = Postgres(folder).start()
    except ServerMissing as missing:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"{missing.message} {missing.hint}")
    try:
        yield server
    finally:
        with suppress(ServerMissing):  # the test may have left it stopped
            server.stop(crash=True)
        shutil.rmtree(folder, ignore_errors=True)
