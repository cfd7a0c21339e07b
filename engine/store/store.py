"""The store: everything that is kept in the SQL database."""

from __future__ import annotations

from engine.store.database import Database
from engine.store.deliveries import Deliveries
from engine.store.queue import Queue
from engine.store.reading import Reading


class Store(Queue, Reading, Deliveries):
    """Tasks and what belongs to them in one SQL database. Thread-safe. Any method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, url: str) -> Store:
        """Open the database at ``url`` (``sqlite:///file`` or ``postgresql://…``), its tables up to date."""
        return cls(Database(url))

    def close(self) -> None:
        """Close every connection."""
        self._database.close()
