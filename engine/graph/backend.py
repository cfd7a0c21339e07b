"""What every graph backend does, and the plain values it answers with."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.errors import ModelMustAct, OperatorMustAct
from engine.graph.schema import Schema
from engine.gremlin.tree import Traversal


@dataclass(frozen=True, slots=True)
class Vertex:
    """A vertex as a value; ids are what the server gave (str or int). Properties only where asked for."""

    id: str | int
    label: str
    properties: Mapping[str, object] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge as a value."""

    id: object
    label: str
    out_id: str | int
    in_id: str | int
    properties: Mapping[str, object] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Property:
    """A property object (of ``properties()``): key and value."""

    key: str
    value: object


@dataclass(frozen=True, slots=True)
class Path:
    """A path: its objects, and the step labels given to each."""

    objects: tuple[object, ...]
    labels: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps on one query. Time in seconds, size in bytes of the rows' JSON text."""

    timeout: float = 10.0
    rows: int = 1_000
    bytes: int = 4_000_000


@dataclass(frozen=True, slots=True)
class Result:
    """Rows as plain Python values (datetimes aware, UTC; maps with ``id``/``label`` for T keys).

    ``truncated`` names the cap that cut the rows (``rows`` or ``bytes``), or is empty.
    """

    rows: list[object]
    truncated: str = ""
    elapsed: dt.timedelta = dt.timedelta()


@dataclass(frozen=True, slots=True)
class Health:
    """``ok`` and, when not, what happened and what to do."""

    ok: bool
    detail: str
    hint: str = ""


class QueryError(ModelMustAct):
    """The graph refused the query: wrong step, wrong type, unsupported."""

    code = "query"


class QueryTimeout(ModelMustAct):
    """The query ran over its time-out."""

    code = "timeout"


class GraphUnavailable(OperatorMustAct):
    """The server is dead, restarting, unreachable, or refused the sign-in."""

    code = "unavailable"


class GraphBackend(Protocol):
    """One graph, read-only. Implementations are thread-safe."""

    @property
    def dialect(self) -> str:
        """``embedded``, ``tinkerpop``, ``janusgraph`` or ``neptune``."""
        ...

    def schema(self, *, refresh: bool = False) -> Schema:
        """The live schema, cached; ``refresh`` discovers it anew."""
        ...

    def run(self, traversal: Traversal, limits: Limits = Limits()) -> Result:
        """Run a traversal that policy has passed. Raises QueryError, QueryTimeout or GraphUnavailable."""
        ...

    def health(self) -> Health:
        """One cheap round trip."""
        ...

    def close(self) -> None:
        """Release connections and memory."""
        ...
