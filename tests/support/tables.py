"""Databases with their tables made, as copies of one: making them takes longer than most tests."""

from __future__ import annotations

import functools
import shutil
import sqlite3
import tempfile
from pathlib import Path

from engine.store import Store
from tests.support.postgres import new_database

_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []  # removed when the process ends


@functools.cache
def _made() -> Path:
    """A SQLite database with tables and no rows, whole in its one file."""
    _FOLDERS.append(tempfile.TemporaryDirectory(prefix="graphdesk-tables-"))
    file = Path(_FOLDERS[0].name) / "made.db"
    Store.open(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return file


def sqlite_url(file: Path) -> str:
    """The address of a SQLite database in the file, which is made with its tables when it is not there."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_made(), file)
    return f"sqlite:///{file}"


def sqlite_store(file: Path) -> Store:
    """A store in the file."""
    return Store.open(sqlite_url(file))


@functools.cache
def _made_in(server: str) -> str:
    """The name of a database with tables and no rows on a PostgreSQL server."""
    made = new_database(server)
    Store.open(made).close()
    return made.rpartition("/")[2]


def postgres_with_tables(server: str) -> str:
    """The address of a database of its own on a PostgreSQL server, with tables and no rows."""
    return new_database(server, like=_made_in(server))
