"""Values, predicates and keys of a traversal in English."""

from __future__ import annotations

import datetime as dt

from engine.gremlin.english.patterns import pattern_phrase
from engine.gremlin.printer import value_text
from engine.gremlin.tree import ListLiteral, Literal, Predicate, Token, Traversal, Value

_MOMENT_WORDS = {"gt": "is after", "gte": "is on or after", "lt": "is before", "lte": "is on or before"}
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
_REVERSED = {"gt": "lte", "lte": "gt", "lt": "gte", "gte": "lt"}
_UNITS = (("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000), ("second", 1_000))
_TWO = {
    "between": "is from {} up to but not including {}",
    "inside": "is between {} and {}, both excluded",
    "outside": "is less than {} or greater than {}",
}
_NOTHING = {"within": "is one of nothing", "without": "is anything"}


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
    if name in _NOTHING:
        items = [item for arg in args for item in (arg.items if isinstance(arg, ListLiteral) else (arg,))]
        return _membership(name, [value_phrase(item) for item in items])
    if name in ("regex", "notRegex") and len(args) == 1 and isinstance(args[0], Literal):
        return pattern_phrase(str(args[0].value), negated=name == "notRegex")
    if name == "between" and len(args) == 2 and all(map(_is_moment, args)):
        return f"is on or after {value_phrase(args[0])} and before {value_phrase(args[1])}"
    if name in _TWO and len(args) == 2:
        return _TWO[name].format(value_phrase(args[0]), value_phrase(args[1]))
    if name in _ONE and len(args) == 1:
        words = _MOMENT_WORDS.get(name) if _is_moment(args[0]) else None
        return f"{words or _ONE[name]} {value_phrase(args[0])}"
    return f"fulfils {value_text(value)}"


def _membership(name: str, items: list[str]) -> str:
    if not items:
        return _NOTHING[name]
    if name == "within":
        return f"is {listed(items, 'or')}"
    if len(items) == 1:
        return f"is not {items[0]}"
    return f"is neither {items[0]} nor {items[1]}" if len(items) == 2 else f"is none of {listed(items, 'or')}"


def negative_phrase(value: Value) -> str:
    """The opposite of a condition on one value: ``is not 5``, ``is less than 5``."""
    predicate = value if isinstance(value, Predicate) else Predicate("P", "eq", (value,))
    if predicate.name in ("not", "negate") and len(predicate.args) == 1:
        return predicate_phrase(predicate.args[0])
    opposite = _OPPOSITES.get(predicate.name) or _REVERSED.get(predicate.name)
    if opposite:
        return predicate_phrase(Predicate(predicate.family, opposite, predicate.args))
    if predicate.name == "between" and len(predicate.args) == 2:
        below, above = (Predicate("P", *part) for part in _sides(predicate))
        return predicate_phrase(Predicate("P", "or", (below, above)))
    if predicate.name in ("and", "or") and predicate.args:
        word = "or" if predicate.name == "and" else "and"
        return f" {word} ".join(f"({negative_phrase(operand)})" for operand in predicate.args)
    return f"is not such that it {predicate_phrase(predicate)}"


def _sides(between: Predicate) -> tuple[tuple[str, tuple[Value, ...]], tuple[str, tuple[Value, ...]]]:
    return ("lt", between.args[:1]), ("gte", between.args[1:])


def in_words(value: Value) -> Value:
    """A condition on milliseconds with its numbers in days, hours, minutes and seconds."""
    if isinstance(value, Predicate):
        return Predicate(value.family, value.name, tuple([in_words(arg) for arg in value.args]))
    number = value.value if isinstance(value, Literal) else None
    if isinstance(number, bool) or not isinstance(number, int | float) or number < 0:
        return value
    return Token("time", amount_phrase(number))  # a token reads as its name


def amount_phrase(milliseconds: float) -> str:
    """``1 hour 30 minutes``, ``2 days``, ``0 seconds``."""
    words = []
    for name, size in _UNITS:
        count, milliseconds = divmod(milliseconds, size)
        if count:
            words.append(f"{count:g} {name}{'' if count == 1 else 's'}")
    if milliseconds:
        words.append(f"{milliseconds:g} milliseconds")
    return " ".join(words) or "0 seconds"


def _grouped(operand: Value, name: str) -> str:
    phrase = predicate_phrase(operand)
    several = isinstance(operand, Predicate) and (
        operand.name in ("and", "or", "between") or len(operand.args) > 1
    )
    nested = several and (" and " in phrase or " or " in phrase)
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
