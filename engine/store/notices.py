"""Small things that are said once, whichever process is told of them, and how often."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from engine.store.database import Database
from engine.store.tables import Notice

TAKEN_SECONDS = 30.0  # after which what was taken and not said is taken again: whoever took it was killed
KEPT = dt.timedelta(days=1)  # Slack tells of a thing again for some minutes


class Notices:
    """What is said once per key."""

    _database: Database

    def take_notice(self, key: str) -> bool:
        """Whether it is the caller who says it. True for one, until it was not said in TAKEN_SECONDS."""
        try:
            with self._database.write() as session:
                now = self._database.now(session)
                there = session.get(Notice, key, with_for_update=True)
                if there is not None:
                    late = now - dt.timedelta(seconds=TAKEN_SECONDS)
                    if there.said is not None or _aware(there.taken) > late:
                        return False
                    there.taken = now
                    return True
                session.connection().execute(sa.delete(Notice).where(col(Notice.taken) < now - KEPT))
                session.add(Notice(key=key, taken=now))
                return True
        except IntegrityError:  # another process took it since we looked
            return False

    def notice_said(self, key: str) -> None:
        """It was said: nobody says it again."""
        with self._database.write() as session:
            there = session.get(Notice, key)
            if there is not None:
                there.said = self._database.now(session)


def _aware(moment: dt.datetime) -> dt.datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
