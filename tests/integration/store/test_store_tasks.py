"""Tasks from asked to finished: nothing asked is lost, nothing finished changes."""

import datetime as dt

import pytest

from engine.answer import Answer, Claim, Evidence, Query, Usage
from engine.store import (
    DEAD_AFTER,
    LeaseLost,
    StepTaken,
    Store,
    TaskFilter,
    UnknownTask,
)

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
ANSWER = Answer(
    status="answered",
    text="There are 42 open cases, 50% of Überlauf.",
    claims=[Claim("42", 42, Evidence(0, 0, "count", "a1"))],
    queries=[Query("g.V().count()", "Counts.", [42, NOW], 2, "", 1.5, {"P1": {"pass": True, "reason": None}})],
    usage=Usage(calls=2, input_tokens=10, dollars=0.01),
)


def step(store, lease, title="counted"):
    return store.add_step(lease, StepTaken("query", title, {"when": NOW}, NOW, 1.5, Usage(calls=1)))


def test_a_question_is_committed_before_work_starts(store, url):
    task = store.create_task("How many?", asked_by="support engineer", conversation="c-1")
    other = Store.open(url)
    seen = other.task(task.id)
    other.close()
    assert (seen.question, seen.status, seen.asked_by, seen.conversation) == (
        "How many?",
        "queued",
        "support engineer",
        "c-1",
    )
    assert seen.created.tzinfo
    assert abs(seen.created - dt.datetime.now(dt.UTC)) < dt.timedelta(minutes=1)


def test_a_task_goes_from_queued_to_answered(store):
    task = store.create_task("How many?")
    claimed, lease = store.claim("me", 60)
    assert (claimed.id, claimed.status, claimed.attempt) == (task.id, "running", 1)
    assert store.claim("you", 60) is None
    assert [step(store, lease), step(store, lease)] == [1, 2]
    store.add_artifact(lease, "a1", "cases", ["name", "count"], 3)
    finished = store.finish(lease, ANSWER)
    assert finished.done
    read = store.task(task.id)
    assert (read.status, read.route, read.lease_owner) == ("answered", "dir", None)
    assert read.started <= read.finished
    assert [s.title for s in store.steps(task.id)] == ["counted", "counted"]
    assert store.steps(task.id, after=1)[0].number == 2
    assert store.steps(task.id)[0].data == {"when": "2026-11-30T12:00:00+00:00"}
    assert store.steps(task.id)[0].usage["calls"] == 1
    assert [(a.handle, a.columns, a.row_count) for a in store.artifacts(task.id)] == [("a1", ["name", "count"], 3)]


def test_an_answer_comes_back_as_it_was(store):
    task, lease = store.create_claimed("How many?", "me", 60)
    store.finish(lease, ANSWER)
    again = Answer.from_dict(store.task(task.id).answer)
    assert again.as_dict() == ANSWER.as_dict()
    assert again.claims[0].evidence == Evidence(0, 0, "count", "a1")


def test_a_finished_task_is_immutable(store):
    task, lease = store.create_claimed("How many?", "me", 60)
    store.finish(lease, ANSWER)
    before = store.task(task.id).model_dump()
    for change in (
        lambda: store.finish(lease, Answer("failed", "no")),
        lambda: step(store, lease),
        lambda: store.heartbeat(lease, 60),
        lambda: store.release(lease),
        lambda: store.add_artifact(lease, "a1", "", [], 0),
    ):
        with pytest.raises(LeaseLost):
            change()
    assert store.claim("you", 60, task.id) is None
    assert store.task(task.id).model_dump() == before
    assert store.steps(task.id) == []


def test_an_expired_lease_passes_to_another_worker_and_fences_the_first(store):
    task, first = store.create_claimed("How many?", "me", -1)
    _, second = store.claim("you", 60)
    assert second.attempt == 2
    with pytest.raises(LeaseLost):
        store.finish(first, Answer("answered", "late"))
    with pytest.raises(LeaseLost):
        step(store, first)
    store.finish(second, ANSWER)
    assert store.task(task.id).answer_text == ANSWER.text


def test_a_heartbeat_keeps_a_lease(store):
    _, lease = store.create_claimed("How many?", "me", -1)
    store.heartbeat(lease, 60)
    assert store.claim("you", 60) is None


def test_the_same_owner_with_an_old_attempt_is_fenced(store):
    _, first = store.create_claimed("How many?", "me", -1)
    _, second = store.claim("me", 60)
    with pytest.raises(LeaseLost):
        store.finish(first, ANSWER)
    store.finish(second, ANSWER)


def test_a_released_task_waits_again(store):
    task, lease = store.create_claimed("How many?", "me", 60)
    store.release(lease)
    again, lease = store.claim("you", 60)
    assert (again.id, lease.attempt) == (task.id, 1)


def test_a_task_that_keeps_ending_its_workers_is_given_up(store):
    task = store.create_task("How many?")
    for attempt in range(DEAD_AFTER):
        assert store.claim("me", -1)[1].attempt == attempt + 1
    later = store.create_task("And this?")
    assert store.claim("me", 60)[0].id == later.id
    dead = store.task(task.id)
    assert dead.status == "failed"
    assert dead.answer["error"]["code"] == "gave_up"


def test_tasks_are_claimed_oldest_first_and_listed_newest_first(store):
    ids = [store.create_task(f"Question {number}").id for number in range(3)]
    page = store.tasks(limit=2)
    assert [task.id for task in page.tasks] == ids[:0:-1]
    assert page.total == 3
    assert [task.id for task in store.tasks(limit=2, offset=2).tasks] == ids[:1]
    assert [store.claim("me", 60)[0].id for _ in ids] == ids


def test_searching_reads_text_as_it_stands(store):
    _, lease = store.create_claimed("100% of VPN_cases?", "me", 60, asked_by="lead", conversation="c")
    store.finish(lease, ANSWER)
    store.create_task("Something else")
    store.create_task("From a thread", source="slack")

    def found(**wanted):
        return [task.question for task in store.tasks(TaskFilter(**wanted)).tasks]

    for text in ("vpn_", "100%", "50% of", "OPEN cases"):
        assert found(text=text) == ["100% of VPN_cases?"]
    for text in ("vpnx", "100_", "'; DROP TABLE task; --", "\\"):
        assert found(text=text) == []
    assert found(statuses=("queued", "running")) == ["From a thread", "Something else"]
    assert found(asked_by="lead", route="dir", conversation="c") == ["100% of VPN_cases?"]
    assert found(source="slack") == ["From a thread"]
    assert found(since=dt.datetime.now(dt.UTC) + dt.timedelta(hours=1)) == []
    assert len(found(until=dt.datetime.now(dt.UTC) + dt.timedelta(hours=1))) == 3
    assert store.counts() == {"answered": 1, "queued": 2}


def test_an_unknown_task_is_said(store):
    with pytest.raises(UnknownTask, match="no question"):
        store.task("nope")


def test_hostile_questions_are_kept_to_the_letter(store):
    question = "'; DROP TABLE task; -- \u202e 👩‍👩‍👧 \t\n" + "x" * 10_000
    assert store.task(store.create_task(question).id).question == question


@pytest.mark.parametrize("question", ["how many \ud800 cases", "how many \0 cases"])
def test_text_that_no_database_holds_is_kept_as_what_it_can_hold(store, question):
    assert store.task(store.create_task(question).id).question == "how many \ufffd cases"
