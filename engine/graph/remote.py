"""A graph on a server: TinkerPop Gremlin Server, JanusGraph or Neptune, through gremlin-lang text."""

from __future__ import annotations

import datetime as dt
import re
import time

from engine.graph.backend import GraphUnavailable, Health, Limits, QueryError, QueryTimeout, Result
from engine.graph.connection import NoReply, Pool, Reply, TooLarge
from engine.graph.dialect import Dialect
from engine.graph.remote_rows import plain
from engine.graph.remote_schema import discover
from engine.graph.schema import Schema
from engine.graph.schema_cache import SchemaCache, keys_of_type
from engine.graph.terminal import finish, rows_wanted
from engine.graph.values import capped
from engine.gremlin.printer import text
from engine.gremlin.tree import Literal, Step, Traversal
from engine.settings import Settings

_OK = {200, 204, 206}
_TIMEOUT = 598
_BATCH = 64  # rows per message
_WIRE_FACTOR = 6  # GraphSON with types, and whole vertices, is this much longer than the rows' JSON
_HINT_SMALLER = "Narrow it: start from a label and a value, follow fewer hops, bound repeat() with times()."


class RemoteGraph:
    """One traversal source of a server. Thread-safe.

    Everything is sent as text with ``language: gremlin-lang``: a server's default for text is Groovy, which runs
    arbitrary code. ``private``: property keys that no result shows.
    """

    def __init__(
        self, pool: Pool, *, source: str = "g", dialect: str = "tinkerpop", private: tuple[str, ...] = ()
    ):
        self._pool = pool
        self._source = source
        self._dialect_name = dialect
        self.private = frozenset(private)
        self._schema = SchemaCache(lambda: discover(self._rows, self.private))
        self._dialect = Dialect(self._probe, self._date_keys)

    @classmethod
    def open(cls, settings: Settings, *, private: tuple[str, ...] = ()) -> RemoteGraph:
        """By the ``GREMLIN_*`` settings. Nothing is contacted yet."""
        secret = settings.gremlin_password
        pool = Pool(
            settings.gremlin_url or "",
            user=settings.gremlin_user or "",
            password=secret.get_secret_value() if secret else "",
        )
        return cls(pool, source=settings.gremlin_source, dialect=settings.gremlin_dialect, private=private)

    @property
    def dialect(self) -> str:
        """``tinkerpop``, ``janusgraph`` or ``neptune``, as set."""
        return self._dialect_name

    def schema(self, *, refresh: bool = False) -> Schema:
        """The live schema, kept for a while (``SchemaCache``)."""
        return self._schema.get(refresh=refresh)

    def run(self, traversal: Traversal, limits: Limits = Limits()) -> Result:  # noqa: B008 - frozen
        """Run a traversal that policy has passed. Raises QueryError, QueryTimeout or GraphUnavailable."""
        started = time.perf_counter()
        adapted = self._dialect.adapt(_limited(traversal, limits.rows + 1))
        rows, cut = self._ask(text(adapted), limits)
        plain_rows = finish(traversal, [plain(row, self.private) for row in rows])
        elapsed = dt.timedelta(seconds=time.perf_counter() - started)
        return capped(plain_rows, limits, elapsed, cut_before="bytes" if cut else "")

    def health(self) -> Health:
        """One cheap round trip."""
        try:
            self._ask("g.inject(1)", Limits(timeout=3.0))
        except GraphUnavailable as error:
            return Health(False, error.message, error.hint)
        except (QueryError, QueryTimeout) as error:
            return Health(False, error.message, error.hint)
        return Health(True, f"{self._dialect_name} server at {self._pool.url}")

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()

    def _date_keys(self) -> frozenset[str]:
        return keys_of_type(self.schema(), "datetime")

    def _rows(self, gremlin: str, seconds: float) -> list[object]:
        rows, _ = self._ask(gremlin, Limits(timeout=seconds, rows=100_000, bytes=32_000_000))
        return [plain(row) for row in rows]

    def _probe(self, gremlin: str) -> object:
        rows, _ = self._ask(gremlin, Limits(timeout=3.0))
        return plain(rows[0]) if rows else None

    def _ask(self, gremlin: str, limits: Limits) -> tuple[list[object], bool]:
        """The rows, and whether the answer was broken off because it grew too large."""
        rows: list[object] = []
        room = limits.bytes * _WIRE_FACTOR

        def keep(reply: Reply) -> bool:
            nonlocal room
            if reply.status not in _OK:
                raise self._server_error(reply, limits)
            rows.extend(reply.rows)
            room -= reply.length
            return room > 0 and len(rows) <= limits.rows

        args: dict[str, object] = {
            "gremlin": gremlin,
            "language": "gremlin-lang",
            "aliases": {"g": self._source},
            "evaluationTimeout": max(1, int(limits.timeout * 1000)),
            "batchSize": _BATCH,
        }
        try:
            self._pool.ask(args, limits.timeout, 0.4 * limits.timeout, keep)
        except TooLarge:
            return rows, True
        except NoReply as silent:
            raise self._silence(silent, limits) from None
        return rows, room <= 0

    def _silence(self, silent: NoReply, limits: Limits) -> QueryTimeout | GraphUnavailable:
        if silent.alive:
            return _timeout(limits)
        return GraphUnavailable(
            f"The graph server at {self._pool.url} did not answer within {limits.timeout:g} s.",
            "It may be overloaded or unreachable; check it, then try again.",
        )

    def _server_error(self, reply: Reply, limits: Limits) -> QueryError | QueryTimeout | GraphUnavailable:
        message = clean_message(reply.message)
        if reply.status == _TIMEOUT or "evaluationTimeout" in message:
            return _timeout(limits)
        if reply.status in {401, 403}:
            return GraphUnavailable(
                f"The graph server at {self._pool.url} refused the sign-in.",
                "Check GREMLIN_USER and GREMLIN_PASSWORD.",
            )
        if "alias" in message and self._source in message:
            return GraphUnavailable(
                f"The graph server has no traversal source '{self._source}'.", "Check GREMLIN_SOURCE."
            )
        return QueryError(f"The graph server refused the query: {message}")


def _limited(traversal: Traversal, rows: int) -> Traversal:
    """Cut after ``rows`` rows on the server, without its terminal step."""
    limit = Step("limit", (Literal(rows_wanted(traversal, rows), "int"),))
    return Traversal(traversal.root, (*traversal.steps, limit))


def _timeout(limits: Limits) -> QueryTimeout:
    return QueryTimeout(f"The query ran longer than {limits.timeout:g} s and was stopped.", _HINT_SMALLER)


_CLASS = re.compile(r"\b(?:[a-z_]\w*\.){2,}([A-Z]\w*)")
_MODULES = re.compile(r"\s*\([^()]* module [^()]*\)")
_GRAMMAR = re.compile(r"Failed to interpret Gremlin query: ", re.IGNORECASE)


def clean_message(message: str) -> str:
    """A server's message for people: one line, no stack trace, class names without their packages."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    first = next((line for line in lines if not line.startswith("at ")), "no reason given")
    return _CLASS.sub(r"\1", _MODULES.sub("", _GRAMMAR.sub("", first)))[:400]
