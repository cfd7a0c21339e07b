"""How the queue stands: what waits, who works, what was given up, what could not be delivered."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import sqlalchemy as sa
from sqlmodel import col, select

from engine.store.database import Database
from engine.store.tables import Delivery, Task


@dataclass(frozen=True, slots=True)
class QueueState:
    """Seconds and counts. ``workers``: processes that answer questions now; ``last_claim``: when one was taken up.

    ``overdue``: running questions whose worker does not say any more that it lives. ``given_up``: questions that
    ended their workers too often. ``owed``: deliveries that wait although their question is finished.
    """

    waiting: int
    running: int
    oldest_waiting: float
    workers: int
    overdue: int
    last_claim: dt.datetime | None
    given_up: int
    owed: int
    oldest_owed: float
    undeliverable: int


class Overview:
    """The queue in figures."""

    _database: Database

    def queue_state(self) -> QueueState:
        """How it stands now, by the database's clock."""
        with self._database.read() as session:
            now = self._database.now(session)
            status, until = col(Task.status), col(Task.lease_until)
            row = session.connection().execute(
                sa.select(
                    sa.func.count().filter(status == "queued"),
                    sa.func.count().filter(status == "running"),
                    sa.func.min(sa.case((status == "queued", col(Task.created)))),
                    sa.func.count(col(Task.lease_owner).distinct()).filter(until >= now),
                    sa.func.count().filter(until < now),
                ).where(status.in_(("queued", "running")))
            )
            waiting, running, oldest, workers, overdue = row.one()
            last_claim = session.exec(select(sa.func.max(col(Task.claimed)))).one()
            given_up = session.exec(select(sa.func.count()).where(Task.error == "gave_up")).one()
            finished = select(sa.func.count(), sa.func.min(col(Task.finished))).join(
                Delivery, col(Delivery.task_id) == col(Task.id)
            )
            owed = finished.where(Delivery.state == "waiting", col(Task.finished).is_not(None))
            owed_count, oldest_owed = session.exec(owed).one()
            lost = select(sa.func.count()).select_from(Delivery).where(Delivery.state == "undeliverable")
            undeliverable = session.exec(lost).one()
        return QueueState(
            waiting=waiting,
            running=running,
            oldest_waiting=_seconds(now, oldest),
            workers=workers,
            overdue=overdue,
            last_claim=last_claim,
            given_up=given_up,
            owed=owed_count,
            oldest_owed=_seconds(now, oldest_owed),
            undeliverable=undeliverable,
        )


def _seconds(now: dt.datetime, since: dt.datetime | None) -> float:
    if since is None:
        return 0.0
    return max((now - (since if since.tzinfo else since.replace(tzinfo=dt.UTC))).total_seconds(), 0.0)
