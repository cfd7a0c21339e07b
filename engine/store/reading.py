"""Tasks looked up: one, its steps and artifacts, pages of them, how many there are."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa
from sqlmodel import col, select

from engine.store.database import Database
from engine.store.lease import UnknownTask
from engine.store.search import Page, TaskFilter, conditions_of
from engine.store.tables import ArtifactRow, Step, Task

EVERY_TASK = TaskFilter()


class Reading:
    """What can be read of tasks."""

    _database: Database

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
            wanted = select(ArtifactRow).where(ArtifactRow.task_id == task_id)
            return list(session.exec(wanted.order_by(col(ArtifactRow.id))))

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

    def counts_by_source(self) -> dict[tuple[str, str], int]:
        """How many tasks have each status and source."""
        with self._database.read() as session:
            counted = select(Task.status, Task.source, sa.func.count()).group_by(Task.status, Task.source)
            return {(status, source): count for status, source, count in session.exec(counted).all()}

    def oldest_waiting(self) -> float:
        """For how many seconds the oldest queued task has waited; 0 when none waits."""
        with self._database.read() as session:
            oldest = session.exec(select(sa.func.min(col(Task.created))).where(Task.status == "queued")).one()
            if oldest is None:
                return 0.0
            since = oldest if oldest.tzinfo else oldest.replace(tzinfo=dt.UTC)
            return max((self._database.now(session) - since).total_seconds(), 0.0)
