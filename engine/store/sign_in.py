"""Ways in: links that work once, and the throttle that all tries to sign in pass."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import sqlalchemy as sa
from sqlmodel import Session, col, select

from engine.store.audit import Actor, note
from engine.store.database import Database
from engine.store.people_tables import LinkPurpose, Person, SignInFailure, SignInLink
from engine.store.secret import hash_of, new_secret
from engine.store.text import storable

FORGOTTEN_AFTER = dt.timedelta(days=1)


class Links:
    """Links that work once, before they expire, for what they were made for."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(
        self, person_id: str, seconds: float, purpose: LinkPurpose = "sign_in", by: Actor | None = None
    ) -> str:
        """Make a link; what is returned goes into its address. With ``by`` the audit log tells of it.

        A new link to set a password takes the place of those before: one that went astray works no longer.
        """
        secret, hashed = new_secret()
        with self._database.write() as session:
            now = self._database.now(session)
            if purpose == "password":
                void_passwords(session, person_id, now)
            expires = now + dt.timedelta(seconds=seconds)
            session.add(SignInLink(hash=hashed, person_id=person_id, purpose=purpose, expires=expires))
            if by:
                after = {"purpose": purpose, "expires": expires.isoformat()}
                note(session, now, by, "link.made", f"person:{person_id}", None, after)
        return secret

    def look(self, secret: str, purpose: LinkPurpose = "sign_in") -> Person | None:
        """Whose link it is, without using it up. None: it does not work, or the person is disabled."""
        with self._database.read() as session:
            now = self._database.now(session)
            good = (
                col(SignInLink.hash) == hash_of(secret),
                col(SignInLink.purpose) == purpose,
                col(SignInLink.used_at).is_(None),
                col(SignInLink.expires) > now,
                col(Person.disabled_at).is_(None),
            )
            return session.exec(select(Person).join(SignInLink).where(*good)).first()

    def use(self, secret: str, purpose: LinkPurpose = "sign_in") -> Person | None:
        """Whose link it is; from now on it does not work. None: it does not, or the person is disabled."""
        with self._database.write() as session:
            now = self._database.now(session)
            unused = (
                sa.update(SignInLink)
                .where(
                    col(SignInLink.hash) == hash_of(secret),
                    col(SignInLink.purpose) == purpose,
                    col(SignInLink.used_at).is_(None),
                    col(SignInLink.expires) > now,
                )
                .values(used_at=now)
                .returning(col(SignInLink.person_id))
            )
            person_id = session.connection().execute(unused).scalar_one_or_none()
            if person_id is None:
                return None
            return session.exec(
                select(Person).where(Person.id == person_id, col(Person.disabled_at).is_(None))
            ).first()


def void_passwords(session: Session, person_id: str, now: dt.datetime) -> None:
    """From now on no link made before sets this person's password."""
    open_ = (
        col(SignInLink.person_id) == person_id,
        col(SignInLink.purpose) == "password",
        col(SignInLink.used_at).is_(None),
    )
    session.connection().execute(sa.update(SignInLink).where(*open_).values(used_at=now))


class Throttle:
    """At most ``limit`` failed tries in ``window`` for a key, over all processes; for a wide one ``wide_limit``.

    A wide key is one that many share, such as an office's address: one person's mistakes must not shut out all.
    """

    def __init__(
        self,
        database: Database,
        *,
        limit: int = 5,
        wide_limit: int = 60,
        window: dt.timedelta = dt.timedelta(minutes=15),
    ) -> None:
        self._database = database
        self.limit = limit
        self.wide_limit = wide_limit
        self.window = window

    def enter(self, keys: Sequence[str], wide: Sequence[str] = ()) -> float:
        """Begin a try under every key: 0, or the seconds to wait before the next.

        The try counts as failed until ``succeeded`` is called: tries made side by side all count.
        """
        limits = {storable(key): self.wide_limit for key in wide} | {storable(key): self.limit for key in keys}
        with self._database.write() as session:
            self._database.alone(session, "sign_in_failure")
            now = self._database.now(session)
            for key, limit in limits.items():
                recent = select(SignInFailure.at).where(
                    SignInFailure.key == key, SignInFailure.at > now - self.window
                )
                times = session.exec(recent.order_by(col(SignInFailure.at).desc()).limit(limit)).all()
                if len(times) >= limit:
                    return max((times[-1] + self.window - now).total_seconds(), 1.0)
            session.add_all(SignInFailure(key=key, at=now) for key in limits)
            old = sa.delete(SignInFailure).where(col(SignInFailure.at) < now - FORGOTTEN_AFTER)
            session.connection().execute(old)
        return 0.0

    def succeeded(self, keys: Sequence[str], wide: Sequence[str] = ()) -> None:
        """Forget the failed tries of these keys; of wide ones this try only: the others may be somebody else's."""
        with self._database.write() as session:
            given = [storable(key) for key in keys]
            session.connection().execute(sa.delete(SignInFailure).where(col(SignInFailure.key).in_(given)))
            of = [select(sa.func.max(SignInFailure.id)).where(SignInFailure.key == storable(key)) for key in wide]
            for newest in of:
                this = sa.delete(SignInFailure).where(col(SignInFailure.id) == newest.scalar_subquery())
                session.connection().execute(this)
