"""Plain Python values as tree nodes: for bindings, and for the builder."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence, Set
from decimal import Decimal
from typing import Any

from engine.gremlin.tree import (
    Construct,
    ListLiteral,
    Literal,
    MapLiteral,
    Predicate,
    Strategy,
    Token,
    Traversal,
    Value,
    Variable,
)

NODES = (Literal, ListLiteral, MapLiteral, Token, Predicate, Variable, Strategy, Construct, Traversal)
NAN = float("nan")  # one object, so that two literals of it compare equal


def value_of(plain: Any) -> Value:
    """The node of a plain value; nodes pass through. A date is its midnight; naive moments count as UTC.

    Raises TypeError for what Gremlin has no literal for.
    """
    if isinstance(plain, NODES):
        return plain
    if isinstance(plain, Mapping):
        return MapLiteral(tuple((value_of(key), value_of(item)) for key, item in plain.items()))
    if isinstance(plain, Set):
        return ListLiteral(tuple(value_of(item) for item in sorted(plain, key=repr)), "set")
    if isinstance(plain, Sequence) and not isinstance(plain, str | bytes):
        return ListLiteral(tuple(value_of(item) for item in plain))
    return _scalar(plain)


def _scalar(plain: Any) -> Literal:
    match plain:
        case None:
            return Literal(None, "null")
        case bool():
            return Literal(plain, "bool")
        case str():
            return Literal(str(plain), "string")
        case int():
            return Literal(int(plain), "int")
        case float():
            return Literal(NAN if plain != plain else float(plain), "double")
        case Decimal():
            return Literal(plain, "bigdecimal")
        case dt.datetime():
            return Literal(plain if plain.tzinfo else plain.replace(tzinfo=dt.UTC), "datetime")
        case dt.date():
            return Literal(dt.datetime(plain.year, plain.month, plain.day, tzinfo=dt.UTC), "datetime")
        case uuid.UUID():
            return Literal(plain, "uuid")
        case _:
            raise TypeError(f"Gremlin has no literal for {type(plain).__name__}")
