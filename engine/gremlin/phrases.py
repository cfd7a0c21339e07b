"""Values, predicates and keys of a traversal in English."""

from __future__ import annotations

import datetime as dt

from engine.gremlin.printer import value_text
from engine.gremlin.tree import ListLiteral, Literal, Predicate, Token, Traversal, Value

_MOMENT_WORDS = {"gt": "is after", "gte": "is not before", "lt": "is before", "lte": "is not after"}
_ONE = {
    "eq": "is",
    "neq": "is not",
    "gt": "is greater than",
    "gte": "is at least",
    "lt": "is less than",
    "lte": "is at most",
    "containing": "contains",
    "notContaining": "does not contain",
    "startingWith": "starts with",
    "notStartingWith": "does not start with",
    "endingWith": "ends with",
    "notEndingWith": "does not end with",
    "regex": "matches the pattern",
    "notRegex": "does not match the pattern",
    "typeOf": "is of the type",
}
_OPPOSITES = {
    "eq": "neq",
    "within": "without",
    "containing": "notContaining",
    "startingWith": "notStartingWith",
    "endingWith": "notEndingWith",
    "regex": "notRegex",
}
_OPPOSITES |= {right: left for left, right in _OPPOSITES.items()}
_TWO = {
    "between": "is from {} up to but not including {}",
    "inside": "is between {} and {}, both excluded",
    "outside": "is less than {} or greater than {}",
}
_MANY = {"within": ("is one of", "is one of nothing"), "without": ("is none of", "is anything")}


def listed(items: list[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def value_phrase(value: Value) -> str:
    """A value as people write it: quoted text, plain numbers, dates in words."""
    match value:
        case Literal(value=str() as text, kind="string"):
            return f"'{text}'"
        case Literal(value=dt.datetime() as moment):
            return moment_phrase(moment)
        case Literal(kind="datetime"):
            return "now"
        case Literal(kind="null"):
            return "nothing (null)"
        case Literal():
            return str(value.value).lower() if isinstance(value.value, bool) else f"{value.value}"
        case ListLiteral():
            return f"[{', '.join(map(value_phrase, value.items))}]"
        case Token():
            return value.name
        case _:
            return value_text(value)


def moment_phrase(moment: dt.datetime) -> str:
    """``7 March 2024``, with the time when it is not midnight UTC."""
    day = f"{moment.day} {moment:%B} {moment.year}"
    midnight = moment.time() == dt.time() and not moment.utcoffset()
    if midnight:
        return day
    zone = "UTC" if not moment.utcoffset() else f"UTC{moment:%z}"
    return f"{day} {moment.timetz().replace(tzinfo=None).isoformat()} {zone}"


def predicate_phrase(value: Value) -> str:
    """A condition on one value, from its verb on: ``is 5``, ``is at least 5``, ``contains 'x'``."""
    if not isinstance(value, Predicate):
        return f"is {value_phrase(value)}"
    name, args = value.name, value.args
    if name in ("and", "or") and args:
        return f" {name} ".join(_grouped(operand, name) for operand in args)
    if name in ("not", "negate") and len(args) == 1:
        operand = args[0]
        if isinstance(operand, Predicate) and operand.name in _OPPOSITES:
            return predicate_phrase(Predicate(operand.family, _OPPOSITES[operand.name], operand.args))
        return f"is not such that it {predicate_phrase(operand)}"
    if name in _MANY:
        items = [item for arg in args for item in (arg.items if isinstance(arg, ListLiteral) else (arg,))]
        several, empty = _MANY[name]
        return f"{several} {listed(list(map(value_phrase, items)), 'or')}" if items else empty
    if name in _TWO and len(args) == 2:
        return _TWO[name].format(value_phrase(args[0]), value_phrase(args[1]))
    if name in _ONE and len(args) == 1:
        words = _MOMENT_WORDS.get(name) if _is_moment(args[0]) else None
        return f"{words or _ONE[name]} {value_phrase(args[0])}"
    return f"fulfils {value_text(value)}"


def _grouped(operand: Value, name: str) -> str:
    phrase = predicate_phrase(operand)
    nested = isinstance(operand, Predicate) and operand.name in ("and", "or") and operand.name != name
    return f"({phrase})" if nested else phrase


def _is_moment(value: Value) -> bool:
    return isinstance(value, Literal) and value.kind == "datetime"


def key_phrase(value: Value) -> str:
    """What a ``by``, ``has`` or ``values`` argument names: a property, the label, the id."""
    match value:
        case Literal(value=str() as text):
            return text
        case Token():
            return value.name
        case Traversal():
            return f"the result of {value_text(value)}"
        case _:
            return value_text(value)
