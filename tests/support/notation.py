"""The notation of TinkerPop's feature tables (``d[29].i``, ``v[marko]``, ``m[{...}]``) and its comparison.

Source: apache/tinkerpop, docs/src/dev/developer/for-committers.asciidoc, section "Gremlin Test Suite".
"""

from __future__ import annotations

import datetime as dt
import json
import math
import re
import uuid
from dataclasses import dataclass
from typing import Protocol

from engine.graph.backend import Edge, Path, Property, Vertex


class World(Protocol):
    """A loaded graph, as far as the notation names its elements."""

    def vertex(self, name: str) -> Vertex: ...

    def edge(self, out: str, label: str, into: str) -> Edge: ...


@dataclass(frozen=True)
class Bag:
    """A set, or values in any order."""

    items: tuple[object, ...]


@dataclass(frozen=True)
class Of:
    """One of a map's or vertex's properties, by the text of its value."""

    key: str
    value: str


_NUMBER = re.compile(r"d\[([^\]]*)\](?:\.([bsilfdmn]))?")
_REFERENCE = re.compile(r"(v|e)\[(.*)\]\.(s?id)")
_BRACKETS = re.compile(r"([a-zA-Z]+)\[(.*)\]", re.DOTALL)
_EDGE = re.compile(r"(.*?)-(.*?)->(.*)")
_SPECIAL = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def value_of(text: str, world: World) -> object:
    """The value that a cell stands for, its elements looked up in ``world``."""
    text = text.strip()
    if found := _NUMBER.fullmatch(text):
        return number(found[1], found[2] or "d")
    if found := _REFERENCE.fullmatch(text):
        element = element_of(found[1], found[2], world)
        return str(element.id) if found[3] == "sid" else element.id
    if found := _BRACKETS.fullmatch(text):
        return _bracketed(found[1], found[2], world)
    return {"null": None, "true": True, "false": False}.get(text, text)


def number(text: str, suffix: str) -> int | float:
    if text in _SPECIAL:
        return _SPECIAL[text]
    return float(text) if suffix in "fdm" else int(text)


def element_of(kind: str, text: str, world: World) -> Vertex | Edge:
    if kind == "v":
        return world.vertex(text)
    found = _EDGE.fullmatch(text)
    assert found, text
    return world.edge(*found.groups())


def _bracketed(kind: str, inner: str, world: World) -> object:
    match kind:
        case "v" | "e":
            return element_of(kind, inner, world)
        case "l":
            return [value_of(part, world) for part in split(inner)]
        case "s":
            return Bag(tuple(value_of(part, world) for part in split(inner)))
        case "p":
            return Path(tuple(value_of(part, world) for part in split(inner)))
        case "m":
            return _json(json.loads(inner.replace('\\"', '"')), world)
        case "t" | "D":
            return inner
        case "str":
            return inner
        case "dt":
            return dt.datetime.fromisoformat(inner)
        case "uuid":
            return uuid.UUID(inner)
        case "vp":
            key, value = inner.split("->", 1)
            return Of(key.rsplit("-", 1)[-1], value)
        case _:
            raise AssertionError(f"unknown notation {kind}[{inner}]")


def _json(value: object, world: World) -> object:
    if isinstance(value, dict):
        return {hashable(value_of(key, world)): _json(item, world) for key, item in value.items()}
    if isinstance(value, list):
        return [_json(item, world) for item in value]
    return value_of(value, world) if isinstance(value, str) else value


def hashable(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def split(text: str) -> list[str]:
    """At the commas outside brackets."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in "[{") - (character in "]}")
        if character == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]] if text.strip() else []


def same(expected: object, actual: object) -> bool:
    """Whether a result value is what the notation says; numbers by value, not by Java type."""
    match expected:
        case bool() | None:
            return actual is expected
        case int() | float():
            return _same_number(expected, actual)
        case Of():
            return (
                isinstance(actual, Property) and actual.key == expected.key and str(actual.value) == expected.value
            )
        case Bag():
            return isinstance(actual, list) and same_bag(list(expected.items), actual)
        case Path():
            return _same_list(list(expected.objects), actual.objects if isinstance(actual, Path) else actual)
        case list():
            return _same_list(expected, actual.objects if isinstance(actual, Path) else actual)
        case dict():
            return isinstance(actual, dict) and same_bag(list(expected.items()), list(actual.items()))
        case tuple():
            return isinstance(actual, list | tuple) and _same_list(list(expected), actual)
        case _:
            return bool(expected == actual)


def _same_number(expected: float, actual: object) -> bool:
    if isinstance(actual, bool) or not isinstance(actual, int | float):
        return False
    if math.isnan(expected):
        return math.isnan(actual)
    return math.isclose(expected, actual, rel_tol=1e-6)


def _same_list(expected: list[object], actual: object) -> bool:
    return (
        isinstance(actual, list | tuple)
        and len(expected) == len(actual)
        and all(same(e, a) for e, a in zip(expected, actual, strict=True))
    )


def same_bag(expected: list[object], actual: list[object]) -> bool:
    """The same values as often, in any order."""
    left = list(actual)
    for value in expected:
        found = next((i for i, other in enumerate(left) if same(value, other)), None)
        if found is None:
            return False
        del left[found]
    return not left
