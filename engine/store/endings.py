"""The answers of tasks that end without anybody's having answered them."""

from __future__ import annotations

from engine.answer import Answer
from engine.errors import GraphdeskError
from engine.store.lease import StopRequested
from engine.store.tables import Task


def given_up(task: Task) -> Answer:
    """Of a task whose workers keep dying."""
    return _failed(
        task,
        GraphdeskError(
            f"This question ended its worker {task.attempt} times; it was given up.",
            "See the log of the workers, then ask it again.",
            code="gave_up",
        ),
    )


def ends_its_process(task: Task) -> Answer:
    """Of a task that ended processes which were there for it alone, while the worker that made them lived."""
    return _failed(
        task,
        GraphdeskError(
            "This question ended its workers, and then each process that worked on nothing else; it was given up.",
            "See the log of the workers, then ask it again.",
            code="gave_up",
        ),
    )


def stopped(task: Task) -> Answer:
    """Of a task that was stopped while nobody worked on it."""
    return _failed(task, StopRequested())


def _failed(task: Task, error: GraphdeskError) -> Answer:
    text = f"{error.message} {error.hint}"
    return Answer(status="failed", text=text, question=task.question, task_id=task.id, error=error.as_dict())
