"""An operator call in words: what was counted or listed, under which conditions. A misreading shows here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from engine.catalog.wording import bare, noun, words
from engine.operators.params import (
    AllOf,
    AnyOf,
    Condition,
    DegreeCondition,
    Duration,
    DurationCondition,
    Filter,
    Hop,
    Ref,
)

_OPS = {
    "eq": "is",
    "neq": "is not",
    "lt": "is below",
    "lte": "is at most",
    "gt": "is above",
    "gte": "is at least",
    "within": "is one of",
    "without": "is none of",
    "containing": "contains",
    "starting_with": "starts with",
    "ending_with": "ends with",
}
_TIMES = {"lt": "before", "lte": "up to", "gt": "after", "gte": "from"}
_COUNTS = {
    "eq": "exactly",
    "neq": "other than",
    "lt": "fewer than",
    "lte": "at most",
    "gt": "more than",
    "gte": "at least",
}


def where(filters: Sequence[Filter]) -> str:
    """The conditions behind a noun: " where priority is 3, opened from ... to ..."; empty without any."""
    times = [f for f in filters if isinstance(f, Condition) and _is_time(f) and not f.path and not f.negate]
    others = [f for f in filters if f not in times]
    told = [" where " + " and ".join(map(condition, others))] if others else []
    spans = [_span(f) for f in times]
    return ",".join([*told, *([" " + " and ".join(spans)] if spans else [])])


def _span(asked: Condition) -> str:
    """A condition on a vertex's own time: "opened from ...", or "with departure from ..."."""
    name = bare(asked.property or "")
    return f"{name if name.endswith('ed') else f'with {name}'} {_operation(asked)}"


def condition(asked: Filter) -> str:
    """One condition in words."""
    if isinstance(asked, AnyOf | AllOf):
        joined = (" or " if isinstance(asked, AnyOf) else " and ").join(map(condition, asked.filters))
        return f"not ({joined})" if asked.negate else f"({joined})"
    if isinstance(asked, DegreeCondition):
        if (asked.op, asked.value) == ("gte", 1):
            return f"there is a {way(asked.path)}{where(asked.where)}"
        if (asked.op, asked.value) in (("lt", 1), ("lte", 0), ("eq", 0)):
            return f"there is no {way(asked.path)}{where(asked.where)}"
        reached = way(asked.path, plural=asked.value != 1)
        return f"it has {_COUNTS[asked.op]} {asked.value:,} {reached}{where(asked.where)}"
    if isinstance(asked, DurationCondition):
        span = Duration(start=asked.start, end=asked.end, unit=asked.unit)
        return f"{duration(span)} is {_COUNTS[asked.op]} {asked.value:g} {asked.unit}"
    return _condition(asked)


def _condition(asked: Condition) -> str:
    if asked.property is None:
        return f"there is {'no' if asked.negate else 'a'} {way(asked.path)}"
    name = ref(Ref(property=asked.property, path=asked.path))
    if asked.op == "exists":
        return f"{name} is {'missing' if asked.negate else 'there'}"
    if _is_time(asked):
        name = " ".join((*([way(asked.path)] if asked.path else []), bare(asked.property)))
    if asked.negate and asked.op == "eq" and len(asked.path) > 1:  # of several, perhaps: none is
        return f"no {name} is {value(asked.value)}"
    if asked.negate and asked.op == "eq":
        return f"{name} is not {value(asked.value)}"
    said = f"{name} {_operation(asked)}"
    return f"not ({said})" if asked.negate else said


def _is_time(asked: Condition) -> bool:
    return isinstance(_moment(asked.value), dt.datetime) and asked.op in (*_TIMES, "between")


def _operation(asked: Condition) -> str:
    if asked.op == "between":
        low, until = value(asked.value), _until(asked.high)
        return f"on {low}" if until == f"to {low}" else f"from {low} {until}"
    if _is_time(asked) and asked.op in _TIMES:
        return f"{_TIMES[asked.op]} {value(asked.value)}"
    if isinstance(asked.value, tuple):
        return f"{_OPS[asked.op]} {', '.join(map(value, asked.value))}"
    return f"{_OPS[asked.op]} {value(asked.value)}"


def _until(high: object) -> str:
    """The open end of a span: a midnight is told as the day before, which is the last one inside."""
    moment = _moment(high)
    if isinstance(moment, dt.datetime) and moment.time() == dt.time():
        return f"to {(moment - dt.timedelta(days=1)).date().isoformat()}"
    return f"up to, not including, {value(high)}"


def value(said: object) -> str:
    """A value in words: times as dates where they are whole days, text in quotes."""
    moment = _moment(said)
    if isinstance(moment, dt.datetime):
        return moment.date().isoformat() if moment.time() == dt.time() else f"{moment:%Y-%m-%d %H:%M}"
    if isinstance(said, bool):
        return "true" if said else "false"
    if isinstance(said, int | float):
        return f"{said:,}" if isinstance(said, int) else f"{said:,.6g}"
    return f"“{said}”"


def _moment(said: object) -> object:
    if isinstance(said, str) and len(said) >= 10 and said[4:5] == "-" and said[7:8] == "-":
        try:
            return dt.datetime.fromisoformat(said)
        except ValueError:
            return said
    return said


def ref(asked: Ref) -> str:
    """A property in words, behind the relation it is reached by."""
    name = words(asked.property)
    if not asked.path:
        return name
    return way(asked.path) if name == "name" else f"{way(asked.path)} {name}"


def way(path: Sequence[Hop], *, plural: bool = False) -> str:
    """The vertices at a path's end in words: the last label, behind the relation when it says more."""
    last = path[-1]
    edge = words(last.edge).removeprefix("has ")
    if last.to is None:
        return edge
    said = noun(last.to) if plural else words(last.to)
    against = last.direction == "in" and last.edge.startswith("has")  # whose it is, and that is the other end
    plain = against or set(words(last.to).split()) <= {*edge.split(), "in"}
    return said if plain else f"{said} ({edge})"


def duration(asked: Duration) -> str:
    """A span of time in words."""
    return f"the time from {_clock(asked.start)} to {_clock(asked.end)}"


def _clock(asked: Ref) -> str:
    return " ".join([*([way(asked.path)] if asked.path else []), bare(asked.property)])
