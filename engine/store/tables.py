"""The tables: a task is one question, its steps are what was done, its artifacts are the results kept.

A delivery is what is owed to a thread elsewhere for a task. Beside them: the workers, and notices said once.
Times are UTC.
"""

from __future__ import annotations

import datetime as dt
from typing import Any
from typing import Literal as OneOf

from sqlalchemy import JSON, Column, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

TaskStatus = OneOf["queued", "running", "answered", "declined", "clarify", "failed"]
FINISHED: tuple[TaskStatus, ...] = ("answered", "declined", "clarify", "failed")
TaskSource = OneOf["console", "command", "slack"]
StepKind = OneOf["ground", "model_call", "tool_call", "query", "grounding_check", "answer"]
DeliveryState = OneOf["waiting", "posted", "undeliverable"]
LISTED = (
    "created",
    "id",
    "status",
    "source",
    "route",
    "asked_by",
    "seconds",
    "dollars",
    "warnings",
    "error",
    "sought",
)
FACETTED = ("status", "error", "source", "route", "warnings", "asked_by", "created")


class Task(SQLModel, table=True):
    """One question and what became of it.

    The lease fields make the table a queue: a worker owns a running task until ``lease_until``; ``attempt``
    counts the claims, so that a worker which lost its lease can be told from the present owner; ``claimed`` is
    the time of the last claim, by which people take turns. ``dedupe_key`` names what was asked where the same
    question may be handed in more than once. ``answer`` is ``Answer.as_dict()``; ``answer_text`` repeats its
    text, ``seconds``, ``dollars``, ``warnings`` (how many) and ``error`` (a code) what lists filter by, and
    ``sought`` is what they search: question and answer text, casefolded.
    """

    __table_args__ = (
        Index("ix_task_queue", "status", "lease_until"),
        Index("ix_task_turns", "asked_by", "claimed"),
        # All that lists are filtered and counted by. SQLite would else read past each answer; Postgres keeps
        # answers out of the rows, and takes no long text in an index.
        Index("ix_task_listing", *LISTED).ddl_if(dialect="sqlite"),
        Index("ix_task_facets", *FACETTED),
    )

    id: str = Field(primary_key=True)
    question: str
    status: str = Field(default="queued")
    source: str = Field(default="console")
    asked_by: str = Field(default="")
    conversation: str = Field(default="", index=True)
    dedupe_key: str | None = Field(default=None, unique=True, index=True)
    created: dt.datetime = Field(index=True)
    started: dt.datetime | None = None
    stop_requested: dt.datetime | None = None
    finished: dt.datetime | None = None
    route: str = ""
    answer: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    answer_text: str = ""
    seconds: float = 0.0
    dollars: float = 0.0
    warnings: int = 0
    error: str = ""
    sought: str = ""
    claimed: dt.datetime | None = None
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


class Delivery(SQLModel, table=True):
    """What is owed to a thread for one task: its status while it runs, then its answer, once.

    ``target`` says where, in the words of whoever posts. ``message_ts`` is the one message in the thread that is
    ours for this task, ``file_id`` the file. ``attempts`` counts the tries that failed; nothing is tried before
    ``next_try``; ``error`` is why the last one failed. Lease as in Task: ``attempt`` counts the claims.
    """

    __table_args__ = (Index("ix_delivery_queue", "state", "next_try"),)

    task_id: str = Field(primary_key=True, foreign_key="task.id")
    target: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    state: str = Field(default="waiting")
    message_ts: str | None = None
    file_id: str | None = None
    attempts: int = 0
    next_try: dt.datetime | None = None
    error: str = ""
    lease_owner: str | None = None
    lease_until: dt.datetime | None = None
    attempt: int = 0
    created: dt.datetime
    posted: dt.datetime | None = None


class WorkerRow(SQLModel, table=True):
    """A process that answers questions. ``id`` is what its leases bear as owner, ``name`` what people call it.

    ``seen``: when it last said that it lives. ``ended``: when it said that it stops; a killed one never does.
    """

    __tablename__ = "worker"

    id: str = Field(primary_key=True)
    name: str
    threads: int
    started: dt.datetime
    seen: dt.datetime
    ended: dt.datetime | None = None


class Notice(SQLModel, table=True):
    """Something small that is said once for ``key`` (a greeting), by whichever process took it first."""

    key: str = Field(primary_key=True)
    taken: dt.datetime
    said: dt.datetime | None = None
