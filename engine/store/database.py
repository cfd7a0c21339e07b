"""The door to the SQL database: pragmas, transactions, migrations, and errors a person can act on."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import NoSuchModuleError
from sqlmodel import Session, create_engine, select

from engine.store.patience import busy_milliseconds as waiting
from engine.store.patience import patience
from engine.store.text import all_storable
from engine.store.trouble import StoreUnavailable, explained, place_of

SYNCHRONOUS = "FULL"  # what was acknowledged must outlast a power cut too: about 0.4 ms a commit
MIGRATION_LOCK = 0x67726170  # any fixed number: Postgres keeps one namespace of advisory locks per database
_MIGRATIONS = Path(__file__).parent / "migrations"


class Database:
    """One SQL database: sessions that read, sessions that write.

    On SQLite a write session begins IMMEDIATE: with deferred transactions, writers that read first lose to one
    another with "database is locked" whatever the time-out.
    """

    def __init__(self, url: str, *, busy_milliseconds: int | None = None) -> None:
        """Open ``url`` and bring its tables up to date. Raises StoreUnavailable."""
        self.engine = database_engine(url, busy_milliseconds)
        self.place = place_of(self.engine.url)
        self._writer = self.engine.execution_options(graphdesk_write=True)
        self._under_way = threading.local()  # the write session that this thread is in
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        with explained(self.place):
            self._migrate()

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that only reads. Within a write session of this thread it is that one."""
        if outer := self._outer():
            yield outer
            return
        with explained(self.place), Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session whose changes are committed at its end, or rolled back when the block raises.

        Within another one of this thread it is that one: all of it is committed, or none.
        """
        if outer := self._outer():
            yield outer
            outer.flush()
            return
        with explained(self.place), Session(self._writer, expire_on_commit=False) as session, session.begin():
            self._under_way.session = session
            try:
                yield session
            finally:
                self._under_way.session = None

    @contextmanager
    def trial(self) -> Iterator[sa.Connection]:
        """A connection that may write, and whose changes are undone at the end of the block."""
        with explained(self.place), self._writer.connect() as connection:
            yield connection

    def in_passing(self, change: sa.Update) -> None:
        """Make a change that can be done without: left out where it would have to wait, or cannot be made."""
        with suppress(StoreUnavailable), patience(0), self.write() as session:
            session.connection().execute(change)

    def _outer(self) -> Session | None:
        outer: Session | None = getattr(self._under_way, "session", None)
        return outer

    def now(self, session: Session) -> dt.datetime:
        """The database's clock where it has one of its own: workers on several machines then agree on leases."""
        if self.is_sqlite:
            return dt.datetime.now(dt.UTC)
        moment = session.exec(select(sa.func.clock_timestamp(type_=sa.DateTime(timezone=True)))).one()
        return moment.astimezone(dt.UTC)

    def alone(self, session: Session, table: str) -> None:
        """Keep other writers out of a table until the transaction ends; on SQLite each write session does."""
        if not self.is_sqlite:
            session.connection().exec_driver_sql(f'LOCK TABLE "{table}" IN SHARE ROW EXCLUSIVE MODE')

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    def _is_current(self) -> bool:
        """Whether the newest migration is applied; told without Alembic, which is slow to import."""
        newest = _newest()
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return False
            return bool(connection.scalar(sa.text("SELECT version_num FROM alembic_version")) == newest)

    def _migrate(self) -> None:
        if self._is_current():
            return
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        # One transaction round all of it: processes that start together on one database wait for the first.
        with self._writer.begin() as connection:
            if not self.is_sqlite:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as error:  # it does not know the version that is applied
                raise StoreUnavailable(
                    f"The tables are newer than this program: {self.place}.",
                    "Run the version of graphdesk that made them, or a newer one.",
                ) from error


@dataclass(frozen=True, slots=True)
class Versions:
    """Of a database's tables: which is applied (None: there are none) and which the program knows as newest."""

    place: str
    applied: str | None
    newest: str


def versions(url: str) -> Versions:
    """Which version a database has; changes nothing. Raises StoreUnavailable."""
    engine = database_engine(url)
    place = place_of(engine.url)
    try:
        with explained(place), engine.connect() as connection:
            there = sa.inspect(connection).has_table("alembic_version")
            applied = connection.scalar(sa.text("SELECT version_num FROM alembic_version")) if there else None
    finally:
        engine.dispose()
    return Versions(place, applied, _newest())


def server_clock(url: str) -> float:
    """The time on a PostgreSQL server, in seconds since 1970. Raises StoreUnavailable."""
    engine = database_engine(url)
    try:
        with explained(place_of(engine.url)), engine.connect() as connection:
            return float(connection.scalar(sa.text("SELECT extract(epoch FROM clock_timestamp())")) or 0)
    finally:
        engine.dispose()


def _newest() -> str:
    return max(path.name for path in _MIGRATIONS.glob("versions/[0-9]*.py")).partition("_")[0]


def database_engine(url: str, busy_milliseconds: int | None = None) -> sa.Engine:
    """Connections to ``url``, with our pragmas on SQLite. Raises StoreUnavailable for what is no address."""
    try:
        parsed = sa.make_url(url)
        if parsed.drivername in ("postgres", "postgresql"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() != "sqlite":
            return _holding_text(create_engine(parsed, pool_pre_ping=True, connect_args={"connect_timeout": 10}))
    except (sa.exc.ArgumentError, NoSuchModuleError) as error:
        message = "DATABASE_URL is not the address of a SQLite or Postgres database."
        raise StoreUnavailable(message, "Write it as postgresql://user:password@host/database.") from error
    if parsed.database and parsed.database != ":memory:":
        try:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreUnavailable(
                f"The folder of the database cannot be made: {error.strerror}.",
                "Set GRAPHDESK_HOME to a folder that this user may write.",
            ) from error
    engine = _holding_text(create_engine(parsed))

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver must not begin transactions of its own
        # The time-out comes first: switching to WAL needs a lock that another process may hold.
        for pragma in (
            f"busy_timeout={waiting(busy_milliseconds)}",
            "journal_mode=WAL",
            f"synchronous={SYNCHRONOUS}",
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        write = connection.get_execution_options().get("graphdesk_write")
        # Set each time: who had this connection of the pool before may have had less patience, or more.
        connection.exec_driver_sql(f"PRAGMA busy_timeout={waiting(busy_milliseconds)}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def _holding_text(engine: sa.Engine) -> sa.Engine:
    """What is looked for is told as it would be kept: databases refuse a NUL or half a character there too."""

    @event.listens_for(engine, "before_cursor_execute", retval=True)
    def on_execute(
        _connection: object, _cursor: object, statement: str, given: Any, _context: object, _many: bool
    ) -> tuple[str, Any]:
        return statement, all_storable(given)

    return engine
