"""Whether the database can be written, found out by a write that is undone."""

from __future__ import annotations

import sqlalchemy as sa

from engine.store.database import Database
from engine.store.patience import busy_milliseconds

# Characters of a trial; with its index twice as many bytes: about what a question and its answer take.
ROOM = 128_000


class Writable:
    """The trial write of a store."""

    _database: Database

    def check_writable(self) -> None:
        """Raises StoreUnavailable when nothing can be written: no room, another holds it, no right to."""
        with self._database.trial() as connection:
            if self._database.is_sqlite:
                _fill(connection)
            else:  # a server that has no room left does not answer at all; one that only reads refuses this
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = {busy_milliseconds(None)}")
                connection.exec_driver_sql("DELETE FROM notice WHERE false")


def _fill(connection: sa.Connection) -> None:
    """Write what needs room on the disk. What is undone stays in memory, unless there is no room for it there."""
    memory = connection.exec_driver_sql("PRAGMA cache_size").scalar_one()
    connection.exec_driver_sql("PRAGMA cache_size = 1")
    try:
        connection.exec_driver_sql("INSERT INTO notice (key, taken) VALUES (zeroblob(?), '')", (ROOM,))
    finally:
        connection.exec_driver_sql(f"PRAGMA cache_size = {memory}")
