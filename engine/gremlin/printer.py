"""From the tree to one canonical Gremlin text, valid for TinkerPop's ``gremlin-lang`` grammar (3.7 and 3.8)."""

from __future__ import annotations

import datetime as dt
import math
import re
from decimal import Decimal
from typing import assert_never

from engine.gremlin.tree import (
    Construct,
    ListLiteral,
    Literal,
    MapLiteral,
    Predicate,
    Step,
    Strategy,
    Token,
    Traversal,
    Value,
    Variable,
)

_SUFFIX = {"byte": "B", "short": "S", "long": "L", "bigint": "N", "float": "F", "bigdecimal": "M"}
_NAMED_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
# Control, invisible and direction-changing characters are escaped, so that what a person reads is what runs.
_ESCAPED = re.compile(
    "[\\\\'\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb"
    "\\ud800-\\udfff]"
)


def text(traversal: Traversal) -> str:
    """The canonical text of a traversal; ``parse(text(t)) == t``.

    Anonymous traversals carry ``__.``, constants and predicates their class, strings single quotes (in which
    ``$`` means nothing to Groovy either). Raises ValueError for a traversal without steps.
    """
    if not traversal.steps:
        raise ValueError("a traversal needs at least one step")
    steps = [*traversal.steps, traversal.terminal] if traversal.terminal else traversal.steps
    return traversal.root + "".join([f".{_step(step)}" for step in steps])


def value_text(value: Value) -> str:
    """The text of one argument."""
    match value:
        case Literal():
            return literal_text(value)
        case Traversal():
            return text(value)
        case Predicate():
            return _predicate(value)
        case Token():
            return f"{value.enum}.{value.name}"
        case Variable():
            return value.name
        case ListLiteral():
            items = ", ".join(map(value_text, value.items))
            return f"[{items}]" if value.form == "list" else f"{{{items}}}"
        case MapLiteral():
            entries = ", ".join(f"{_key(key)}: {value_text(item)}" for key, item in value.entries)
            return f"[{entries}]" if entries else "[:]"
        case Strategy():
            arguments = ", ".join(f"{name}: {value_text(item)}" for name, item in value.args)
            return f"new {value.name}({arguments})" if arguments else value.name
        case Construct():
            return f"{value.name}({', '.join(map(value_text, value.args))})"
        case _:
            assert_never(value)


def literal_text(literal: Literal) -> str:
    """The text of one scalar, its kind kept by the suffix."""
    value, kind = literal.value, literal.kind
    match kind:
        case "string" | "char":
            return quoted(str(value))
        case "bool":
            return "true" if value else "false"
        case "null":
            return "null"
        case "datetime":
            return f"datetime({quoted(iso(value))})" if isinstance(value, dt.datetime) else "datetime()"
        case "uuid":
            return f"UUID({quoted(str(value))})" if value else "UUID()"
        case "double" | "float":
            return _float(float(value)) + _SUFFIX.get(kind, "")  # type: ignore[arg-type]
        case _:
            return (format(value, "E") if _needs_exponent(value) else str(value)) + _SUFFIX.get(kind, "")


def quoted(string: str) -> str:
    """A string literal in single quotes. Characters beyond the BMP stand as they are."""
    return "'" + (_ESCAPED.sub(_escape, string) if _ESCAPED.search(string) else string) + "'"


def iso(moment: dt.datetime) -> str:
    """ISO 8601 with an offset; ``Z`` for UTC. A naive moment counts as UTC, as TinkerPop reads it."""
    written = moment.isoformat()
    if moment.tzinfo is None:
        return written + "Z"
    return written[:-6] + "Z" if written.endswith("+00:00") else written


def _needs_exponent(value: object) -> bool:
    return isinstance(value, Decimal) and "E" in str(value)


def _float(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return repr(value)


def _escape(found: re.Match[str]) -> str:
    character = found.group()
    return _NAMED_ESCAPES.get(character) or f"\\u{ord(character):04x}"


def _key(key: Value) -> str:
    written = value_text(key)
    # a bare word is read as text, and a constant needs its parentheses in Groovy
    plain = isinstance(key, Literal) and (written[0] in "'-0123456789" and not written.endswith("Infinity"))
    return written if plain else f"({written})"


def _step(step: Step) -> str:
    return f"{step.name}({', '.join([value_text(value) for value in step.args])})"


def _predicate(predicate: Predicate) -> str:
    name, operands = predicate.name, predicate.args
    if name in ("and", "or") and len(operands) > 1:
        return value_text(operands[0]) + "".join(f".{name}({value_text(other)})" for other in operands[1:])
    if name == "negate" and operands:
        return f"{value_text(operands[0])}.negate()"
    return f"{predicate.family}.{name}({', '.join(map(value_text, operands))})"
