"""The audit log: who changed what, when, from where. Append-only: there is no way to change or remove a row."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, col, select

from engine.answer import jsonable
from engine.store.database import Database
from engine.store.people_tables import Audit
from engine.store.text import storable


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something: a key (``person:<id>``, ``slack:<team>:<user>``, ``command``), and from where."""

    key: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Some of the entries that fit, newest first, and how many fit in all."""

    entries: list[Audit]
    total: int


class AuditLog:
    """Entries added and read. Changes that this store makes itself write theirs in the same transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        by: Actor,
        action: str,
        subject: str,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> None:
        """Write down a change. ``action`` as ``thing.what_happened``; ``subject``: the key of what was changed."""
        with self._database.write() as session:
            note(session, self._database.now(session), by, action, subject, before, after)

    def entries(
        self,
        *,
        actor: str = "",
        action: str = "",
        subject: str = "",
        since: dt.datetime | None = None,
        until: dt.datetime | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> AuditPage:
        """A page of entries that fit every field given. ``action`` also fits what begins with it and a dot."""
        conditions: list[sa.ColumnElement[bool]] = []
        if actor:
            conditions.append(col(Audit.actor) == actor)
        if action:
            below = col(Audit.action).startswith(f"{action}.", autoescape=True)
            conditions.append(sa.or_(col(Audit.action) == action, below))
        if subject:
            conditions.append(col(Audit.subject) == subject)
        if since:
            conditions.append(col(Audit.at) >= since)
        if until:
            conditions.append(col(Audit.at) < until)
        with self._database.read() as session:
            total = session.exec(select(sa.func.count()).select_from(Audit).where(*conditions)).one()
            newest = select(Audit).where(*conditions).order_by(col(Audit.id).desc())
            return AuditPage(list(session.exec(newest.limit(limit).offset(offset))), total)


def note(
    session: Session,
    at: dt.datetime,
    by: Actor,
    action: str,
    subject: str,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Write down a change in the transaction that makes it."""
    session.add(
        Audit(
            at=at,
            actor=storable(by.key),
            action=action,
            subject=storable(subject),
            before=_plain(before),
            after=_plain(after),
            address=storable(by.address),
        )
    )


def _plain(values: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if values is None:
        return None
    return {key: jsonable(value) for key, value in values.items()}
