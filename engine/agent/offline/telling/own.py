"""Conditions on a vertex's own properties, and on the time between two of them, as what stands behind a noun."""

from __future__ import annotations

import datetime as dt

from engine.agent.offline.telling.grammar import AMOUNTS, a, be, is_participle, listed
from engine.agent.offline.telling.phrases import Phrase
from engine.agent.offline.telling.values import counted, last_inside, measured, moment, stored, value
from engine.catalog.wording import bare, words
from engine.catalog.words import singular, split_name
from engine.graph.schema import PropertySchema
from engine.operators.params import Condition, DurationCondition

_TIMES = {"lt": "before {}", "lte": "up to {}", "gt": "after {}", "gte": "from {} on", "eq": "at {}"}
_YEARS = {
    "eq": "{}",
    "within": "{}",
    "neq": "other than in {}",
    "lt": "before {}",
    "lte": "{} or earlier",
    "gt": "after {}",
    "gte": "{} or later",
}
_LEVELS = {
    "lt": "below {}",
    "lte": "of at most {}",
    "gt": "above {}",
    "gte": "of at least {}",
    "neq": "other than {}",
    "containing": "containing {}",
    "starting_with": "starting with {}",
    "ending_with": "ending with {}",
}
_NOT = {
    "lt": "is not below {}",
    "lte": "is not at most {}",
    "gt": "is not above {}",
    "gte": "is not at least {}",
    "neq": "is nothing but {}",
    "containing": "does not contain {}",
    "starting_with": "does not start with {}",
    "ending_with": "does not end with {}",
}
_SHORTER = ("lt", "lte")


def own(asked: Condition, prop: PropertySchema | None, *, many: bool) -> Phrase:
    """A condition on the vertex's own property."""
    name, unit = measured(asked.property or "id")
    if asked.op == "exists":
        return Phrase("with", a(_thing(asked, prop)))
    if isinstance(asked.value, bool):
        return _marked(name, yes=asked.value != (asked.op == "neq"), many=many)
    if _is_time(asked, prop):
        return _at(asked, prop, denied=False)
    if prop is not None and is_yearly(prop):
        return _in_year(asked, name)
    given = _given(asked, unit)
    if asked.op in ("eq", "within"):
        return Phrase("with", _several(name, given) if _counts(name, asked) else f"{name} {given}")
    if asked.op == "without":
        return Phrase("whose", f"{name} {_none_of(asked)}")
    if asked.op == "between":
        return Phrase("with", f"{given} {name}" if _counts(name, asked) else f"{name} from {given}")
    if asked.op in AMOUNTS and asked.op != "neq" and _counts(name, asked):
        return Phrase("with", f"{AMOUNTS[asked.op]} {given} {name}")
    return Phrase("with", f"{name} {_LEVELS[asked.op].format(given)}")


def own_denied(asked: Condition, prop: PropertySchema | None, *, many: bool) -> Phrase:
    """That a condition on the vertex's own property does not hold: it fails, or there is no value."""
    name, unit = measured(asked.property or "id")
    if asked.op == "exists":
        return Phrase("without", a(_thing(asked, prop)))
    if isinstance(asked.value, bool):
        return _marked(name, yes=asked.value == (asked.op == "neq"), many=many)
    if _is_time(asked, prop):
        return _at(asked, prop, denied=True)
    given = _given(asked, unit)
    if asked.op in ("eq", "within", "without"):
        told = f"is one of {given}" if asked.op == "without" else _none_of(asked)
        return Phrase("whose", f"{name} {told}")
    if asked.op == "between":
        return Phrase("whose", f"{name} is not from {given}")
    return Phrase("whose", f"{name} {_NOT[asked.op].format(given)}")


def lasting(asked: DurationCondition, span: str, *, negate: bool) -> Phrase:
    """A condition on the time between two moments; denied, it holds where one of them is missing too."""
    given = counted(asked.value, asked.unit)
    more = {"lt": "less than", "lte": "at most"}.get(asked.op) or AMOUNTS[asked.op]
    if not negate:
        return Phrase("that", f"took {more} {given} {span}")
    if asked.op in _SHORTER:
        return Phrase("that", f"did not get {span} within {given}")
    return Phrase("that", f"did not take {more} {given} {span}")


def _thing(asked: Condition, prop: PropertySchema | None) -> str:
    """What is there or not: "problem id", "closed time"."""
    timed = prop is not None and prop.type == "datetime"
    return moment_name(asked.property or "") if timed else words(asked.property or "id")


def moment_name(name: str) -> str:
    """A time by what happened then: "closed time", "hired date", "scheduled departure"."""
    said = bare(name)
    if not is_participle(said.rpartition(" ")[2]):
        return said
    return f"{said} {'date' if split_name(name)[-1] in ('on', 'date') else 'time'}"


def is_yearly(prop: PropertySchema) -> bool:
    """Whether a whole-number property holds calendar years."""
    low, high = prop.low, prop.high
    return (
        prop.type == "integer" and isinstance(low, int) and isinstance(high, int) and 1000 <= low <= high <= 2200
    )


def _marked(name: str, *, yes: bool, many: bool) -> Phrase:
    """A yes/no property: "that are escalated", "marked “vip”"."""
    no = "" if yes else "not "
    if is_participle(name):
        return Phrase("that", f"{be(many=many)} {no}{name}")
    return Phrase("plain", f"{no}marked “{name}”")


def _is_time(asked: Condition, prop: PropertySchema | None) -> bool:
    return isinstance(moment(asked.value), dt.datetime) or (
        prop is not None and prop.type == "datetime" and isinstance(asked.value, str)
    )


def _none_of(asked: Condition) -> str:
    given = [value(each) for each in (asked.value if isinstance(asked.value, tuple) else (asked.value,))]
    if len(given) == 2:
        return f"is neither {given[0]} nor {given[1]}"
    return f"is none of {listed(given, 'or')}" if given[1:] else f"is not {given[0]}"


def _at(asked: Condition, prop: PropertySchema | None, *, denied: bool) -> Phrase:
    name = bare(asked.property or "")
    no = "not " if denied else ""
    if asked.op == "between":
        low, until = value(asked.value), last_inside(asked.high)
        told = f"on {low}" if until == f"to {low}" else f"from {low} {until}"
    else:
        told = _TIMES.get(asked.op, f"{asked.op} {{}}").format(value(asked.value))
    if is_participle(name.rpartition(" ")[2]):
        return Phrase("plain", f"{no}{name} {told}")
    return Phrase("whose", f"{name} is not {told}") if denied else Phrase("with", f"{name} {told}")


def _in_year(asked: Condition, name: str) -> Phrase:
    """A condition on a year: "founded in 1981 or later", "with model year 2019"."""
    done = is_participle(name.rpartition(" ")[2])
    if asked.op == "between":
        told = f"from {stored(asked.value)} to {int(str(asked.high)) - 1}"
    else:
        given = listed([stored(each) for each in asked.value], "or") if isinstance(asked.value, tuple) else ""
        in_ = "in " if done and asked.op in ("eq", "within", "gte", "lte") else ""
        told = in_ + _YEARS.get(asked.op, f"{asked.op} {{}}").format(given or stored(asked.value))
    return Phrase("plain" if done else "with", f"{name} {told}")


def _given(asked: Condition, unit: str) -> str:
    """The values compared with, with their unit."""
    if asked.op == "between":
        low, high = value(asked.value), last_inside(asked.high)
        said = f"{low} {high}"
    elif isinstance(asked.value, tuple):
        said = listed([value(each) for each in asked.value], "or")
    else:
        said = value(asked.value)
    return f"{said} {unit}".strip()


def _counts(name: str, asked: Condition) -> bool:
    """Whether a property counts what its name says: "passengers"."""
    last = name.rpartition(" ")[2]
    number = isinstance(asked.value, int | float) and not isinstance(asked.value, bool)
    return number and last != singular(last)


def _several(name: str, given: str) -> str:
    return f"{given} {name}" if given != "1" else f"1 {singular(name)}"
