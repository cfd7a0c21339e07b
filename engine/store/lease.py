"""The right to work on a task or a delivery, and what goes wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import OperatorMustAct, UserMustAct


class UnknownTask(UserMustAct):
    """There is no task of that id."""

    code = "unknown_task"


class LeaseLost(OperatorMustAct):
    """It is finished, or another worker owns it now: whatever this one did must not be written or shown."""

    code = "lease_lost"

    def __init__(self) -> None:
        super().__init__("This question is finished or worked on elsewhere.", "See the list of questions.")


class StopRequested(UserMustAct):
    """Whoever asked wants no answer any more."""

    code = "interrupted"

    def __init__(self) -> None:
        super().__init__("It was stopped before it was answered.", "Ask it again.")


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on a task: of one owner, for one attempt."""

    task_id: str
    owner: str
    attempt: int


@dataclass(frozen=True, slots=True)
class DeliveryLease:
    """The right to post the answer of a task: of one owner, for one attempt.

    ``attempt`` above 1: somebody else, or an earlier try, may have posted already.
    """

    task_id: str
    owner: str
    attempt: int
