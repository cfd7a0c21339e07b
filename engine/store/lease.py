"""The right to work on a task, and what goes wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import OperatorMustAct, UserMustAct


class UnknownTask(UserMustAct):
    """There is no task of that id."""

    code = "unknown_task"


class LeaseLost(OperatorMustAct):
    """The task is finished, or another worker owns it now: whatever this one did must not be written."""

    code = "lease_lost"

    def __init__(self) -> None:
        super().__init__("This question is finished or worked on elsewhere.", "See the list of questions.")


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on a task: of one owner, for one attempt."""

    task_id: str
    owner: str
    attempt: int
