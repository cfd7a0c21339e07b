"""Migrations: they make the tables of the models, and bring every earlier database here with its rows."""

import multiprocessing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlmodel import SQLModel

import engine.store
from engine.answer import Answer
from engine.store import Store
from engine.store.database import Database, database_engine

CONFIG = Config()
CONFIG.set_main_option("script_location", str(Path(engine.store.__file__).parent / "migrations"))
SCRIPTS = ScriptDirectory.from_config(CONFIG)
VERSIONS = [script.revision for script in reversed(list(SCRIPTS.walk_revisions()))]

# What a database of each version holds, as that version wrote it; each on top of the rows of those before.
OLD = "'2026-11-01 12:00:00'"
ANSWER = '{"status": "answered", "text": "There are 42.", "claims": [], "queries": []}'
ROWS = {
    "0001": [
        "INSERT INTO task (id, question, status, asked_by, conversation, created, started, finished, route,"
        " answer, answer_text, attempt) VALUES ('done', 'How many?', 'answered', 'command', 'c-1',"
        f" {OLD}, {OLD}, {OLD}, 'dir', '{ANSWER}', 'There are 42.', 1)",
        "INSERT INTO task (id, question, status, asked_by, conversation, created, route, answer_text, attempt)"
        f" VALUES ('waits', 'And now?', 'queued', 'p-1', 'c-1', {OLD}, '', '', 0)",
        "INSERT INTO task (id, question, status, asked_by, conversation, created, started, route, answer_text,"
        " lease_owner, lease_until, attempt)"
        f" VALUES ('lost', 'Lost?', 'running', 'p-1', '', {OLD}, {OLD}, '', '', 'dead', {OLD}, 1)",
        "INSERT INTO step (task_id, number, attempt, kind, title, data, started, milliseconds)"
        f" VALUES ('done', 1, 1, 'query', 'counted', '{{}}', {OLD}, 1.5)",
        "INSERT INTO artifact (task_id, handle, title, columns, row_count, created)"
        f" VALUES ('done', 'a1', 'cases', '[\"name\"]', 3, {OLD})",
    ],
    "0002": [
        "INSERT INTO task (id, question, status, source, asked_by, conversation, dedupe_key, created, route,"
        " answer_text, attempt)"
        f" VALUES ('owed', 'From a thread?', 'queued', 'slack', 'slack:T:U', '', 'slack:T:C:1', {OLD}, '', '', 0)",
        "INSERT INTO delivery (task_id, target, state, attempts, error, attempt, created)"
        f" VALUES ('owed', '{{\"channel\": \"C1\"}}', 'waiting', 0, '', 0, {OLD})",
    ],
}


def database_of(version, url):
    """Make a database as that version left it."""
    engine_ = database_engine(url)
    for step in VERSIONS[: VERSIONS.index(version) + 1]:
        with engine_.begin() as connection:
            CONFIG.attributes["connection"] = connection
            command.upgrade(CONFIG, step)
            for insert in ROWS.get(step, []):
                connection.execute(sa.text(insert.replace(": ", "\\: ")))
    engine_.dispose()


def test_every_version_has_rows_to_be_brought_along():
    assert set(VERSIONS[:-1]) <= set(ROWS)
    assert sorted(VERSIONS) == VERSIONS


def test_they_make_the_tables_that_the_models_have(url):
    database = Database(url)
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []
        assert context.get_current_revision() == VERSIONS[-1]
    database.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_rows_of_every_version_come_along(version, url):
    database_of(version, url)
    store = Store.open(url)
    done = store.task("done")
    assert Answer.from_dict(done.answer).text == done.answer_text == "There are 42."
    assert (done.source, store.task("waits").source) == ("command", "console")
    assert [step.title for step in store.steps("done")] == ["counted"]
    assert [(row.handle, row.columns) for row in store.artifacts("done")] == [("a1", ["name"])]
    waiting = {"waits", "lost"} | ({"owed"} if version >= "0002" else set())
    assert {store.claim("me", 60)[0].id for _ in waiting} == waiting
    assert store.claim("me", 60) is None
    if version >= "0002":
        assert store.create_task("again", dedupe_key="slack:T:C:1").id == "owed"
        assert store.claim_delivery("me", 60)[0].target == {"channel": "C1"}
    store.close()


def test_an_interrupted_migration_leaves_the_database_as_it_was(url, monkeypatch):
    """The last step of the newest migration fails: whoever opens it next begins anew."""
    database_of(VERSIONS[0], url)

    def broken(*_args, **_options):
        raise RuntimeError("the power went out")

    with monkeypatch.context() as patched:
        patched.setattr("alembic.op.create_index", broken)
        with pytest.raises(RuntimeError):
            Store.open(url)
    test_of = Store.open(url)
    assert test_of.task("done").answer_text == "There are 42."
    test_of.close()


def test_processes_that_start_together_make_the_tables_once(url):
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert pool.map(_open, [url] * 3) == [0, 0, 0]


def _open(url):
    opened = Store.open(url)
    total = opened.tasks().total
    opened.close()
    return total
