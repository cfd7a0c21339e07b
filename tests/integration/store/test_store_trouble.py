"""A store in trouble: what happened and what to do is said truly, nothing is lost, and work goes on after."""

import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from engine.health import store_health
from engine.store import Store, StoreUnavailable, TaskFilter
from engine.store.database import SYNCHRONOUS, Database
from engine.worker import Worker
from tests.support.killing import echo_desk
from tests.support.postgres import new_database
from tests.support.stores import wait_until

AS_SHIPPED = SYNCHRONOUS  # when this file is imported, before tests wait for no disk
PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 30_000, "foreign_keys": 1}
HOLD = (
    "import sqlite3, sys; held = sqlite3.connect(sys.argv[1]); held.execute('BEGIN IMMEDIATE');"
    " print(1, flush=True); input()"
)


@pytest.fixture(autouse=True)
def short_waits(monkeypatch):
    monkeypatch.setattr("engine.worker.TROUBLE_SECONDS", 0.1)
    monkeypatch.setattr("engine.recording.RETRY_SECONDS", 0.05)


@contextlib.contextmanager
def working(url, home, **options):
    """A worker on the database, and its store."""
    desk = echo_desk(url, home, **options)
    worker = Worker(desk, threads=2)
    worker.start()
    try:
        yield desk.store
    finally:
        worker.stop(20)
        desk.close()


def answered(store, ids):
    return {task.id for task in store.tasks(TaskFilter(statuses=("answered",)), limit=500).tasks} == set(ids)


def test_sqlite_keeps_what_it_was_told_to(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.store.database.SYNCHRONOUS", AS_SHIPPED)
    database = Database(f"sqlite:///{tmp_path / 'new' / 'store.db'}")
    with database.engine.connect() as connection:
        pragmas = {name: connection.execute(sa.text(f"PRAGMA {name}")).scalar() for name in PRAGMAS}
    database.close()
    assert pragmas == PRAGMAS


# --- held by another


def test_a_database_held_by_another_process_is_said_by_name_and_works_after(tmp_path):
    path = tmp_path / "store.db"
    store = Store(Database(f"sqlite:///{path}", busy_milliseconds=50))
    kept = store.create_task("kept").id
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout.readline() == "1\n"
    with pytest.raises(StoreUnavailable, match="held by another program") as raised:
        store.create_task("How many?")
    assert str(path) in raised.value.message
    assert raised.value.hint
    assert store.task(kept).question == "kept"  # reading goes on
    holder.communicate("\n")
    assert store.create_task("How many?").status == "queued"
    store.close()


def test_work_goes_on_after_the_database_was_held(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.store.patience.BUSY_MILLISECONDS", 50)
    path = tmp_path / "store.db"
    with working(f"sqlite:///{path}", tmp_path) as store:
        ids = [store.create_task(f"Question {number}?").id for number in range(8)]
        blocker = sqlite3.connect(path, timeout=30)
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="held by another"):
            store.create_task("Not now.")
        blocker.rollback()
        blocker.close()
        wait_until(lambda: answered(store, ids))


# --- a full disk


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 2 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "graphdesk-test", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("a small file system cannot be mounted here: that needs root")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_said_by_name_and_loses_nothing(small_disk, tmp_path):
    path = small_disk / "store.db"
    with working(f"sqlite:///{path}", tmp_path, lease_seconds=5) as store:
        ids = [store.create_task("kept").id]
        wait_until(lambda: answered(store, ids))
        ballast = small_disk / "ballast"
        with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))
        said = None
        for number in range(400):
            try:
                ids.append(store.create_task(f"Question {number}? " + "x" * 4_000).id)
            except StoreUnavailable as error:
                said = error
                break
        assert said, "the disk never was full"
        assert str(path) in said.message
        assert "full" in said.message
        assert said.hint
        health = store_health(store)
        assert (health.ok, "full" in health.detail) == (False, True)
        ballast.unlink()
        assert store_health(store).ok
        ids.append(store.create_task("And now?").id)
        wait_until(lambda: answered(store, ids))


def test_no_room_left_in_the_file_is_said_and_loses_nothing(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'store.db'}")
    store = Store(database)
    kept = store.create_task("kept").id

    @sa.event.listens_for(database.engine, "checkout")
    def small(connection, *_):
        connection.execute("PRAGMA max_page_count = 1")  # SQLite's own way to have no room left

    with pytest.raises(StoreUnavailable, match="disk of the database is full"):
        store.create_task("x" * 1_000_000)
    assert "disk of the database is full" in store_health(store).detail
    assert store.task(kept).question == "kept"
    store.close()


# --- PostgreSQL away


@pytest.mark.parametrize("crash", [False, True], ids=["stopped", "crashed"])
def test_work_goes_on_after_postgresql_was_restarted(own_postgres, tmp_path, crash):
    url = new_database(own_postgres.url)
    with working(url, tmp_path) as store:
        ids = [store.create_task(f"Question {number}?").id for number in range(20)]
        wait_until(lambda: store.counts().get("answered", 0) > 2)
        own_postgres.stop(crash=crash)
        with pytest.raises(StoreUnavailable, match="does not answer") as raised:
            store.create_task("Not now.")
        assert f"127.0.0.1:{own_postgres.port}/" in raised.value.message
        assert raised.value.hint
        own_postgres.start()
        ids.append(store.create_task("And now?").id)
        wait_until(lambda: answered(store, ids))
        assert store.tasks().total == len(ids)


def test_postgresql_says_what_is_wrong(own_postgres):
    with pytest.raises(StoreUnavailable, match="no such database") as raised:
        Store.open(f"{own_postgres.url}/none")
    assert raised.value.message.endswith(f"127.0.0.1:{own_postgres.port}/none.")
    with pytest.raises(StoreUnavailable, match="refused the sign-in"):
        Store.open(f"postgresql://nobody:secret-word@127.0.0.1:{own_postgres.port}/postgres")


# --- damaged, unwritable, wrong


def test_a_damaged_file_is_said_and_a_copy_put_back_works(tmp_path):
    path = tmp_path / "store.db"
    store = Store.open(f"sqlite:///{path}")
    ids = [store.create_task(f"Question {number}? " + "x" * 2_000).id for number in range(60)]
    store.close()
    shutil.copy(path, tmp_path / "copy")
    raw = bytearray(path.read_bytes())
    chance = random.Random(5)
    for page in range(4096, len(raw), 4096):
        raw[page : page + 512] = chance.randbytes(512)
    path.write_bytes(raw)
    with pytest.raises(StoreUnavailable, match="damaged") as raised:
        Store.open(f"sqlite:///{path}").tasks(TaskFilter(text="Question"))
    assert str(path) in raised.value.message
    shutil.copy(tmp_path / "copy", path)
    for left in ("-wal", "-shm"):
        Path(f"{path}{left}").unlink(missing_ok=True)
    again = Store.open(f"sqlite:///{path}")
    assert {task.id for task in again.tasks(limit=100).tasks} == set(ids)
    again.close()


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
