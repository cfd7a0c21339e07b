"""How long each waits for whoever holds the database, and that its health tells of it."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from engine.health import store_health, workers_health
from engine.metrics import Metrics
from engine.store import Actor, Store, StoreUnavailable
from engine.store.database import Database
from engine.store.patience import BUSY_MILLISECONDS, patience
from tests.support.tables import sqlite_url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def waits(database: Database) -> int:
    with database.engine.connect() as connection:
        return int(connection.execute(sa.text("PRAGMA busy_timeout")).scalar_one())


def test_the_least_patience_counts_and_only_in_its_block(file: Path) -> None:
    with closing(Database(sqlite_url(file))) as database:
        with patience(5):
            assert waits(database) == 5_000
            with patience(2):
                assert waits(database) == 2_000
            with patience(60):
                assert waits(database) == 5_000
        assert waits(database) == BUSY_MILLISECONDS  # on the same connection of the pool
        with patience(60):
            assert waits(database) == BUSY_MILLISECONDS


def test_health_tells_soon_that_nothing_can_be_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("health", "metrics"):
        monkeypatch.setattr(f"engine.{place}.PROBE_SECONDS", 0.02)
    with closing(Store(Database(sqlite_url(file), busy_milliseconds=600_000))) as store:
        store.create_task("How many?")
        metrics = Metrics(store)
        with closing(sqlite3.connect(file)) as other:
            other.execute("BEGIN EXCLUSIVE")
            found = store_health(store)
            assert (found.ok, "held by another program" in found.detail, bool(found.hint)) == (False, True, True)
            assert "Questions that wait: 1" in workers_health(store).detail
            text = metrics.text().decode()
            assert "graphdesk_store_up 0.0" in text
            assert "graphdesk_queue_waiting 1.0" in text  # what can be read is told all the same
        assert store_health(store).ok
        assert "graphdesk_store_up 1.0" in metrics.text().decode()


def test_a_trial_leaves_no_row_and_reaches_the_disk(file: Path) -> None:
    with closing(Database(sqlite_url(file))) as database:
        store, log = Store(database), Path(f"{file}-wal")
        with database.engine.connect() as connection:
            connection.execute(sa.text("PRAGMA wal_checkpoint(TRUNCATE)"))
        before, memory = file.read_bytes(), memory_of(database)
        store.check_writable()
        assert log.stat().st_size > 200_000  # else a full disk would not be found out
        grown = log.stat().st_size
        for _ in range(20):
            store.check_writable()
        assert log.stat().st_size == grown
        assert memory_of(database) == memory
        assert store.take_notice("a greeting")
    with closing(sqlite3.connect(file)) as there:
        assert there.execute("SELECT key FROM notice").fetchall() == [("a greeting",)]
    assert len(file.read_bytes()) == len(before)


def memory_of(database: Database) -> int:
    with database.engine.connect() as connection:
        return int(connection.execute(sa.text("PRAGMA cache_size")).scalar_one())


def test_a_database_that_may_only_be_read_is_told(postgres_url: str) -> None:
    with closing(Database(postgres_url)) as database:
        store = Store(database)
        assert store_health(store).ok

        @sa.event.listens_for(database.engine, "begin")
        def only_read(connection: sa.Connection) -> None:
            connection.exec_driver_sql("SET TRANSACTION READ ONLY")

        assert "may not be written" in store_health(store).detail


def test_a_table_that_is_held_on_postgresql_is_told_soon(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.health.PROBE_SECONDS", 0.02)
    with closing(Database(postgres_url)) as database, closing(Database(postgres_url)) as other:
        with other.write() as session:
            other.alone(session, "notice")
            assert "held by another program" in store_health(Store(database)).detail
        assert store_health(Store(database)).ok


def test_who_was_seen_is_noted_when_nobody_holds_it(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.store.sessions.SEEN_SECONDS", 0)
    with closing(Store.open(url)) as store:
        person = store.people.add("Somebody", "admin", Actor("test"))
        token = store.sessions.start(person.id, Actor("test"))
        first = seen(store, token)
        assert seen(store, token) > first


@pytest.mark.parametrize("way", ["session", "token"])
def test_a_note_of_who_was_seen_waits_for_nobody(file: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    monkeypatch.setattr("engine.store.sessions.SEEN_SECONDS", 0)
    with (
        closing(Store(Database(sqlite_url(file), busy_milliseconds=15_000))) as store,
        closing(sqlite3.connect(file)) as other,
    ):
        person = store.people.add("Somebody", "admin", Actor("test"))
        token = store.tokens.make(person.id, "script", Actor("test"))
        cookie = store.sessions.start(person.id, Actor("test"))
        other.execute("BEGIN EXCLUSIVE")
        started = time.monotonic()
        assert store.tokens.find(token) if way == "token" else store.sessions.find(cookie)
        assert time.monotonic() - started < 10


def seen(store: Store, token: str) -> Any:
    found = store.sessions.find(token)
    assert found
    return found[0].seen


def test_a_write_that_is_refused_says_so_within_its_patience(file: Path) -> None:
    with (
        closing(Store(Database(sqlite_url(file), busy_milliseconds=600_000))) as store,
        closing(sqlite3.connect(file)) as other,
    ):
        other.execute("BEGIN EXCLUSIVE")
        with patience(0.02), pytest.raises(StoreUnavailable, match="held by another program"):
            store.create_task("How many?")
