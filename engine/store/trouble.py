"""Trouble with the database, said so that a person can act: what happened, to which database, what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from engine.errors import OperatorMustAct


class StoreUnavailable(OperatorMustAct):
    """The database could not be read or written."""

    code = "store_unavailable"


# What databases say -> what happened, what to do. The first that is found in the message counts.
_EXPLANATIONS = (
    (
        ("database or disk is full", "no space left"),
        "The disk of the database is full: {place}.",
        "Free some space there, then ask again: nothing that was committed is lost.",
    ),
    (
        ("disk i/o error",),
        "The disk of the database cannot be read or written: {place}.",
        "Check that the disk is there, has space left and is sound.",
    ),
    (
        ("database is locked", "database table is locked", "lock timeout", "deadlock"),
        "The database is held by another program: {place}.",
        "Close whatever has the database open for writing (a backup, a shell), then try again.",
    ),
    (
        ("readonly database", "read-only", "permission denied"),
        "The database may not be written by this user: {place}.",
        "Give this user the right to write the database file and its folder.",
    ),
    (
        ("unable to open database file",),
        "The database file cannot be opened: {place}.",
        "Set GRAPHDESK_HOME to a folder that this user may write.",
    ),
    (
        ("file is not a database", "malformed"),
        "The database file is damaged or is no database: {place}.",
        "Put back a copy of it, or move it away to start with an empty one.",
    ),
    (
        ("password authentication failed", "role "),
        "The database refused the sign-in: {place}.",
        "Check the name and the password in DATABASE_URL.",
    ),
    (
        ("fatal:  database",),
        "There is no such database: {place}.",
        "Create it, or correct the name in DATABASE_URL.",
    ),
    (
        ("too many clients", "connection slots are reserved"),
        "The database takes no more connections: {place}.",
        "Raise its max_connections, or run fewer processes.",
    ),
)


@contextmanager
def explained(place: str) -> Iterator[None]:
    """Turn the driver's errors into StoreUnavailable; without SQL and without secrets."""
    try:
        yield
    except DBAPIError as error:
        said = str(error.orig).lower()
        for marks, message, hint in _EXPLANATIONS:
            if any(mark in said for mark in marks):
                raise StoreUnavailable(message.format(place=place), hint) from error
        if isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError) or error.connection_invalidated:
            hint = "Check that it runs and that DATABASE_URL is right; nothing that was committed is lost."
            raise StoreUnavailable(f"The database does not answer: {place}.", hint) from error
        raise


def place_of(url: sa.URL) -> str:
    """Which database it is, for people: the file, or server and name; no user and no password."""
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    host = f"[{url.host}]" if ":" in (url.host or "") else url.host or "localhost"
    return f"{host}:{url.port or 5432}/{url.database or ''}"
