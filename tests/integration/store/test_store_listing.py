"""Lists: words in any script and case, filters, counts that hold the other filters, places that stay."""

import datetime as dt

import pytest
import sqlalchemy as sa

from engine.answer import Answer, Usage
from engine.store import ListFilter, Store, UnknownTask


@pytest.fixture
def asked(store):
    """Six questions, oldest first: id by name."""

    def one(question, answer=None, **given):
        task = store.create_task(question, **given)
        if answer:
            store.finish(store.claim("w", 60, task.id)[1], answer)
        return task.id

    error = {"code": "unavailable", "message": "m", "hint": "h"}
    slow = Answer(status="answered", text="There are 42 in GÖTEBORG.", usage=Usage(1, dollars=0.5, seconds=12.0))
    ids = {
        "slow": one("How many cases?", slow, asked_by="person:a"),
        "warned": one("Who?", Answer(status="answered", text="100% sure", warnings=["x"]), asked_by="person:b"),
        "failed": one("How many?", Answer(status="failed", text="Down.", error=error), asked_by="person:a"),
        "stopped": one("Never mind", asked_by="person:b"),
        "waits": one("How many 中文 cases?", source="slack", asked_by="slack:T:U"),
        "plan": one("Compare", Answer(status="answered", text="more", route="plan"), source="command"),
    }
    store.request_stop(ids["stopped"])
    return ids


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ({}, "plan waits stopped failed warned slow"),
        ({"words": ("göteborg",)}, "slow"),
        ({"words": ("HOW many", "CASES")}, "waits slow"),
        ({"words": ("中文",)}, "waits"),
        ({"words": ("%",)}, "warned"),
        ({"words": ("_",)}, ""),
        ({"states": ("failed",)}, "failed"),
        ({"states": ("stopped",)}, "stopped"),
        ({"states": ("queued", "running")}, "waits"),
        ({"source": "slack"}, "waits"),
        ({"asked_by": "person:a"}, "failed slow"),
        ({"route": "plan"}, "plan"),
        ({"warned": True}, "warned"),
        ({"warned": False, "states": ("answered",)}, "plan slow"),
        ({"over_seconds": 12.0}, ""),
        ({"over_seconds": 11.9}, "slow"),
        ({"over_dollars": 0.4}, "slow"),
        ({"since": dt.datetime(2100, 1, 1, tzinfo=dt.UTC)}, ""),
        ({"until": dt.datetime(2100, 1, 1, tzinfo=dt.UTC), "source": "command"}, "plan"),
    ],
)
def test_what_fits(store, asked, wanted, names):
    fits = ListFilter(**wanted)
    name_of = {task_id: name for name, task_id in asked.items()}
    assert [name_of[task.id] for task in store.listed(fits).tasks] == names.split()
    assert [name_of[task.id] for task in store.each(fits)] == names.split()
    assert store.facets(fits).total == len(names.split())


def test_counts_hold_the_other_choices(store, asked):
    found = store.facets(ListFilter(states=("answered",), asked_by="person:b"))
    assert found.total == 1
    assert found.counts["state"] == {"answered": 1, "stopped": 1}  # whatever the state, of this person
    assert found.counts["asked_by"] == {"person:a": 1, "person:b": 1, "": 1}  # of whomever, that were answered
    assert found.counts["warned"] == {"yes": 1}


def test_places_stay_when_new_ones_come(store, asked):
    first = store.listed(ListFilter(), limit=2)
    assert (first.newer, first.older) == (False, True)
    store.create_task("A new one")
    second = store.listed(ListFilter(), limit=2, older_than=first.tasks[-1].id)
    assert [task.id for task in second.tasks] == [asked["stopped"], asked["failed"]]
    back = store.listed(ListFilter(), limit=2, newer_than=second.tasks[0].id)
    assert [task.id for task in back.tasks] == [task.id for task in first.tasks]
    assert (back.newer, back.older) == (True, True)
    last = store.listed(ListFilter(), limit=2, older_than=second.tasks[-1].id)
    assert (len(last.tasks), last.older) == (2, False)
    with pytest.raises(UnknownTask):
        store.listed(ListFilter(), older_than="nobody")


def test_every_one_is_met_once_also_where_many_came_in_the_same_moment(store, monkeypatch):
    moment = dt.datetime(2026, 11, 1, tzinfo=dt.UTC)
    monkeypatch.setattr(type(store._database), "now", lambda *_: moment)
    ids = {store.create_task(f"Question {number}").id for number in range(9)}
    monkeypatch.setattr("engine.store.listing.EXPORT_AT_ONCE", 2)
    met = [task.id for task in store.each(ListFilter())]
    assert (len(met), set(met)) == (9, ids)


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        (ListFilter(), "ix_task_facets"),
        (ListFilter(states=("failed",), source="slack", warned=True), "ix_task_facets"),
        (ListFilter(words=("vpn",)), "ix_task_listing"),
        (ListFilter(over_seconds=3.0, states=("failed",)), "ix_task_listing"),
        (ListFilter(since=dt.datetime(2026, 1, 1, tzinfo=dt.UTC)), "ix_task_listing"),
    ],
    ids=["all", "a choice", "words", "slow ones", "a time"],
)
def test_sqlite_counts_within_an_index_and_never_reads_answers(tmp_path, wanted, index):
    """An answer is kilobytes: at 100,000 tasks counting past them took 27 s, within an index 0.4 s."""
    store = Store.open(f"sqlite:///{tmp_path / 'store.db'}")
    plans = []

    @sa.event.listens_for(store._database.engine, "before_cursor_execute")
    def explain(connection, _cursor, statement, parameters, *_rest):
        if "count(*)" in statement:
            plan = connection.connection.cursor().execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.extend(row[3] for row in plan if row[3].startswith(("SCAN", "SEARCH")))

    store.facets(wanted)
    [plan] = plans
    assert f"USING COVERING INDEX {index}" in plan
    store.close()
