"""Deliveries: answers owed to threads elsewhere, claimed under a lease until they are posted.

Posting is not part of the database's transaction, so it happens at least once: whoever claims a delivery with
``lease.attempt`` above 1 must look for a message of an earlier try before posting a new one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, col, select

from engine.store.database import Database
from engine.store.lease import DeliveryLease, LeaseLost
from engine.store.statements import next_delivery
from engine.store.tables import Delivery, DeliveryState


class Deliveries:
    """What is done with deliveries. They are made by ``create_task(delivery=…)``, together with their task."""

    _database: Database

    def claim_delivery(self, owner: str, seconds: float) -> tuple[Delivery, DeliveryLease] | None:
        """Take the oldest delivery that waits, is due and is in nobody's hands, for ``seconds``.

        Its task may still be waiting or running: see ``task(delivery.task_id)``. None: nothing to do.
        """
        with self._database.write() as session:
            now = self._database.now(session)
            delivery = session.exec(next_delivery(now)).first()
            if delivery is None:
                return None
            delivery.lease_owner, delivery.lease_until = owner, now + dt.timedelta(seconds=seconds)
            delivery.attempt += 1
            return delivery, DeliveryLease(delivery.task_id, owner, delivery.attempt)

    def extend_delivery(self, lease: DeliveryLease, seconds: float) -> None:
        """Extend a lease to ``seconds`` from now. Raises LeaseLost."""
        with self._database.write() as session:
            delivery = _held(session, lease)
            delivery.lease_until = self._database.now(session) + dt.timedelta(seconds=seconds)

    def save_message(self, lease: DeliveryLease, ts: str | None) -> None:
        """Remember the one message that is ours (None: it is gone, so that another may be posted).

        Raises LeaseLost.
        """
        with self._database.write() as session:
            _held(session, lease).message_ts = ts

    def save_file(self, lease: DeliveryLease, file_id: str) -> None:
        """Remember the file that was uploaded. Raises LeaseLost."""
        with self._database.write() as session:
            _held(session, lease).file_id = file_id

    def note_in_target(self, lease: DeliveryLease, **facts: Any) -> None:
        """Remember something with the target, for whoever posts next. Raises LeaseLost."""
        with self._database.write() as session:
            delivery = _held(session, lease)
            delivery.target = {**delivery.target, **facts}

    def delivered(self, lease: DeliveryLease, shown: Mapping[str, Any] | None = None) -> None:
        """The answer stands in its thread: nothing more is owed. Raises LeaseLost.

        ``shown``: how it stands there, in the words of whoever posted it; kept with the target.
        """
        with self._database.write() as session:
            delivery = _held(session, lease)
            delivery.state, delivery.posted, delivery.error = "posted", self._database.now(session), ""
            delivery.target = {**delivery.target, **(shown or {})}
            _let_go(delivery)

    def postpone(self, lease: DeliveryLease, until: dt.datetime, error: str) -> None:
        """Let go until ``until`` (aware), because of ``error``; counts as a failed try. Raises LeaseLost."""
        with self._database.write() as session:
            delivery = _held(session, lease)
            delivery.attempts, delivery.next_try, delivery.error = delivery.attempts + 1, until, error
            _let_go(delivery)

    def release_delivery(self, lease: DeliveryLease) -> None:
        """Hand back at once (its worker was told to stop); no failed try. Raises LeaseLost."""
        with self._database.write() as session:
            _let_go(_held(session, lease))

    def undeliverable(self, lease: DeliveryLease, reason: str) -> None:
        """Give up for good: ``reason`` is shown on the trace and health pages. Raises LeaseLost."""
        with self._database.write() as session:
            delivery = _held(session, lease)
            delivery.state, delivery.error = "undeliverable", reason
            _let_go(delivery)

    def delivery_of(self, task_id: str) -> Delivery | None:
        """The delivery of a task. None: its answer is owed to nobody elsewhere."""
        with self._database.read() as session:
            return session.get(Delivery, task_id)

    def deliveries(self, state: DeliveryState, *, limit: int = 50) -> list[Delivery]:
        """Deliveries in a state, newest first."""
        with self._database.read() as session:
            newest = select(Delivery).where(Delivery.state == state).order_by(col(Delivery.created).desc())
            return list(session.exec(newest.limit(limit)))

    def delivery_counts(self) -> dict[str, int]:
        """How many deliveries are in each state."""
        with self._database.read() as session:
            rows = session.exec(select(Delivery.state, sa.func.count()).group_by(Delivery.state)).all()
            return {row[0]: row[1] for row in rows}


def _held(session: Session, lease: DeliveryLease) -> Delivery:
    wanted = select(Delivery).where(Delivery.task_id == lease.task_id).with_for_update()
    delivery = session.exec(wanted).first()
    held = ("waiting", lease.owner, lease.attempt)
    if delivery is None or (delivery.state, delivery.lease_owner, delivery.attempt) != held:
        raise LeaseLost
    return delivery


def _let_go(delivery: Delivery) -> None:
    delivery.lease_owner = delivery.lease_until = None
