"""The Desk and its workers: every question asked ends in one answer, whatever happens on the way."""

import dataclasses
import threading
import time

import pytest

from engine.agent.backbone import BackboneUnavailable, Outcome
from engine.answer import Answer
from engine.graph.backend import GraphUnavailable
from engine.store import StoreUnavailable, TaskFilter
from engine.worker import Worker
from tests.support.model_desk import OPEN, count, desk
from tests.support.model_scripted import FixedGraph, ScriptedBackbone, calls, ends, says, scripted_desk

ASKS = calls(("aggregate", count("Open")))
RIGHT = says(f"There are {OPEN} open cases.")


def test_ask_answers_at_once(tmp_path):
    opened = desk(tmp_path, ScriptedBackbone(ASKS, RIGHT))
    seen = []
    answer = opened.ask("How many are open?", "support engineer", "c-1", seen.append)
    assert answer.status == "answered"
    assert answer.task_id == opened.store.tasks().tasks[0].id
    task = opened.store.task(answer.task_id)
    assert (task.asked_by, task.conversation, task.status) == ("support engineer", "c-1", "answered")
    assert Answer.from_dict(task.answer).as_dict() == answer.as_dict()
    assert [now.kind for now in seen] == [
        "ground",
        "model_call",
        "query",
        "tool_call",
        "text",
        "model_call",
        "grounding_check",
        "answer",
    ]
    assert [artifact.handle for artifact in opened.store.artifacts(answer.task_id)] == ["a1"]
    assert (tmp_path / "artifacts" / answer.task_id / "a1.parquet").exists()
    opened.close()


def test_submitted_questions_are_answered_by_workers(tmp_path):
    opened = scripted_desk(tmp_path, says("Ask me something about the graph."))
    worker = Worker(opened, threads=3)
    worker.start()
    ids = [opened.submit(f"Question {number}?") for number in range(12)]
    worker.wake()
    assert [opened.answer(task_id).status for task_id in ids] == ["answered"] * 12
    worker.stop(10)
    assert all(task.attempt == 1 for task in opened.store.tasks().tasks)
    opened.close()


def test_a_worker_that_stops_takes_no_more(tmp_path):
    opened = scripted_desk(tmp_path, says("Hello."))
    worker = Worker(opened)
    worker.start()
    worker.stop(10)
    task_id = opened.submit("Anyone there?")
    worker.wake()
    assert opened.store.task(task_id).status == "queued"
    assert opened.answer(task_id).status == "answered"
    opened.close()


def test_a_worker_outlives_a_store_in_trouble(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.worker.TROUBLE_SECONDS", 0.01)
    opened = scripted_desk(tmp_path, says("Hello."))
    answer_next, troubles = opened.answer_next, [StoreUnavailable("locked", "wait"), ValueError("unforeseen")]

    def troubled():
        if troubles:
            raise troubles.pop()
        return answer_next()

    monkeypatch.setattr(opened, "answer_next", troubled)
    worker = Worker(opened, threads=1)
    task_id = opened.submit("Anyone there?")
    worker.start()
    until(lambda: opened.store.task(task_id).done)
    worker.stop(10)
    assert not troubles
    opened.close()


def until(condition, seconds=20.0):
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "it did not happen in time"
        time.sleep(0.02)


def test_a_question_whose_worker_died_is_answered_by_the_next(tmp_path):
    opened = scripted_desk(tmp_path, says("Hello."))
    task, _ = opened.store.create_claimed("Was I lost?", "dead worker", -1)
    assert opened.answer_next().status == "answered"
    assert opened.store.task(task.id).attempt == 2
    assert opened.answer_next() is None
    opened.close()


def test_an_answer_that_came_too_late_is_not_shown(tmp_path):
    """Another worker took over and finished: its answer counts, and ours is thrown away."""

    def overtaken(_request):
        task = opened.store.tasks().tasks[0]
        with opened.store._database.write() as session:  # the lease runs out while the model thinks
            session.get(type(task), task.id).attempt += 1
        again = opened.store.task(task.id)
        opened.store.finish(
            type(lease_of)(task.id, again.lease_owner, again.attempt), Answer("answered", "The other answer.")
        )
        return says("The late answer.")

    opened = scripted_desk(tmp_path, overtaken)
    lease_of = opened.store.create_claimed("Not this one", "x", 600)[1]
    opened.store.finish(lease_of, Answer("answered", "-"))
    assert opened.ask("Which answer?").text == "The other answer."
    opened.close()


def test_two_that_wait_for_one_question_get_one_answer(tmp_path):
    going, wait = threading.Event(), threading.Event()

    def slow(_request):
        going.set()
        wait.wait(10)
        return says("The only answer.")

    opened = scripted_desk(tmp_path, slow)
    task_id = opened.submit("Once?")
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(opened.answer(task_id).text)) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert going.wait(10)
    wait.set()
    for thread in threads:
        thread.join(20)
    assert answers == ["The only answer."] * 3
    assert len(opened.backbone.requests) == 1
    opened.close()


def test_a_conversation_shows_what_was_answered_before(tmp_path):
    opened = scripted_desk(tmp_path, says("Hello."))
    for question in ("First?", "Second?"):
        opened.ask(question, conversation="c-1")
    opened.ask("Elsewhere?", conversation="c-2")
    opened.ask("Third?", conversation="c-1")
    messages = opened.backbone.requests[-1].messages
    said = [(message.role, message.blocks[0].text) for message in messages]
    assert said == [
        ("user", "First?"),
        ("assistant", "Hello."),
        ("user", "Second?"),
        ("assistant", "Hello."),
        ("user", "Third?"),
    ]
    assert opened.store.tasks(TaskFilter(conversation="c-1")).total == 3
    opened.close()


def test_declining_and_asking_back_are_answers_too(tmp_path):
    outcome = Outcome("clarify", "Which one?", ("This?", "That?"), (), ())
    opened = scripted_desk(tmp_path, ends(outcome))
    answer = opened.ask("Something ambiguous?")
    assert (answer.status, answer.text, answer.choices) == ("clarify", "Which one?", ["This?", "That?"])
    assert opened.store.task(answer.task_id).status == "clarify"
    opened.close()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BackboneUnavailable("The model is away.", "Wait."), "model_unavailable"),
        (ValueError("secret detail"), "internal"),
    ],
)
def test_trouble_with_the_model_is_an_honest_failure(tmp_path, error, code):
    opened = scripted_desk(tmp_path, error)
    answer = opened.ask("Anything?")
    assert (answer.status, answer.error["code"]) == ("failed", code)
    assert answer.error["hint"]
    assert "secret detail" not in answer.text
    assert opened.store.task(answer.task_id).status == "failed"
    opened.close()


def test_a_dead_graph_is_an_honest_failure(tmp_path):
    from engine.operators.graph_data import graph_operators

    dead = FixedGraph(error=GraphUnavailable("The graph does not answer.", "Start it."))
    opened = scripted_desk(tmp_path, ASKS, RIGHT, graph=dead, operators=list(graph_operators()))
    answer = opened.ask("How many are open?")
    assert (answer.status, answer.error["code"]) == ("failed", "unavailable")
    assert "Start it." in answer.text
    assert len(opened.backbone.requests) == 1
    opened.close()


def test_health_names_each_part(tmp_path):
    opened = scripted_desk(tmp_path, says("Hello."))
    opened.ask("Well?")
    found = opened.health()
    assert {name: part.ok for name, part in found.items()} == {"graph": True, "store": True, "model": True}
    assert found["store"].detail == "1 answered"
    opened.close()


def test_a_question_that_runs_is_stopped_at_its_next_step(tmp_path):
    going, wait = threading.Event(), threading.Event()

    def slow(_request):
        going.set()
        assert wait.wait(10)
        return ASKS

    opened = scripted_desk(tmp_path, slow, RIGHT)
    task_id = opened.submit("How many are open?")
    working = threading.Thread(target=opened.answer_next)
    working.start()
    assert going.wait(10)
    opened.stop(task_id)
    wait.set()
    working.join(20)
    answer = opened.answer(task_id)
    assert (answer.status, answer.error["code"]) == ("failed", "interrupted")
    assert len(opened.backbone.requests) == 1
    opened.close()


def test_all_rows_of_a_table_as_long_as_they_are_kept(tmp_path):
    opened = desk(tmp_path, ScriptedBackbone(ASKS, RIGHT))
    answer = opened.ask("How many are open?")
    shown = dataclasses.replace(answer.tables[0], rows=[["the first only"]])
    assert opened.rows(answer.task_id, shown) == answer.tables[0].rows
    for file in (tmp_path / "artifacts" / answer.task_id).iterdir():
        file.unlink()
    assert opened.rows(answer.task_id, shown) == [["the first only"]]
    opened.close()
