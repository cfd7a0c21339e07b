"""A store in trouble: what happened and what to do is said truly, nothing is lost, and work goes on after."""

import sqlite3

import pytest
import sqlalchemy as sa

from engine.store import Store, StoreUnavailable
from engine.store.database import Database


def test_sqlite_keeps_what_it_was_told_to(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'new' / 'store.db'}")
    with database.engine.connect() as connection:
        pragmas = {name: connection.execute(sa.text(f"PRAGMA {name}")).scalar() for name in PRAGMAS}
    database.close()
    assert pragmas == PRAGMAS


PRAGMAS = {"journal_mode": "wal", "synchronous": 1, "busy_timeout": 30_000, "foreign_keys": 1}


def test_a_locked_database_is_said_not_thrown(tmp_path):
    path = tmp_path / "store.db"
    store = Store(Database(f"sqlite:///{path}", busy_milliseconds=50))
    blocker = sqlite3.connect(path)
    blocker.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreUnavailable, match="held by another program") as raised:
        store.create_task("How many?")
    assert raised.value.hint
    blocker.rollback()
    blocker.close()
    assert store.create_task("How many?").status == "queued"
    store.close()


def test_a_full_disk_is_said_and_loses_nothing(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'store.db'}")
    store = Store(database)
    kept = store.create_task("kept").id

    @sa.event.listens_for(database.engine, "checkout")
    def small(connection, *_):
        connection.execute("PRAGMA max_page_count = 1")  # SQLite's own way to have no room left

    with pytest.raises(StoreUnavailable, match="disk of the database is full"):
        store.create_task("x" * 1_000_000)
    assert store.task(kept).question == "kept"
    store.close()


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable, match="cannot be made"):
        Store.open(f"sqlite:///{tmp_path / 'file' / 'store.db'}")


def test_a_file_that_is_no_database_is_said(tmp_path):
    (tmp_path / "store.db").write_text("this is not a database at all, it is a text file of some length" * 50)
    with pytest.raises(StoreUnavailable, match="damaged or is no database"):
        Store.open(f"sqlite:///{tmp_path / 'store.db'}")


@pytest.mark.parametrize("url", ["", "nonsense", "mongodb://host/db", "postgresql://["])
def test_an_address_that_is_none_is_said(url):
    with pytest.raises(StoreUnavailable) as raised:
        Store.open(url)
    assert "DATABASE_URL" in raised.value.message + raised.value.hint


def test_a_dead_postgres_is_said_without_its_password():
    with pytest.raises(StoreUnavailable, match="does not answer") as raised:
        Store.open("postgresql://user:secret-word@127.0.0.1:1/none")
    assert "secret-word" not in raised.value.message + raised.value.hint
