"""Forms that were sent: a form bears a key of its own, so that what it asks for is done once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from engine.store.database import Database
from engine.store.people_tables import SentForm

FORGOTTEN_AFTER = dt.timedelta(days=7)  # a session, and with it the page of a form, lasts no longer


class Forms:
    """What was sent, by key, and where it led."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def led_to(self, key: str) -> str | None:
        """Where the form of this key led (empty: nowhere in particular); None: it was not sent yet."""
        with self._database.read() as session:
            found = session.get(SentForm, key)
        return found.then if found else None

    def once(self, key: str, work: Callable[[], str]) -> str | None:
        """Do the work and keep what it gives, in one transaction with what it changes; that is returned.

        None: the form of this key is sent already, and nothing was done. Two at once: the second waits for the
        first, and does the work itself only when the first one failed. Whatever ``work`` raises undoes it all.
        """
        try:
            with self._database.write() as session:
                now = self._database.now(session)
                old = sa.delete(SentForm).where(col(SentForm.at) < now - FORGOTTEN_AFTER)
                session.connection().execute(old)
                form = SentForm(key=key, at=now, then="")
                session.add(form)
                try:
                    session.flush()
                except IntegrityError as error:
                    raise _SentAlready from error
                form.then = work()
        except _SentAlready:
            return None
        return form.then


class _SentAlready(Exception):
    """Undoes the transaction."""
