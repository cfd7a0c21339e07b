"""The store: everything that is kept in the SQL database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.store.audit import AuditLog
from engine.store.database import Database
from engine.store.deliveries import Deliveries
from engine.store.forms import Forms
from engine.store.listing import Listing
from engine.store.notices import Notices
from engine.store.overview import Overview
from engine.store.people import People
from engine.store.queue import Queue
from engine.store.reading import Reading
from engine.store.sessions import Sessions
from engine.store.sign_in import Links, Throttle
from engine.store.tokens import Tokens
from engine.store.views import Views
from engine.store.workers import Workers
from engine.store.writable import Writable


class Store(Queue, Reading, Listing, Overview, Deliveries, Workers, Notices, Writable):
    """Tasks and what belongs to them, and people, in one SQL database.

    Thread-safe. Any method may raise StoreUnavailable.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.people = People(database)
        self.sessions = Sessions(database)
        self.links = Links(database)
        self.throttle = Throttle(database)
        self.tokens = Tokens(database)
        self.audit = AuditLog(database)
        self.views = Views(database)
        self.forms = Forms(database)

    @classmethod
    def open(cls, url: str) -> Store:
        """Open the database at ``url`` (``sqlite:///file`` or ``postgresql://…``), its tables up to date."""
        return cls(Database(url))

    @contextmanager
    def together(self) -> Iterator[None]:
        """What this thread changes in the block is one transaction: a process killed in it has changed nothing."""
        with self._database.write():
            yield

    def close(self) -> None:
        """Close every connection."""
        self._database.close()
