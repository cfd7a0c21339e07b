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
from engine.store import ListFilter, Store
from engine.store.database import Database, database_engine

CONFIG = Config()
CONFIG.set_main_option("script_location", str(Path(engine.store.__file__).parent / "migrations"))
SCRIPTS = ScriptDirectory.from_config(CONFIG)
VERSIONS = [script.revision for script in reversed(list(SCRIPTS.walk_revisions()))]

# What a database of each version holds, as that version wrote it; each on top of the rows of those before.
OLD = "'2026-11-01 12:00:00'"
ANSWER = '{"status": "answered", "text": "There are 42.", "claims": [], "queries": [],'
ANSWER += ' "warnings": ["x"], "usage": {"seconds": 3.5, "dollars": 0.25}}'
FAILED = ANSWER.replace("answered", "failed").replace("There are 42.", "It broke.")
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
    "0003": [
        f"INSERT INTO person (id, name, role, created) VALUES ('p-1', 'support engineer', 'viewer', {OLD})",
        "INSERT INTO person (id, name, email, role, created)"
        f" VALUES ('p1', 'Somebody', 'somebody@example.org', 'admin', {OLD})",
        "INSERT INTO session (id, person_id, created, seen, expires, ended_by, agent)"
        f" VALUES ('s1', 'p1', {OLD}, {OLD}, {OLD}, '', '')",
        "INSERT INTO audit (at, actor, action, subject, address)"
        f" VALUES ({OLD}, 'command', 'person.added', 'person\\:p1', '')",
        "INSERT INTO saved_view (owner, name, page, query, shared, created)"
        f" VALUES ('person\\:p1', 'Failed', 'questions', 'status=failed', true, {OLD})",
    ],
    "0004": [
        "INSERT INTO task (id, question, status, source, asked_by, conversation, created, started, finished,"
        " claimed, route, answer, answer_text, seconds, dollars, warnings, error, sought, attempt)"
        " VALUES ('failed', 'Broken?', 'failed', 'console', 'p-1', '',"
        f" {OLD}, {OLD}, {OLD}, {OLD}, 'dir', '{FAILED}', 'It broke.', 1.5, 0.5, 0, 'internal',"
        " 'broken? it broke.', 2)",
    ],
    "0005": [
        "INSERT INTO worker (id, name, threads, started, seen) VALUES ('w1', 'worker on desk-1', 2,"
        f" {OLD}, {OLD})",
        f"INSERT INTO notice (key, taken, said) VALUES ('greeting', {OLD}, {OLD})",
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


def test_they_make_the_tables_that_the_models_have(empty_url):
    database = Database(empty_url)
    with database.engine.connect() as connection:
        elsewhere = "" if database.is_sqlite else "ix_task_listing"  # an index of SQLite alone
        opts = {"compare_type": True, "include_object": lambda _, name, *__: name != elsewhere}
        context = MigrationContext.configure(connection, opts=opts)
        assert compare_metadata(context, SQLModel.metadata) == []
        assert context.get_current_revision() == VERSIONS[-1]
    database.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_rows_of_every_version_come_along(version, empty_url):
    database_of(version, empty_url)
    store = Store.open(empty_url)
    done = store.task("done")
    assert Answer.from_dict(done.answer).text == done.answer_text == "There are 42."
    assert (done.source, store.task("waits").source) == ("command", "console")
    found = store.listed(ListFilter(words=("MANY", "are 42")))
    assert [(task.id, task.seconds, task.dollars, task.warnings) for task in found.tasks] == [
        ("done", 3.5, 0.25, 1)
    ]
    assert [step.title for step in store.steps("done")] == ["counted"]
    assert [(row.handle, row.columns) for row in store.artifacts("done")] == [("a1", ["name"])]
    waiting = {"waits", "lost"} | ({"owed"} if version >= "0002" else set())
    assert {store.claim("me", 60)[0].id for _ in waiting} == waiting
    assert store.claim("me", 60) is None
    if version >= "0002":
        assert store.create_task("again", dedupe_key="slack:T:C:1").id == "owed"
        assert store.claim_delivery("me", 60)[0].target == {"channel": "C1"}
    if version >= "0003":
        assert store.people.by_email("somebody@example.org").role == "admin"
        assert [entry.subject for entry in store.audit.entries().entries] == ["person:p1"]
        assert [view.query for view in store.views.of("person:p1", "questions")] == ["status=failed"]
    if version >= "0004":
        broken = store.listed(ListFilter(error="internal", over_dollars=0.4)).tasks
        assert [(task.id, task.answer_text, task.attempt) for task in broken] == [("failed", "It broke.", 2)]
    if version >= "0005":
        assert not store.take_notice("greeting")
    assert store.workers_seen() == []
    store.close()


def test_an_interrupted_migration_leaves_the_database_as_it_was(empty_url, monkeypatch):
    """The last step of the newest migration fails: whoever opens it next begins anew."""
    database_of(VERSIONS[0], empty_url)

    def broken(*_args, **_options):
        raise RuntimeError("the power went out")

    with monkeypatch.context() as patched:
        patched.setattr("alembic.op.create_index", broken)
        with pytest.raises(RuntimeError):
            Store.open(empty_url)
    test_of = Store.open(empty_url)
    assert test_of.task("done").answer_text == "There are 42."
    test_of.close()


def test_processes_that_start_together_make_the_tables_once(empty_url):
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert pool.map(_open, [empty_url] * 3) == [0, 0, 0]


def _open(url):
    opened = Store.open(url)
    total = opened.tasks().total
    opened.close()
    return total
