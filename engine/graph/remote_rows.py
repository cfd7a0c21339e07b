"""Values of gremlinpython as plain Python values."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from enum import Enum

from gremlin_python.statics import BigDecimal, timestamp
from gremlin_python.structure import graph

from engine.graph.backend import Edge, Path, Property, Vertex
from engine.graph.values import aware, hashable


def plain(value: object, private: frozenset[str] = frozenset()) -> object:
    """One value of a row. ``private``: map keys left out."""
    match value:
        case None | bool() | dt.timedelta():
            return value
        case timestamp():
            return dt.datetime.fromtimestamp(value, dt.UTC)
        case int():
            return int(value)
        case float():
            return float(value)
        case str():
            return str(value)
        case dt.datetime():
            return aware(value)
        case BigDecimal():
            return float(value.value)
        case Decimal():
            return float(value)
        case dict():
            return _map(value, private)
        case list() | tuple() | set() | frozenset():
            return [plain(item, private) for item in value]
        case _:
            return _element(value, private)


def _map(value: dict[object, object], private: frozenset[str]) -> object:
    # types that gremlinpython has no reader for arrive as they stand in GraphSON
    inner = value.get("@value")
    if value.get("@type") == "janusgraph:RelationIdentifier":
        return inner["relationId"] if isinstance(inner, dict) else inner
    if value.get("@type") == "g:Tree" and isinstance(inner, list):
        return {hashable(plain(node["key"], private)): plain(node["value"], private) for node in inner}
    pairs = ((hashable(plain(key, private)), item) for key, item in value.items())
    return {key: plain(item, private) for key, item in pairs if key not in private}


def _element(value: object, private: frozenset[str]) -> object:
    match value:
        case graph.Vertex():
            return _vertex(value)
        case graph.Edge():
            return Edge(plain(value.id), value.label, _id(value.outV.id), _id(value.inV.id))
        case graph.VertexProperty():
            return Property(value.label, plain(value.value, private))
        case graph.Property():
            return Property(value.key, plain(value.value, private))
        case graph.Path():
            labels = tuple(tuple(sorted(names)) for names in value.labels)
            return Path(tuple(plain(item, private) for item in value.objects), labels)
        case Enum():  # T.id and T.label as map keys, directions as those of an edge's elementMap
            return value.name.rstrip("_")
        case _:
            return value


def _vertex(value: graph.Vertex) -> Vertex:
    return Vertex(_id(value.id), value.label)


def _id(value: object) -> str | int:
    return int(value) if isinstance(value, int) else str(value)
