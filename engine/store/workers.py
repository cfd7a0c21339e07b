"""Which processes answer questions, and when each was last seen."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal as OneOf

import sqlalchemy as sa
from sqlmodel import col, select

from engine.store.database import Database
from engine.store.tables import Task, WorkerRow
from engine.store.text import storable

BEAT_SECONDS = 15.0  # how often a worker says that it lives
SILENT_AFTER = 4 * BEAT_SECONDS
KEPT = dt.timedelta(days=1)  # for how long those that ended, or fell silent, are remembered

WorkerState = OneOf["alive", "silent", "ended"]


@dataclass(frozen=True, slots=True)
class WorkerSeen:
    """One worker. ``seen``: when it last said that it lives, ``quiet`` seconds ago.

    ``threads``: how many questions it answers side by side; ``running``: the ids of the tasks it holds now,
    oldest first.

    ``state``: ``alive``; ``silent`` when it was not heard for SILENT_AFTER seconds (killed, or cut off from the
    database: what it held is taken up by others); ``ended`` when it said that it stops.
    """

    name: str
    state: WorkerState
    threads: int
    started: dt.datetime
    seen: dt.datetime
    quiet: float
    running: tuple[str, ...]


class Workers:
    """The processes that answer questions."""

    _database: Database

    def worker_beats(self, worker_id: str, name: str, threads: int) -> None:
        """Say that a worker lives; for the first time, too. ``worker_id``: the owner of its leases."""
        with self._database.write() as session:
            now = self._database.now(session)
            row = session.get(WorkerRow, worker_id)
            if row is None:
                gone = sa.delete(WorkerRow).where(col(WorkerRow.seen) < now - KEPT)
                session.connection().execute(gone)
                row = WorkerRow(id=worker_id, name=storable(name), threads=threads, started=now, seen=now)
            row.seen, row.ended = now, None
            session.add(row)

    def worker_ends(self, worker_id: str) -> None:
        """Say that a worker stops by itself. Nothing when it is not known."""
        with self._database.write() as session:
            row = session.get(WorkerRow, worker_id)
            if row is not None:
                row.seen = row.ended = self._database.now(session)

    def workers_seen(self) -> list[WorkerSeen]:
        """The workers of the last day: those alive first, then by when they were last seen."""
        with self._database.read() as session:
            now = self._database.now(session)
            rows = session.exec(select(WorkerRow).where(col(WorkerRow.seen) >= now - KEPT)).all()
            holding = select(Task.lease_owner, Task.id).where(
                Task.status == "running", col(Task.lease_until) >= now
            )
            held = session.exec(holding.order_by(col(Task.claimed), col(Task.id))).all()
        found = [_seen(row, now, tuple(task for owner, task in held if owner == row.id)) for row in rows]
        return sorted(found, key=lambda one: (one.state != "alive", one.quiet, one.name))


def _seen(row: WorkerRow, now: dt.datetime, running: tuple[str, ...]) -> WorkerSeen:
    quiet = max((now - _aware(row.seen)).total_seconds(), 0.0)
    state: WorkerState = "ended" if row.ended else "silent" if quiet > SILENT_AFTER else "alive"
    return WorkerSeen(row.name, state, row.threads, _aware(row.started), _aware(row.seen), quiet, running)


def _aware(moment: dt.datetime) -> dt.datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
