"""The tables about people: who they are, how they are signed in, what they changed. Times are UTC.

Of every secret that is handed out (cookie, link, API token) only the hash is kept.
"""

from __future__ import annotations

import datetime as dt
from typing import Any
from typing import Literal as OneOf

from sqlalchemy import JSON, Column, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

Role = OneOf["viewer", "reviewer", "admin"]
ROLES: tuple[Role, ...] = ("viewer", "reviewer", "admin")  # each may do what those before it may
LinkPurpose = OneOf["sign_in", "password"]


class Person(SQLModel, table=True):
    """Somebody who may sign in. ``email`` is in lower case; no ``password_hash``: by other ways only."""

    __table_args__ = (UniqueConstraint("slack_team", "slack_user"),)

    id: str = Field(primary_key=True)
    name: str
    email: str | None = Field(default=None, unique=True)
    slack_team: str | None = None
    slack_user: str | None = None
    role: str
    password_hash: str | None = None
    disabled_at: dt.datetime | None = None
    created: dt.datetime

    @property
    def key(self) -> str:
        """How tasks, views and the audit log name this person."""
        return f"person:{self.id}"

    @property
    def slack_key(self) -> str:
        """How tasks name this person when they ask in Slack; empty without a Slack account."""
        return f"slack:{self.slack_team}:{self.slack_user}" if self.slack_team and self.slack_user else ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Every name under which this person asks."""
        return (self.key, self.slack_key) if self.slack_key else (self.key,)


class SignedIn(SQLModel, table=True):
    """One browser that is signed in. ``id`` is the hash of its cookie's token; ``agent`` what it calls itself."""

    __tablename__ = "session"

    id: str = Field(primary_key=True)
    person_id: str = Field(foreign_key="person.id", index=True)
    created: dt.datetime
    seen: dt.datetime
    expires: dt.datetime
    ended_at: dt.datetime | None = None
    ended_by: str = ""
    agent: str = ""


class SignInLink(SQLModel, table=True):
    """A link that works once."""

    __tablename__ = "sign_in_link"

    hash: str = Field(primary_key=True)
    person_id: str = Field(foreign_key="person.id")
    purpose: str
    expires: dt.datetime
    used_at: dt.datetime | None = None


class SignInFailure(SQLModel, table=True):
    """One try to sign in that did not succeed (yet), under a key such as an e-mail or an address."""

    __tablename__ = "sign_in_failure"
    __table_args__ = (Index("ix_sign_in_failure", "key", "at"),)

    id: int | None = Field(default=None, primary_key=True)
    key: str
    at: dt.datetime


class ApiToken(SQLModel, table=True):
    """A token by which a program acts as a person."""

    __tablename__ = "api_token"

    hash: str = Field(primary_key=True)
    person_id: str = Field(foreign_key="person.id", index=True)
    name: str
    created: dt.datetime
    used: dt.datetime | None = None
    revoked: dt.datetime | None = None


class Audit(SQLModel, table=True):
    """One change: who, what, of what, before and after, from which address. The database refuses to alter it."""

    id: int | None = Field(default=None, primary_key=True)
    at: dt.datetime = Field(index=True)
    actor: str = Field(index=True)
    action: str = Field(index=True)
    subject: str = Field(index=True)
    before: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    after: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    address: str = ""


class SavedView(SQLModel, table=True):
    """A page with its query, kept under a name by its owner (a person's key), and shown to all when shared."""

    __tablename__ = "saved_view"
    __table_args__ = (UniqueConstraint("owner", "page", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    owner: str
    name: str
    page: str
    query: str
    shared: bool = False
    created: dt.datetime


class SentForm(SQLModel, table=True):
    """A form that was sent, by its key: what it asks for is done. ``then``: the address that it led to, if any."""

    __tablename__ = "sent_form"

    key: str = Field(primary_key=True)
    at: dt.datetime = Field(index=True)
    then: str = ""
