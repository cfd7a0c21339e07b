"""API tokens: by which programs act as the person who made them."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa
from sqlmodel import col, select

from engine.store.audit import Actor, note
from engine.store.database import Database
from engine.store.people_tables import ApiToken, Person
from engine.store.secret import hash_of, new_secret
from engine.store.text import storable

PREFIX = "graphdesk_"  # so that a leaked one is recognised
USED_SECONDS = 60  # how exactly the time of the last use is kept


class Tokens:
    """Tokens of people. Each is shown once, when it is made."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(self, person_id: str, name: str, by: Actor) -> str:
        """Make a token, to be shown this once."""
        secret, hashed = new_secret(PREFIX)
        with self._database.write() as session:
            now = self._database.now(session)
            kept = storable(name.strip())
            session.add(ApiToken(hash=hashed, person_id=person_id, name=kept, created=now))
            note(session, now, by, "token.made", f"person:{person_id}", None, {"name": kept})
        return secret

    def find(self, secret: str) -> Person | None:
        """As whom the bearer acts. None: unknown or revoked, or a disabled person."""
        with self._database.read() as session:
            now = self._database.now(session)
            valid = (col(ApiToken.revoked).is_(None), col(Person.disabled_at).is_(None))
            wanted = select(ApiToken, Person).join(Person).where(ApiToken.hash == hash_of(secret), *valid)
            found = session.exec(wanted).first()
        if found is None:
            return None
        token, person = found
        if token.used is None or now - token.used >= dt.timedelta(seconds=USED_SECONDS):
            used = sa.update(ApiToken).where(col(ApiToken.hash) == token.hash)
            self._database.in_passing(used.values(used=now))
        return person

    def of(self, person_id: str) -> list[ApiToken]:
        """The tokens of a person that are not revoked, newest first."""
        with self._database.read() as session:
            wanted = select(ApiToken).where(ApiToken.person_id == person_id, col(ApiToken.revoked).is_(None))
            return list(session.exec(wanted.order_by(col(ApiToken.created).desc())))

    def revoke(self, token_hash: str, by: Actor, *, person_id: str | None = None) -> bool:
        """Revoke a token, by its hash; with ``person_id``, only if it is that person's. False: there is none."""
        with self._database.write() as session:
            wanted = select(ApiToken).where(ApiToken.hash == token_hash, col(ApiToken.revoked).is_(None))
            token = session.exec(wanted.with_for_update()).first()
            if token is None or person_id not in (None, token.person_id):
                return False
            now = self._database.now(session)
            token.revoked = now
            note(session, now, by, "token.revoked", f"person:{token.person_id}", {"name": token.name}, None)
        return True
