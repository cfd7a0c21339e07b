"""Whoever counts what a Desk does, such as ``engine.metrics``; nobody, unless a process says so."""

from __future__ import annotations

from typing import Protocol

from engine.answer import Answer, Usage
from engine.store import Lease, StepKind, StepTaken, Store, Task


class Observer(Protocol):
    """Is told of what was done, as it is done. Called from several threads; must not raise."""

    def step(self, step: StepTaken) -> None:
        """A step of a question ended."""

    def answered(self, task: Task, answer: Answer) -> None:
        """The answer of a question was committed."""


class Nobody:
    """Counts nothing."""

    def step(self, step: StepTaken) -> None:
        """Nothing."""

    def answered(self, task: Task, answer: Answer) -> None:
        """Nothing."""


def told_again(store: Store, lease: Lease, observer: Observer) -> None:
    """Tell an observer here of the steps that another process took under the lease."""
    for step in store.steps(lease.task_id):
        if step.attempt == lease.attempt:
            usage = Usage(**step.usage) if step.usage else None
            kind: StepKind = step.kind  # type: ignore[assignment]
            observer.step(StepTaken(kind, step.title, step.data, step.started, step.milliseconds, usage))
