"""Prints tree values as text of the embedded engine's script language (Rhai with Gremlin steps).

Nothing but a parsed tree is ever printed: the engine's scripts can also sleep, loop and print, so no text of a
question or model may reach it. Source of the spellings: graphersal 0.3.0's own function list and README.
"""

from __future__ import annotations

import datetime as dt
import math
import uuid
from collections.abc import Iterable

from engine.graph.backend import QueryError
from engine.gremlin.tree import (
    ListLiteral,
    Literal,
    MapLiteral,
    Predicate,
    Step,
    Token,
    Traversal,
    Value,
    Variable,
)

MAX_ARGUMENTS = 10  # the engine registers its steps for up to ten arguments; more must come as a list
_INT64 = (-(2**63), 2**63 - 1)
_ORDERS = {"incr": "asc", "decr": "desc"}
# The engine tells these apart; it has one integer and one floating type, and none for sets, trees or properties.
_TYPES = frozenset(
    {"NUMBER", "INT", "LONG", "DOUBLE", "FLOAT", "STRING", "BOOLEAN", "DATETIME", "DURATION", "UUID"}
)
_TYPES |= {"LIST", "MAP", "NULL", "VERTEX", "EDGE", "PATH", "GRAPH"}


def traversal_text(traversal: Traversal) -> str:
    """A whole or anonymous traversal; an empty anonymous one is the identity."""
    if traversal.root == "__" and not traversal.steps:
        return "__.identity()"
    return ".".join([traversal.root, *map(step_text, traversal.steps)])


def step_text(step: Step) -> str:
    """One step: arguments beyond the tenth are given as one list, which every variadic step also takes."""
    arguments = [value_text(value) for value in step.args]
    if len(arguments) > MAX_ARGUMENTS:
        arguments = ["[" + ", ".join(arguments) + "]"]
    return f"{step.name}({', '.join(arguments)})"


def value_text(value: Value) -> str:
    """One argument. Raises QueryError for what the engine has no form for."""
    match value:
        case Literal():
            return literal_text(value)
        case Traversal():
            return traversal_text(value)
        case Token():
            return token_text(value)
        case Predicate():
            return predicate_text(value)
        case ListLiteral():
            return "[" + _joined(dict.fromkeys(value.items) if value.form == "set" else value.items) + "]"
        case MapLiteral():
            return "#{" + ", ".join(f"{_map_key(key)}: {value_text(item)}" for key, item in value.entries) + "}"
        case Variable():
            raise QueryError(f"The variable '{value.name}' has no value.", "Write the value itself in its place.")
        case _:
            raise QueryError(f"'{type(value).__name__}' is not available on the embedded graph.")


def token_text(token: Token) -> str:
    """An enum constant. Raises QueryError for a type that the engine does not tell apart."""
    if token.enum == "GType" and token.name not in _TYPES:
        raise QueryError(
            f"The embedded graph does not know the type GType.{token.name}.",
            "Use INT, DOUBLE, STRING, LIST or MAP.",
        )
    name = _ORDERS.get(token.name, token.name) if token.enum == "Order" else token.name
    return f"{token.enum}.{name}"


def _joined(values: Iterable[Value]) -> str:
    return ", ".join(value_text(value) for value in values)


def _map_key(key: Value) -> str:
    if isinstance(key, Literal) and isinstance(key.value, str):
        return string_text(key.value)
    if isinstance(key, Token) and key.enum == "T":
        return string_text(key.name)
    raise QueryError("A map written in a query must have text keys on the embedded graph.")


def predicate_text(predicate: Predicate) -> str:
    """``P.gt(5)``; connectives as method chains, which is how the engine spells them."""
    name, args = predicate.name, predicate.args
    if name in {"and", "or"}:
        first, *rest = [value_text(arg) for arg in args]
        return first + "".join(f".{name}({other})" for other in rest)
    if name in {"not", "negate"}:
        return f"P.not({value_text(args[0])})"
    texts = [value_text(arg) for arg in args]
    if len(texts) > MAX_ARGUMENTS:
        texts = ["[" + ", ".join(texts) + "]"]
    return f"{predicate.family}.{name}({', '.join(texts)})"


def literal_text(literal: Literal) -> str:
    """One scalar."""
    value = literal.value
    match value:
        case None:
            return "()"
        case bool():
            return "true" if value else "false"
        case str():
            return string_text(value)
        case int():
            return _integer_text(value)
        case dt.datetime():
            aware = value if value.tzinfo else value.replace(tzinfo=dt.UTC)
            return f'datetime("{aware.isoformat()}")'
        case uuid.UUID():
            return f'UUID.fromString("{value}")'
        case _:
            return _float_text(float(value))


def _integer_text(value: int) -> str:
    if not _INT64[0] <= value <= _INT64[1]:
        raise QueryError(
            f"The number {value} is too large for the embedded graph.", "Use a number of at most 64 bits."
        )
    if value == _INT64[0]:  # its absolute value alone would overflow the script's integer
        return "(-9223372036854775807 - 1)"
    return str(value)


def _float_text(value: float) -> str:
    if math.isnan(value):
        return "(0.0/0.0)"
    if math.isinf(value):
        return "(1.0/0.0)" if value > 0 else "(-1.0/0.0)"
    text = repr(value)
    return text if "." in text else text.replace("e", ".0e") if "e" in text else text + ".0"


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def string_text(value: str) -> str:
    """A double-quoted string; control characters escaped, everything else as it is."""
    return '"' + "".join(_ESCAPES.get(c) or (f"\\x{ord(c):02x}" if ord(c) < 32 else c) for c in value) + '"'
