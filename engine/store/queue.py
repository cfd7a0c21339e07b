"""Tasks as a queue: asked, claimed under a lease, worked on step by step, finished once."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from engine.answer import Answer, jsonable
from engine.store.database import Database
from engine.store.endings import given_up, stopped
from engine.store.lease import Lease, LeaseLost, StopRequested, UnknownTask
from engine.store.listing import folded
from engine.store.statements import ADD_STEP, next_task
from engine.store.step_taken import StepTaken
from engine.store.tables import ArtifactRow, Delivery, Task, TaskSource
from engine.store.text import storable

DEAD_AFTER = 5  # claims, after which a task whose workers keep dying is given up
MOST_PATIENCE = 16  # leases that a task is left alone for whose workers died again and again


class Queue:
    """What is done with tasks until they are finished."""

    _database: Database

    def create_task(
        self,
        question: str,
        *,
        asked_by: str = "",
        conversation: str = "",
        source: TaskSource = "console",
        dedupe_key: str | None = None,
        delivery: Mapping[str, Any] | None = None,
    ) -> Task:
        """Commit a queued task: from here on the question cannot be lost.

        ``dedupe_key``: where a task with this key is there already, that one is returned, whatever its state,
        and nothing is written. ``delivery``: the target that the answer is owed to; the delivery is committed
        together with the task.
        """
        known = select(Task).where(col(Task.dedupe_key) == dedupe_key)
        try:
            with self._database.write() as session:
                there = None if dedupe_key is None else session.exec(known).first()
                if there is not None:
                    return there
                task = self._new_task(session, question, asked_by, conversation, source, dedupe_key)
                if delivery is not None:
                    session.add(Delivery(task_id=task.id, target=dict(delivery), created=task.created))
                return task
        except IntegrityError:  # another process committed the same key since we looked
            if dedupe_key is None:
                raise
        with self._database.read() as session:
            return session.exec(known).one()

    def create_claimed(
        self,
        question: str,
        owner: str,
        seconds: float,
        *,
        asked_by: str = "",
        conversation: str = "",
        source: TaskSource = "console",
    ) -> tuple[Task, Lease]:
        """Commit a task that is running under ``owner``'s lease from the start: no other worker sees it queued."""
        with self._database.write() as session:
            task = self._new_task(session, question, asked_by, conversation, source)
            lease = self._take(session, task, owner, seconds)
        return task, lease

    def claim(
        self, owner: str, seconds: float, task_id: str | None = None, *, dead_after: int = DEAD_AFTER
    ) -> tuple[Task, Lease] | None:
        """Take the task whose turn it is (or just ``task_id``, if it is free), for ``seconds``.

        Free is what waits and what an owner let go by not extending the lease. People take turns: a person's ten
        questions do not hold up another's one. A task claimed ``dead_after`` times without an end, or to be
        stopped, is finished as failed instead. From the third claim on a lease lasts twice as long as the one
        before: workers that are killed one after the other do not use up a question's claims in a few minutes.
        None: nothing to do.
        """
        while True:
            with self._database.write() as session:
                now = self._database.now(session)
                task = session.exec(next_task(now, task_id)).first()
                if task is None:
                    return None
                if task.stop_requested is not None:
                    self._end(task, stopped(task), now)
                elif task.attempt >= dead_after:
                    self._end(task, given_up(task), now)
                else:
                    return task, self._take(session, task, owner, seconds)

    def heartbeat(self, lease: Lease, seconds: float) -> None:
        """Extend a lease to ``seconds`` from now. Raises LeaseLost."""
        with self._database.write() as session:
            task = self._owned(session, lease)
            task.lease_until = self._database.now(session) + _lasting(seconds, task)

    def add_step(self, lease: Lease, step: StepTaken) -> int:
        """Append a step to a task one owns, and return its number.

        Raises LeaseLost; StopRequested when the task is to stop (the step is kept then too). Callers on one
        lease take turns.
        """
        with self._database.write() as session:
            added = session.connection().execute(
                ADD_STEP,
                {
                    "of_task": lease.task_id,
                    "of_owner": lease.owner,
                    "of_attempt": lease.attempt,
                    "kind": step.kind,
                    "title": step.title,
                    "data": jsonable(dict(step.data)),
                    "started": step.started,
                    "milliseconds": step.milliseconds,
                    "usage": asdict(step.usage) if step.usage else None,
                },
            )
            row = added.one_or_none()
        if row is None:
            raise LeaseLost
        number, to_stop = row
        if to_stop:
            raise StopRequested
        return int(number)

    def add_artifact(
        self, lease: Lease, handle: str, title: str, columns: Sequence[str], row_count: int
    ) -> ArtifactRow:
        """Record an artifact of a task one owns, once. Raises LeaseLost."""
        known = select(ArtifactRow).where(ArtifactRow.task_id == lease.task_id, ArtifactRow.handle == handle)
        with self._database.write() as session:
            self._owned(session, lease)
            if there := session.exec(known).first():
                return there  # it was committed, only the word of it did not arrive
            artifact = ArtifactRow(
                task_id=lease.task_id,
                handle=handle,
                title=title,
                columns=list(columns),
                row_count=row_count,
                created=self._database.now(session),
            )
            session.add(artifact)
        return artifact

    def finish(self, lease: Lease, answer: Answer) -> Task:
        """Write the answer and make the task immutable. Raises LeaseLost: then the answer must not be shown."""
        with self._database.write() as session:
            task = self._owned(session, lease)
            self._end(task, answer, self._database.now(session))
        return task

    def release(self, lease: Lease) -> None:
        """Give a task back to the queue unanswered (its worker was told to stop). The attempt does not count."""
        with self._database.write() as session:
            task = self._owned(session, lease)
            task.status, task.lease_owner, task.lease_until = "queued", None, None
            task.attempt -= 1

    def request_stop(self, task_id: str) -> Task:
        """Stop a task: at once when nobody works on it, else at its next step. Nothing when it is finished.

        It ends as failed with the code ``interrupted``. Raises UnknownTask.
        """
        with self._database.write() as session:
            task = session.exec(select(Task).where(Task.id == task_id).with_for_update()).first()
            if task is None:
                raise UnknownTask(f"There is no question with the id {task_id!r}.", "See the list of questions.")
            now = self._database.now(session)
            if task.status == "queued":
                task.stop_requested = now
                self._end(task, stopped(task), now)
            elif task.status == "running":
                task.stop_requested = task.stop_requested or now
        return task

    # --- inside

    def _new_task(
        self,
        session: Session,
        question: str,
        asked_by: str,
        conversation: str,
        source: TaskSource,
        dedupe_key: str | None = None,
    ) -> Task:
        task = Task(
            id=secrets.token_hex(8),
            question=storable(question),
            sought=folded(storable(question)),
            source=source,
            asked_by=storable(asked_by),
            conversation=storable(conversation),
            dedupe_key=dedupe_key,
            created=self._database.now(session),
        )
        session.add(task)
        session.flush()
        return task

    def _take(self, session: Session, task: Task, owner: str, seconds: float) -> Lease:
        now = self._database.now(session)
        task.status, task.lease_owner, task.claimed = "running", owner, now
        task.started = task.started or now
        task.attempt += 1
        task.lease_until = now + _lasting(seconds, task)
        return Lease(task.id, owner, task.attempt)

    def _owned(self, session: Session, lease: Lease) -> Task:
        task = session.exec(select(Task).where(Task.id == lease.task_id).with_for_update()).first()
        held = ("running", lease.owner, lease.attempt)
        if task is None or (task.status, task.lease_owner, task.attempt) != held:
            raise LeaseLost
        return task

    @staticmethod
    def _end(task: Task, answer: Answer, now: dt.datetime) -> None:
        task.status, task.route, task.finished = answer.status, answer.route, now
        task.answer, task.answer_text = answer.as_dict(), answer.text
        task.sought = folded(task.question, answer.text)
        task.seconds, task.dollars = answer.usage.seconds, answer.usage.dollars
        task.warnings, task.error = len(answer.warnings), str((answer.error or {}).get("code", ""))
        task.lease_owner = task.lease_until = None


def _lasting(seconds: float, task: Task) -> dt.timedelta:
    return dt.timedelta(seconds=seconds * min(2.0 ** max(task.attempt - 2, 0), MOST_PATIENCE))
