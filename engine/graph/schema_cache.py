"""Keeps a discovered schema for a while."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from threading import Lock

from engine.graph.schema import PropertyType, Schema

MAX_AGE = dt.timedelta(minutes=10)


class SchemaCache:
    """The schema, discovered anew when it is older than ``MAX_AGE`` or on demand; by one thread at a time."""

    def __init__(self, discover: Callable[[], Schema], max_age: dt.timedelta = MAX_AGE) -> None:
        self._discover = discover
        self._max_age = max_age
        self._lock = Lock()
        self._schema: Schema | None = None

    def get(self, *, refresh: bool = False) -> Schema:
        """The schema. Raises what discovery raises; a schema kept from before survives a failed refresh."""
        with self._lock:
            old = self._schema
            if old is None or refresh or dt.datetime.now(dt.UTC) - old.discovered_at > self._max_age:
                self._schema = old = self._discover()
            return old


def keys_of_type(schema: Schema, kind: PropertyType) -> frozenset[str]:
    """The property keys that have this type on some label."""
    owners = [*(v.properties for v in schema.vertices.values()), *(e.properties for e in schema.edges.values())]
    return frozenset(p.name for properties in owners for p in properties.values() if p.type == kind)
