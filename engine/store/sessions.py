"""Sessions: which browsers are signed in as whom, and until when. Anybody's can be ended at any time."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa
from sqlmodel import col, select

from engine.store.audit import Actor, note
from engine.store.database import Database
from engine.store.people_tables import Person, SignedIn
from engine.store.secret import hash_of, new_secret
from engine.store.text import storable

SEEN_SECONDS = 60  # how exactly the time of the last request is kept: not each one writes
LONGEST_AGENT = 300


class Sessions:
    """Sessions end after ``lifetime``, or when nothing was asked for ``idle``."""

    def __init__(
        self,
        database: Database,
        *,
        lifetime: dt.timedelta = dt.timedelta(days=7),
        idle: dt.timedelta = dt.timedelta(hours=12),
    ) -> None:
        self._database = database
        self.lifetime = lifetime
        self.idle = idle

    def start(self, person_id: str, by: Actor, *, agent: str = "") -> str:
        """Sign a browser in, and give the token for its cookie. The way it was done is not judged here."""
        token, hashed = new_secret()
        with self._database.write() as session:
            now = self._database.now(session)
            session.add(
                SignedIn(
                    id=hashed,
                    person_id=person_id,
                    created=now,
                    seen=now,
                    expires=now + self.lifetime,
                    agent=storable(agent)[:LONGEST_AGENT],
                )
            )
            note(session, now, by, "session.started", f"person:{person_id}")
        return token

    def find(self, token: str) -> tuple[SignedIn, Person] | None:
        """The session of a cookie's token and whose it is. None: ended, timed out, unknown; or disabled."""
        with self._database.read() as session:
            now = self._database.now(session)
            wanted = select(SignedIn, Person).join(Person).where(SignedIn.id == hash_of(token), *self._live(now))
            found = session.exec(wanted).first()
        if found is None:
            return None
        signed_in, person = found
        if now - signed_in.seen >= dt.timedelta(seconds=SEEN_SECONDS):
            seen = sa.update(SignedIn).where(col(SignedIn.id) == signed_in.id)
            self._database.in_passing(seen.values(seen=now))
        return signed_in, person

    def of(self, person_id: str) -> list[SignedIn]:
        """The live sessions of a person, the one last seen first."""
        return self._found(col(SignedIn.person_id) == person_id)

    def by_person(self) -> dict[str, list[SignedIn]]:
        """The live sessions of everybody who has one, by the person's id, the one last seen first."""
        found: dict[str, list[SignedIn]] = {}
        for one in self._found():
            found.setdefault(one.person_id, []).append(one)
        return found

    def end(self, session_id: str, by: Actor) -> bool:
        """End one session, by its id. False: there is no such session, or it had ended."""
        return self._end(by, col(SignedIn.id) == session_id) > 0

    def end_all(self, person_id: str, by: Actor, *, but: str = "") -> int:
        """End the sessions of a person, all but the one with the id ``but``. How many were ended."""
        return self._end(by, col(SignedIn.person_id) == person_id, col(SignedIn.id) != but)

    def _end(self, by: Actor, *which: sa.ColumnElement[bool]) -> int:
        with self._database.write() as session:
            now = self._database.now(session)
            live = select(SignedIn).where(col(SignedIn.ended_at).is_(None), *which).with_for_update()
            ended = session.exec(live).all()
            for signed_in in ended:
                signed_in.ended_at, signed_in.ended_by = now, by.key
                note(session, now, by, "session.ended", f"person:{signed_in.person_id}")
        return len(ended)

    def _found(self, *which: sa.ColumnElement[bool]) -> list[SignedIn]:
        with self._database.read() as session:
            live = self._live(self._database.now(session))
            wanted = select(SignedIn).join(Person).where(*which, *live)
            return list(session.exec(wanted.order_by(col(SignedIn.seen).desc())))

    def _live(self, now: dt.datetime) -> tuple[sa.ColumnElement[bool], ...]:
        return (
            col(SignedIn.ended_at).is_(None),
            col(SignedIn.expires) > now,
            col(SignedIn.seen) > now - self.idle,
            col(Person.disabled_at).is_(None),
        )
