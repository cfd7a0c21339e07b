"""Rows of the embedded engine as plain Python values.

The engine hands a result over twice: as values, which have types but lose the order of map keys, and as JSON,
which keeps that order. Both are walked side by side.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
import secrets

import graphersal

from engine.graph.backend import Edge, Path, Property, Vertex
from engine.graph.several import PROPERTY_KEY, PROPERTY_VALUE
from engine.graph.values import aware, hashable

# Maps whose keys are not all text arrive as lists that start with this mark; no data can pose as one.
MAP_MARK = "m" + secrets.token_hex(8)


def plain_rows(rows: list[object], text: str, private: frozenset[str] = frozenset()) -> list[object]:
    """Rows as plain values. ``text``: their JSON as ``{"results": [...]}``. ``private``: map keys left out."""
    shadows: list[object] = []
    if any(isinstance(row, dict | list) for row in rows):
        shadows = json.loads(text)["results"]
    return [_plain(row, shadow, private) for row, shadow in itertools.zip_longest(rows, shadows)]


def plain_value(value: object) -> object:
    """One value that is no map."""
    return _plain(value, None, frozenset())


def as_path(row: object) -> object:
    """A path's objects as a Path; its step labels are not known to the engine's results."""
    return Path(tuple(row)) if isinstance(row, list) else row


def _plain(value: object, shadow: object, private: frozenset[str]) -> object:
    match value:
        case dict():
            return _map(value, shadow, private)
        case [mark, *pairs] if mark == MAP_MARK:
            return _marked_map(pairs, shadow, private)
        case list():
            shadows = shadow if isinstance(shadow, list) else [None] * len(value)
            return [_plain(v, s, private) for v, s in zip(value, shadows, strict=True)]
        case dt.datetime():
            return aware(value)
        case graphersal.Vertex():
            return Vertex(value.id, value.label or "")
        case graphersal.Edge():
            return Edge(value.id, value.label or "", value.out_v.id, value.in_v.id)
        case graphersal.Vector():
            return value.tolist()
        case graphersal.Interval():
            return value.to_iso()
        case _:
            return value


def _map(value: dict[str, object], shadow: object, private: frozenset[str]) -> object:
    if (
        isinstance(shadow, dict) and shadow.get("@type") == "graphersal:Object"
    ):  # the engine's escape for such keys
        shadow = shadow["@value"]
    shadows = shadow if isinstance(shadow, dict) and shadow.keys() == value.keys() else dict.fromkeys(value)
    if PROPERTY_KEY in value and PROPERTY_VALUE in value:
        return Property(str(value[PROPERTY_KEY]), _plain(value[PROPERTY_VALUE], shadows[PROPERTY_VALUE], private))
    return {key: _plain(value[key], inner, private) for key, inner in shadows.items() if key not in private}


def _marked_map(pairs: list[object], shadow: object, private: frozenset[str]) -> object:
    shadows = (
        shadow["@value"] if isinstance(shadow, dict) and shadow.get("@type") == "g:Map" else [None] * len(pairs)
    )
    plain = [_plain(v, s, private) for v, s in zip(pairs, shadows, strict=False)]
    keys = map(hashable, plain[::2])
    return {key: value for key, value in zip(keys, plain[1::2], strict=True) if key not in private}
