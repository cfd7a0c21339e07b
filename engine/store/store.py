"""What is done with tasks: asked, claimed under a lease, worked on step by step, finished once, looked up."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, col, select

from engine.answer import Answer, Usage, jsonable
from engine.store.database import Database
from engine.store.lease import Lease, LeaseLost, UnknownTask
from engine.store.search import Page, TaskFilter, conditions_of
from engine.store.statements import ADD_STEP
from engine.store.tables import ArtifactRow, Step, StepKind, Task

EVERY_TASK = TaskFilter()
DEAD_AFTER = 5  # claims, after which a task whose workers keep dying is given up


class Store:
    """Tasks, steps and artifacts in one SQL database. Thread-safe. Any method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, url: str) -> Store:
        """Open the database at ``url`` (``sqlite:///file`` or ``postgresql://…``), its tables up to date."""
        return cls(Database(url))

    def close(self) -> None:
        """Close every connection."""
        self._database.close()

    # --- asking

    def create_task(self, question: str, *, asked_by: str = "", conversation: str = "") -> Task:
        """Commit a queued task: from here on the question cannot be lost."""
        with self._database.write() as session:
            return self._new_task(session, question, asked_by, conversation)

    def create_claimed(
        self, question: str, owner: str, seconds: float, *, asked_by: str = "", conversation: str = ""
    ) -> tuple[Task, Lease]:
        """Commit a task that is running under ``owner``'s lease from the start: no other worker sees it queued."""
        with self._database.write() as session:
            task = self._new_task(session, question, asked_by, conversation)
            lease = self._take(session, task, owner, seconds)
        return task, lease

    # --- working

    def claim(self, owner: str, seconds: float, task_id: str | None = None) -> tuple[Task, Lease] | None:
        """Take the oldest task that waits or whose lease ran out (or just ``task_id``), for ``seconds``.

        A task claimed DEAD_AFTER times without an end is finished as failed instead. None: nothing to do.
        """
        with self._database.write() as session:
            while True:
                now = self._now(session)
                free = sa.or_(
                    col(Task.status) == "queued",
                    sa.and_(col(Task.status) == "running", col(Task.lease_until) < now),
                )
                wanted = select(Task).where(free).order_by(col(Task.created), col(Task.id)).limit(1)
                if task_id is not None:
                    wanted = wanted.where(Task.id == task_id)
                task = session.exec(wanted.with_for_update(skip_locked=True)).first()
                if task is None:
                    return None
                if task.attempt < DEAD_AFTER:
                    return task, self._take(session, task, owner, seconds)
                self._end(task, _given_up(task), now)
                session.flush()

    def heartbeat(self, lease: Lease, seconds: float) -> None:
        """Extend a lease to ``seconds`` from now. Raises LeaseLost."""
        with self._database.write() as session:
            task = self._owned(session, lease)
            task.lease_until = self._now(session) + dt.timedelta(seconds=seconds)

    def add_step(
        self,
        lease: Lease,
        kind: StepKind,
        title: str,
        data: Mapping[str, Any],
        *,
        started: dt.datetime,
        milliseconds: float,
        usage: Usage | None = None,
    ) -> int:
        """Append a step to a task one owns, and return its number. Raises LeaseLost.

        Callers on one lease take turns.
        """
        with self._database.write() as session:
            number = session.connection().scalar(
                ADD_STEP,
                {
                    "of_task": lease.task_id,
                    "of_owner": lease.owner,
                    "of_attempt": lease.attempt,
                    "kind": kind,
                    "title": title,
                    "data": jsonable(dict(data)),
                    "started": started,
                    "milliseconds": milliseconds,
                    "usage": asdict(usage) if usage else None,
                },
            )
        if number is None:
            raise LeaseLost
        return int(number)

    def add_artifact(
        self, lease: Lease, handle: str, title: str, columns: Sequence[str], row_count: int
    ) -> ArtifactRow:
        """Record an artifact of a task one owns. Raises LeaseLost."""
        with self._database.write() as session:
            self._owned(session, lease)
            artifact = ArtifactRow(
                task_id=lease.task_id,
                handle=handle,
                title=title,
                columns=list(columns),
                row_count=row_count,
                created=self._now(session),
            )
            session.add(artifact)
        return artifact

    def finish(self, lease: Lease, answer: Answer) -> Task:
        """Write the answer and make the task immutable. Raises LeaseLost: then the answer must not be shown."""
        with self._database.write() as session:
            task = self._owned(session, lease)
            self._end(task, answer, self._now(session))
        return task

    def release(self, lease: Lease) -> None:
        """Give a task back to the queue unanswered (its worker was told to stop). The attempt does not count."""
        with self._database.write() as session:
            task = self._owned(session, lease)
            task.status, task.lease_owner, task.lease_until = "queued", None, None
            task.attempt -= 1

    # --- looking up

    def task(self, task_id: str) -> Task:
        """One task. Raises UnknownTask."""
        with self._database.read() as session:
            task = session.get(Task, task_id)
        if task is None:
            raise UnknownTask(f"There is no question with the id {task_id!r}.", "See the list of questions.")
        return task

    def steps(self, task_id: str, *, after: int = 0) -> list[Step]:
        """The steps of a task in order, those numbered above ``after``."""
        with self._database.read() as session:
            wanted = select(Step).where(Step.task_id == task_id, Step.number > after)
            return list(session.exec(wanted.order_by(col(Step.number))))

    def artifacts(self, task_id: str) -> list[ArtifactRow]:
        """The artifacts of a task in the order they were made."""
        with self._database.read() as session:
            return list(
                session.exec(
                    select(ArtifactRow).where(ArtifactRow.task_id == task_id).order_by(col(ArtifactRow.id))
                )
            )

    def tasks(self, wanted: TaskFilter = EVERY_TASK, *, limit: int = 50, offset: int = 0) -> Page:
        """A page of tasks that fit, newest first."""
        conditions = conditions_of(wanted)
        with self._database.read() as session:
            total = session.exec(select(sa.func.count()).select_from(Task).where(*conditions)).one()
            newest = select(Task).where(*conditions).order_by(col(Task.created).desc(), col(Task.id).desc())
            return Page(list(session.exec(newest.limit(limit).offset(offset))), total)

    def counts(self) -> dict[str, int]:
        """How many tasks have each status."""
        with self._database.read() as session:
            rows = session.exec(select(Task.status, sa.func.count()).group_by(Task.status)).all()
            return {row[0]: row[1] for row in rows}

    # --- inside

    def _new_task(self, session: Session, question: str, asked_by: str, conversation: str) -> Task:
        task = Task(
            id=secrets.token_hex(8),
            question=_storable(question),
            asked_by=asked_by,
            conversation=conversation,
            created=self._now(session),
        )
        session.add(task)
        session.flush()
        return task

    def _take(self, session: Session, task: Task, owner: str, seconds: float) -> Lease:
        now = self._now(session)
        task.status, task.lease_owner = "running", owner
        task.lease_until = now + dt.timedelta(seconds=seconds)
        task.started = task.started or now
        task.attempt += 1
        return Lease(task.id, owner, task.attempt)

    def _owned(self, session: Session, lease: Lease) -> Task:
        task = session.exec(select(Task).where(Task.id == lease.task_id).with_for_update()).first()
        if task is None or (task.status, task.lease_owner, task.attempt) != (
            "running",
            lease.owner,
            lease.attempt,
        ):
            raise LeaseLost
        return task

    @staticmethod
    def _end(task: Task, answer: Answer, now: dt.datetime) -> None:
        task.status, task.route, task.finished = answer.status, answer.route, now
        task.answer, task.answer_text = answer.as_dict(), answer.text
        task.lease_owner = task.lease_until = None

    def _now(self, session: Session) -> dt.datetime:
        """The database's clock where it has one of its own: workers on several machines then agree on leases."""
        if self._database.is_sqlite:
            return dt.datetime.now(dt.UTC)
        moment = session.exec(select(sa.func.clock_timestamp(type_=sa.DateTime(timezone=True)))).one()
        return moment.astimezone(dt.UTC)


def _given_up(task: Task) -> Answer:
    message = f"This question ended its worker {task.attempt} times; it was given up."
    hint = "See the log of the workers, then ask it again."
    error: dict[str, object] = {"code": "gave_up", "message": message, "hint": hint}
    return Answer(status="failed", text=f"{message} {hint}", question=task.question, task_id=task.id, error=error)


def _storable(text: str) -> str:
    """Text as databases hold it: lone surrogates and NUL, which they refuse, become replacement characters."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")
