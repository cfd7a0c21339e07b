"""The tables: a task is one question, its steps are what was done, its artifacts are the results kept."""

from __future__ import annotations

import datetime as dt
from typing import Any
from typing import Literal as OneOf

from sqlalchemy import JSON, Column, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

TaskStatus = OneOf["queued", "running", "answered", "declined", "clarify", "failed"]
FINISHED: tuple[TaskStatus, ...] = ("answered", "declined", "clarify", "failed")
StepKind = OneOf["ground", "model_call", "tool_call", "query", "grounding_check", "answer"]


class Task(SQLModel, table=True):
    """One question and what became of it.

    The lease fields make the table a queue: a worker owns a running task until ``lease_until``; ``attempt``
    counts the claims, so that a worker which lost its lease can be told from the present owner.
    ``answer`` is ``Answer.as_dict()``; ``answer_text`` repeats its text for searching. Times are UTC.
    """

    __table_args__ = (Index("ix_task_queue", "status", "lease_until"),)

    id: str = Field(primary_key=True)
    question: str
    status: str = Field(default="queued")
    asked_by: str = Field(default="", index=True)
    conversation: str = Field(default="", index=True)
    created: dt.datetime = Field(index=True)
    started: dt.datetime | None = None
    finished: dt.datetime | None = None
    route: str = ""
    answer: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    answer_text: str = ""
    lease_owner: str | None = None
    lease_until: dt.datetime | None = None
    attempt: int = 0

    @property
    def done(self) -> bool:
        """Whether the task is finished, and therefore immutable."""
        return self.status in FINISHED


class Step(SQLModel, table=True):
    """One thing done for a task. ``usage`` is a ``Usage`` as a dict for model calls, else None."""

    __table_args__ = (UniqueConstraint("task_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    task_id: str = Field(foreign_key="task.id")
    number: int  # 1-based, in the order the steps ended
    attempt: int
    kind: str
    title: str
    data: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    started: dt.datetime
    milliseconds: float
    usage: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))


class ArtifactRow(SQLModel, table=True):
    """A result kept out of the model's context: its handle, unique in the task. Its rows lie in Parquet files.

    See engine/store/artifacts.py.
    """

    __tablename__ = "artifact"
    __table_args__ = (UniqueConstraint("task_id", "handle"),)

    id: int | None = Field(default=None, primary_key=True)
    task_id: str = Field(foreign_key="task.id")
    handle: str
    title: str
    columns: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    row_count: int
    created: dt.datetime
