"""Ctrl-C at the worst moments of a question asked here and now: it is over, and no other process takes it up."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.desk import Desk
from tests.support.model_scripted import says, scripted_desk


def once_after(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, and Ctrl-C right after its first call did its work."""
    left = [signal.SIGINT]

    def wrapped(*args: Any, **more: Any) -> Any:
        found = method(*args, **more)
        if left:
            signal.raise_signal(left.pop())
        return found

    return wrapped


@pytest.fixture
def desk(tmp_path: Path) -> Any:
    made = scripted_desk(tmp_path, says("The answer."))
    yield made
    made.close()


@pytest.mark.parametrize("place", ["create_claimed", "add_step"])
def test_a_question_that_is_interrupted_is_over(desk: Desk, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.store, place, once_after(getattr(desk.store, place)))
    with pytest.raises(KeyboardInterrupt):
        desk.ask("Well?")
    [task] = desk.store.tasks().tasks
    assert (task.status, (task.answer or {})["error"]["code"]) == ("failed", "interrupted")


def test_one_that_was_just_answered_stays_answered(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.store, "finish", once_after(desk.store.finish))
    with pytest.raises(KeyboardInterrupt):
        desk.ask("Well?")
    assert desk.store.tasks().tasks[0].status == "answered"
