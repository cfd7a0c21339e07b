"""Filters on weekdays and hours (``on a Monday``, ``between 9 and 17``, ``after 5 pm``); where they can stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal as OneOf

from pydantic import BaseModel

from engine.agent.offline.reading import Params, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles
from engine.catalog.words import singular
from engine.operators.params import Aggregate, CalendarCondition, Compare, Ref

_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NAMES = {day.lower(): (day,) for day in _WEEK}
_KINDS = {"weekend": _WEEK[5:], "weekday": _WEEK[:5], "workday": _WEEK[:5]}
_BEFORE = frozenset({"on", "at", "during", "over", "in", "a", "the"})
_LENGTHS = frozenset({"h", "hours", "hrs"})  # of the clock too, after two numbers
_CLOCK = _LENGTHS | {"o'clock"}
_OPEN = frozenset({"after", "before"})

Bucket = OneOf["weekday", "hour_of_day"]


def calendars(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """Weekdays or hours, alone or after the verb that says of what: ``created on a Monday``."""
    for name in [clock] if clock in s.times(head) else s.start_time(head)[:1]:
        for bucket, within, end in _said(s, i, clocked=clock is not None):
            yield Part(end, (CalendarCondition(ref=Ref(property=str(name)), bucket=bucket, within=within),), 1)
    for name, at, cost in s.time_verb(i, head):
        while s.lat.low(at) in _BEFORE:
            at += 1
        for bucket, within, end in _said(s, at, clocked=True):
            held = CalendarCondition(ref=Ref(property=name), bucket=bucket, within=within)
            yield Part(end, (held,), 1 + cost, name)


def _said(s: Scene, i: int, *, clocked: bool) -> Iterator[tuple[Bucket, tuple[str | int, ...], int]]:
    """The days or hours named at ``i``: (bucket, its keys, end). ``clocked``: a verb of a time stands before."""
    days = _day(s, i)
    if days:
        end = i + 1
        while s.lat.low(end) in ("or", "and", ",") and (more := _day(s, articles(s.lat, end + 1))):
            days, end = (*days, *more), articles(s.lat, end + 1) + 1
        yield "weekday", tuple(dict.fromkeys(days)), end
    if s.lat.low(i) == "between":
        first = _hour(s, i + 1)
        last = _hour(s, first[1] + 1) if first and s.lat.low(first[1]) == "and" else None
        if first and last and first[0] < last[0] and (clocked or last[2]):
            yield "hour_of_day", tuple(range(first[0], last[0])), last[1]
    if s.lat.low(i) in _OPEN:
        one = _hour(s, i + 1)
        if one and one[2] and 0 < one[0] < 24 and s.lat.low(one[1] - 1) not in _LENGTHS:
            yield "hour_of_day", tuple(range(one[0], 24) if s.lat.low(i) == "after" else range(one[0])), one[1]


def _day(s: Scene, i: int) -> tuple[str, ...]:
    """The days that a word stands for, where it names no day of one week, and no unit to count by."""
    word = s.lat.low(i)
    if i in s.lat.windows and word == singular(word) and s.lat.low(i - 1) not in ("a", "every"):
        return ()
    one = singular(word)
    if one in _NAMES:
        return _NAMES[one]
    recurring = word != one or s.lat.low(i - 1) in ("a", "the")
    return _KINDS.get(one, ()) if recurring and s.lat.low(i - 1) not in ("by", "per", "which", "what") else ()


def _hour(s: Scene, i: int) -> tuple[int, int, bool] | None:
    """A clock time of whole hours: (hour, end, whether it can be nothing else)."""
    number = s.lat.numbers.get(i)
    if number is None or not isinstance(number[0], int) or not 0 <= number[0] <= 24:
        return None
    hour, end = number
    assert isinstance(hour, int)
    if s.lat.low(end) == "," and s.lat.low(end + 1) == "00":  # the colon of 17:00
        return hour, end + 2, True
    word = s.lat.low(end)
    if word in ("am", "pm") and 1 <= hour <= 12:
        return hour % 12 + 12 * (word == "pm"), end + 1, True
    return hour, end + (word in _CLOCK), word in _CLOCK


def turned(item: CalendarCondition) -> CalendarCondition:
    """All other days, or hours."""
    whole: tuple[str | int, ...] = _WEEK if item.bucket == "weekday" else tuple(range(24))
    return item.model_copy(update={"within": tuple(key for key in whole if key not in item.within)})


def placed(params: Params) -> bool:
    """Whether weekdays and hours stand only where they can be told apart: one, in a count or a sum by one key."""
    if isinstance(params, Compare):
        return all(placed(side) for _, side in params.sides)
    found = _held(params)
    if not found:
        return True
    if not isinstance(params, Aggregate) or params.measure.function not in ("count", "sum"):
        return False
    own = [item for item in params.filters if isinstance(item, CalendarCondition)]
    return len(own) == found == 1 and len(params.group_by) < 2


def _held(item: object) -> int:
    """How many calendar conditions there are at any depth."""
    if isinstance(item, CalendarCondition):
        return 1
    if isinstance(item, tuple):
        return sum(_held(one) for one in item)
    if isinstance(item, BaseModel):
        return sum(_held(getattr(item, name)) for name in type(item).model_fields)
    return 0
