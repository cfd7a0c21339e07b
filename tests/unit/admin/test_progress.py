"""What is said while a question is answered: plain words, nothing twice, nothing that reads like a failure."""

import datetime as dt
from typing import Any

from admin.present import seen
from admin.progress import doing, done
from engine.store import Step, Task

CALL = {"reply": [{"tool": "aggregate", "arguments": {}}]}
TEXT = {"reply": [{"text": "There are 3."}]}
REFUSED = {"error": {"code": "policy", "message": "drop() changes the graph.", "hint": "Only read."}}


def steps(*kinds: tuple[str, str, dict[str, Any]]) -> list[Step]:
    at = dt.datetime.now(dt.UTC)
    return [
        Step(task_id="t", number=n, attempt=1, kind=kind, title=title, data=data, started=at, milliseconds=1.0)
        for n, (kind, title, data) in enumerate(kinds, 1)
    ]


ALL = steps(
    ("ground", "0 matches", {}),
    ("model_call", "offline", CALL),
    ("query", "Counts the case vertices.", {}),
    ("tool_call", "aggregate", {}),
    ("tool_call", "run_gremlin", REFUSED),
    ("tool_call", "describe_schema", {}),
    ("model_call", "offline", TEXT),
    ("grounding_check", "all found", {}),
    ("answer", "answered", {}),
)


def test_a_worker_that_is_lost_is_said_and_shown_anew() -> None:
    now = dt.datetime.now(dt.UTC)
    task = Task(id="t", question="?", created=now, status="running", lease_until=now + dt.timedelta(seconds=30))
    before, said = seen(task, ALL[:2]), doing(task, ALL[:2])
    task.lease_until = now - dt.timedelta(seconds=30)
    assert "another one takes it up" in doing(task, ALL[:2])
    assert "another one" not in said
    assert seen(task, ALL[:2]) != before
    task.lease_until = (now - dt.timedelta(seconds=30)).replace(tzinfo=None)  # as SQLite gives it
    assert "another one takes it up" in doing(task, ALL[:2])


def test_what_was_done() -> None:
    assert [(line.text, line.detail, line.refused) for line in done(ALL)] == [
        ("Looked up its words in the graph", "", False),
        ("Read the question", "", False),
        ("Asked the graph", "Counts the case vertices.", False),
        ("Run gremlin was refused", "drop() changes the graph.", True),
        ("Used describe schema", "", False),
        ("Read the result", "", False),
        ("Checked every figure against the rows", "", False),
        ("Wrote the answer", "", False),
    ]


def test_what_is_being_done() -> None:
    task = Task(id="t", question="?", status="running", created=dt.datetime.now(dt.UTC))
    assert [doing(task, ALL[:count]) for count in range(len(ALL) + 1)] == [
        "Looking up its words in the graph",
        "Reading the question",
        "Asking the graph",
        "Reading the result",
        "Reading the result",
        "Reading the result",
        "Reading the result",
        "Checking the figures",
        "Writing the answer",
        "Writing the answer",
    ]
    task.status = "queued"
    assert doing(task, []) == "Waiting for its turn"
