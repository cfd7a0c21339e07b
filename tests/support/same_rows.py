"""Rows of two engines in one form, so that the same multiset of values is equal whatever engine gave it.

Lists are bags, for ``fold`` gathers in the order of visiting; numbers are values whatever their type; an id is its
text, and an element its label and id, or for an edge its ends: engines number edges as they like.
"""

from __future__ import annotations

import datetime as dt

from engine.graph.backend import Edge, Path, Property, Vertex


def plain(value: object) -> tuple[object, ...]:
    """A value that can be compared and ordered by its ``repr``."""
    match value:
        case Vertex():
            return "vertex", str(value.id), value.label
        case Edge():
            return "edge", value.label, str(value.out_id), str(value.in_id)
        case Property():
            return "property", value.key, plain(value.value)
        case Path():
            return "bag", *sorted(map(plain, value.objects), key=repr)
        case list() | tuple() | set() | frozenset():
            return "bag", *sorted(map(plain, value), key=repr)
        case dict():
            pairs = [(plain(key), plain(item)) for key, item in value.items()]
            return "map", *sorted(pairs, key=repr)
        case bool() | None | dt.datetime():
            return type(value).__name__, value
        case int() | float():
            return "number", f"{value + 0:.9g}"
        case str() if value.lstrip("-").isdigit():  # an id is text on one engine and a number on another
            return "number", f"{int(value):.9g}"
        case _:
            return type(value).__name__, str(value)
