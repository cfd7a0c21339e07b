"""People: added, looked up, given a role, disabled. Each change writes its entry in the audit log with it."""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from engine.errors import UserMustAct
from engine.store.audit import Actor, note
from engine.store.database import Database
from engine.store.people_tables import ApiToken, Person, Role, SignedIn
from engine.store.sign_in import void_passwords
from engine.store.text import storable


class UnknownPerson(UserMustAct):
    """There is nobody of that id."""

    code = "unknown_person"


class PersonExists(UserMustAct):
    """Somebody has that e-mail or Slack account already."""

    code = "person_exists"


class LastAdmin(UserMustAct):
    """The change would leave nobody who may make changes."""

    code = "last_admin"


class People:
    """Everybody who may sign in. Passwords come here hashed, and are judged elsewhere."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        name: str,
        role: Role,
        by: Actor,
        *,
        email: str | None = None,
        slack_team: str | None = None,
        slack_user: str | None = None,
        password_hash: str | None = None,
    ) -> Person:
        """Add a person. Raises PersonExists."""
        try:
            with self._database.write() as session:
                person = Person(
                    id=secrets.token_hex(8),
                    name=storable(name.strip()),
                    role=role,
                    email=normal_email(email),
                    slack_team=slack_team or None,
                    slack_user=slack_user or None,
                    password_hash=password_hash,
                    created=self._database.now(session),
                )
                session.add(person)
                session.flush()
                note(session, person.created, by, "person.added", person.key, None, _shown(person))
        except IntegrityError as error:
            raise PersonExists(
                "Somebody has this e-mail or Slack account already.", "See the list of people."
            ) from error
        return person

    def get(self, person_id: str) -> Person:
        """One person. Raises UnknownPerson."""
        with self._database.read() as session:
            return _known(session.get(Person, person_id))

    def by_email(self, email: str) -> Person | None:
        """Whose e-mail it is, in any case of letters."""
        wanted = normal_email(email)
        if wanted is None:  # which in SQL would be everybody without one
            return None
        with self._database.read() as session:
            return session.exec(select(Person).where(col(Person.email) == wanted)).first()

    def by_slack(self, team: str, user: str) -> Person | None:
        """Whose Slack account it is."""
        with self._database.read() as session:
            wanted = select(Person).where(col(Person.slack_team) == team, col(Person.slack_user) == user)
            return session.exec(wanted).first()

    def all(self) -> list[Person]:
        """Everybody, by name."""
        with self._database.read() as session:
            return list(session.exec(select(Person).order_by(sa.func.lower(Person.name), col(Person.id))))

    def rename(self, person_id: str, name: str, by: Actor) -> Person:
        """Give another name. Raises UnknownPerson."""
        return self._change(person_id, by, "person.renamed", name=storable(name.strip()))

    def set_role(self, person_id: str, role: Role, by: Actor) -> Person:
        """Give another role. Raises UnknownPerson, LastAdmin."""
        return self._change(person_id, by, "person.role", role=role)

    def set_password(self, person_id: str, password_hash: str | None, by: Actor) -> Person:
        """Set or remove the password, and void the links that would set it; the log says only that it was.

        Raises UnknownPerson.
        """
        with self._database.write() as session:
            void_passwords(session, person_id, self._database.now(session))
            return self._change(person_id, by, "person.password", password_hash=password_hash)

    def link_slack(self, person_id: str, team: str, user: str, by: Actor) -> Person:
        """Let a person sign in by a Slack account, and be known by it. Raises UnknownPerson, PersonExists."""
        with self._database.write() as session:
            self._locked(session, person_id)
            other = self.by_slack(team, user)
            if other and other.id != person_id:
                raise PersonExists(
                    f"The Slack user {user} is linked to {other.name} already.",
                    "Unlink it there, then link it here.",
                )
            return self._change(person_id, by, "person.slack", slack_team=team, slack_user=user)

    def unlink_slack(self, person_id: str, by: Actor) -> Person:
        """Let a person no longer sign in by their Slack account. Raises UnknownPerson."""
        return self._change(person_id, by, "person.slack_unlinked", slack_team=None, slack_user=None)

    def disable(self, person_id: str, by: Actor) -> Person:
        """Lock somebody out: sessions ended, API tokens revoked. Raises UnknownPerson, LastAdmin."""
        with self._database.write() as session:
            person, now = self._locked(session, person_id), self._database.now(session)
            if person.disabled_at is None:
                self._keep_an_admin(session, person)
                person.disabled_at = now
                note(session, now, by, "person.disabled", person.key)
            live = sa.update(SignedIn).where(
                col(SignedIn.person_id) == person_id, col(SignedIn.ended_at).is_(None)
            )
            session.connection().execute(live.values(ended_at=now, ended_by=by.key))
            valid = sa.update(ApiToken).where(
                col(ApiToken.person_id) == person_id, col(ApiToken.revoked).is_(None)
            )
            session.connection().execute(valid.values(revoked=now))
        return person

    def enable(self, person_id: str, by: Actor) -> Person:
        """Let somebody in again. Raises UnknownPerson."""
        return self._change(person_id, by, "person.enabled", disabled_at=None)

    def _change(self, person_id: str, by: Actor, action: str, **values: Any) -> Person:
        with self._database.write() as session:
            person = self._locked(session, person_id)
            changed = {name: value for name, value in values.items() if getattr(person, name) != value}
            if not changed:
                return person
            if changed.get("role", "admin") != "admin":
                self._keep_an_admin(session, person)
            before = {name: getattr(person, name) for name in changed}
            for name, value in changed.items():
                setattr(person, name, value)
            now = self._database.now(session)
            note(session, now, by, action, person.key, _open(before), _open(changed))
        return person

    def _locked(self, session: Session, person_id: str) -> Person:
        """The person, and nobody else changes people: two admins cannot take one another's role side by side."""
        self._database.alone(session, "person")
        return _known(session.get(Person, person_id, populate_existing=True))  # not as read before the lock

    def _keep_an_admin(self, session: Session, person: Person) -> None:
        admins = session.exec(select(Person.id).where(Person.role == "admin", col(Person.disabled_at).is_(None)))
        if list(admins) == [person.id]:
            raise LastAdmin("This is the only admin.", "Make somebody else admin first.")


def normal_email(email: str | None) -> str | None:
    """As it is kept and compared: without outer blanks, in lower case; None for an empty one."""
    return storable((email or "").strip().casefold()) or None


def _known(person: Person | None) -> Person:
    if person is None:
        raise UnknownPerson("There is no such person.", "See the list of people.")
    return person


def _shown(person: Person) -> dict[str, Any]:
    return _open(person.model_dump(exclude={"id", "created", "disabled_at"}, exclude_none=True))


def _open(values: dict[str, Any]) -> dict[str, Any]:
    """What the log may show."""
    return {name: "set" if name == "password_hash" and value else value for name, value in values.items()}
