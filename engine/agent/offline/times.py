"""Filters on time: windows, lengths of time, and what has not ended yet."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Literal as OneOf

from engine.agent.offline import vocabulary as v
from engine.agent.offline.conditions import in_years
from engine.agent.offline.date_orders import outright
from engine.agent.offline.dates import Window
from engine.agent.offline.durations import duration, ended
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene, spoken, verb_of
from engine.agent.offline.shapes import amount_after_unit, articles, compared, glue
from engine.agent.offline.valued import HAVING, word_before
from engine.catalog.entries import LabelName, ValueEntry
from engine.graph.schema import PropertySchema
from engine.operators.params import AnyOf, Condition, DurationCondition, Filter, Ref, Unit

_MOMENTS = frozenset({"time", "date"})
Long = OneOf["lt", "lte", "gt", "gte"]
Bounds = tuple[tuple[Long, float], ...]


def windows(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """A window of time, after the verb that says of what: ``opened in March 2016``; or the verb alone."""
    for name, end, cost in s.time_verb(i, head):
        for at in {end, glue(s.lat, end)}:
            for part in _window_list(s, head, at, name):
                total = 1 + cost + part.cost
                yield Part(part.end, part.filters, total, name, part.notes, part.rewrites, part.sides)
        yield from _both_times(s, head, name, end, cost)
        yield from _verb_alone(s, head, i, Part(end, cost=cost, clock=name), negative)
    for name in s.year_verb(i, head):
        for at in dict.fromkeys((i + 1, glue(s.lat, i + 1))):
            yield from in_years(s, at, s.catalog.schema.vertices[head].properties[name], (), 1)
    for name in [clock] if clock in s.times(head) else s.start_time(head):
        if name:
            for part in _window_list(s, head, i, name):
                yield Part(part.end, part.filters, 1 + part.cost, None, part.notes, part.rewrites, part.sides)


def _verb_alone(s: Scene, head: str, i: int, verb: Part, negative: bool) -> Iterator[Part]:
    """A verb that names a time, without a window: the time is there. That a thing began says nothing of it."""
    end, cost, name = verb.end, verb.cost, str(verb.clock)
    # "With no open case": open as a case is, not the time when it was opened.
    quality = s.lat.low(i) == s.lat.base(i) in v.START_VERBS
    having = (negative or s.lat.low(word_before(s, i)) in HAVING) and not quality
    if s.lat.windows and s.lat.low(end) in ("and", "or") and any(True for _ in s.time_verb(end + 1, head)):
        return  # the window is of both verbs
    if negative and s.lat.low(end) == "by":  # "not resolved by X" is no "not resolved"
        return
    if not (s.lat.low(i).endswith("ed") or having) or end in s.lat.windows:
        return
    named = s.lat.low(end) in _MOMENTS and having  # "without a resolved time": no state
    empty = not negative and not named and s.always(head, name)
    if empty and _began_by(s, head, i, end):  # who began it is said by a relation of that name, or by none
        return
    cost += 0 if named else 0.25 - 0.25 * having + (having and _labelled(s, i))
    there = () if empty else (Condition(property=name, op="exists"),)
    yield Part(end + named, there, 1.25 + cost - 0.5 * named, name)


def _began_by(s: Scene, head: str, i: int, end: int) -> bool:
    """Whether a verb says who began things: "opened by X", "has X opened"; "reported by phone" says how."""
    if s.lat.low(end) == "by":
        return not any(entry.label == head for _, entry in s.lat.at(end + 1, ValueEntry))
    if s.lat.low(i - 1) in ("been", "have", "has", "had"):
        return False
    noun = any(link.end == i for n in range(max(0, i - 4), i) for link, _ in s.lat.at(n, LabelName))
    return not noun and any(s.lat.low(n) in ("has", "have", "had") for n in range(i - 1))


def _labelled(s: Scene, i: int) -> bool:
    """Whether a word is a label's: "no resolution" is of that label, whatever else ends with one."""
    return any(not link.cost for link, _ in s.lat.at(i, LabelName))


def _both_times(s: Scene, head: str, name: str, end: int, cost: float) -> Iterator[Part]:
    """One window of two verbs: ``issued and returned in May``."""
    if s.lat.low(end) != "and":
        return
    for other, last, more in s.time_verb(end + 1, head):
        for at in dict.fromkeys((last, glue(s.lat, last))):
            for one, two in zip(_window_list(s, head, at, name), _window_list(s, head, at, other), strict=False):
                if other != name and one.end == two.end:
                    filters = one.filters + two.filters
                    yield Part(one.end, filters, 1 + cost + more, other, one.notes, one.rewrites)


def _window_list(s: Scene, head: str, i: int, name: str) -> Iterator[Part]:
    """One window, or several joined by "or"/"and" as date-wrangler sees them."""
    prop = s.prop(head, name)
    if prop is None:
        return
    while i not in s.lat.windows and s.lat.low(i) in v.BEFORE_WINDOW:
        i += 1
    for window, end in s.lat.windows.get(i, ()):
        for one, notes, text in _years(window, prop):
            cost = _or_value(s, i, end)
            text = text or (_days(one) if cost else "")
            rewrites = s.replacing(i, end, text) if text else ()
            yield Part(end, (between(name, one),), cost, notes=notes, rewrites=rewrites)
            for other, last in _joined(s, end, window.order):
                for two, more, _ in _years(other, prop):
                    both = (between(name, one), between(name, two))
                    sides = tuple(
                        (outright(w.text, w.order), f) for w, f in zip((window, other), both, strict=True)
                    )
                    whole = s.lat.text[s.lat.tokens[i].start : s.lat.tokens[last - 1].end]
                    said = s.replacing(i, last, outright(whole, window.order)) if window.order else rewrites
                    yield Part(last, (AnyOf(filters=both),), notes=notes + more, rewrites=said, sides=sides)


def _or_value(s: Scene, i: int, end: int) -> int:
    """How unsure a window is: its first word may be a value, with a window behind it: "late in June"."""
    value = any(not link.cost for link, _ in s.lat.at(i, ValueEntry))
    rest = (after for n in range(i + 1, end) for _, after in s.lat.windows.get(n, ()))
    return int(value and end in rest)


def _days(window: Window) -> str:
    if window.low is None or window.high is None:
        return ""
    return f"between {window.low.date()} and {(window.high - dt.timedelta(days=1)).date()}"


def _joined(s: Scene, end: int, order: str) -> Iterator[tuple[Window, int]]:
    at = end + 1 if s.lat.low(end) in ("and", "or", ",", "vs", "versus", "&") else end
    for other, last in s.lat.windows.get(at, ()):
        if other.joined in ("list", "compare") and other.order in ("", order):
            yield other, last


def between(name: str, window: Window) -> Condition:
    """The filter of one window on one property."""
    if window.low is None:
        return Condition(property=name, op="lt", value=window.high)
    if window.high is None:
        return Condition(property=name, op="gte", value=window.low)
    return Condition(property=name, op="between", value=window.low, high=window.high)


def _years(window: Window, prop: PropertySchema) -> Iterator[tuple[Window, tuple[str, ...], str]]:
    """The window in each year that the data holds: (window, notes, how to say it outright)."""
    notes = (window.note,) if window.note else ()
    if not window.yearless:
        yield window, notes, outright(window.text, window.order) if window.order else ""
        return
    low, high = prop.low, prop.high
    if not isinstance(low, dt.datetime) or not isinstance(high, dt.datetime):
        anchor = window.low or window.high
        years = [anchor.year, anchor.year - 1] if anchor else []
    else:
        years = [y for y in range(low.year, high.year + 1) if _overlaps(window.in_year(y), low, high)]
    if not years:
        yield window, notes, ""
    for year in years:
        note = f'"{window.text}" was taken as {window.text} {year}, the only one in the data.'
        yield (
            window.in_year(year),
            (note,) if len(years) == 1 else notes,
            f"{window.text} {year}" if len(years) > 1 else "",
        )


def _overlaps(window: Window, low: dt.datetime, high: dt.datetime) -> bool:
    return (window.high is None or window.high > low) and (window.low is None or window.low <= high)


def lengths(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """A length of time: ``resolved within 2 hours``, ``took more than 3 days to resolve``."""
    starts = s.start_time(head)
    if not starts:
        return
    for name, end, cost in s.time_verb(i, head):
        if name != starts[0]:
            for bounds, unit, stop in _length(s, end):
                yield Part(
                    stop, _lasting(Ref(property=starts[0]), Ref(property=name), bounds, unit), 1 + cost, name
                )
    yield from _took(s, head, i, starts[0])
    for found in duration(s, head, i):
        for bounds, unit, stop in _length(s, found.end):
            yield Part(stop, _lasting(found.start, found.stop, bounds, unit), 1 + found.cost)


def _took(s: Scene, head: str, i: int, start: str) -> Iterator[Part]:
    """ "took more than 3 days (to resolve)", "more than 3 days to resolve"."""
    took = s.lat.base(i) in ("take", "need", "require") or s.lat.base(i) in v.TAKING
    began = Ref(property=start)
    for bounds, unit, stop in _length(s, i + took):
        if s.lat.low(stop) in ("to", "until", "for", "before"):
            for name, end, cost in s.time_verb(articles(s.lat, stop + 1), head):
                if name != start:
                    yield Part(end, _lasting(began, Ref(property=name), bounds, unit), 1 + cost, name)
        if took:
            for span in ended(s, head):
                held = _lasting(began, span.stop, bounds, unit)
                length = s.lat.text[s.lat.tokens[i + 1].start : s.lat.tokens[stop - 1].end]
                said = s.replacing(i, stop, f"with {span.said} {length}")
                yield Part(stop, held, 1 + span.cost, None, span.notes, said)


def _lasting(start: Ref, end: Ref, bounds: Bounds, unit: Unit) -> tuple[Filter, ...]:
    return tuple(DurationCondition(start=start, end=end, op=op, value=value, unit=unit) for op, value in bounds)


def _length(s: Scene, i: int) -> Iterator[tuple[Bounds, Unit, int]]:
    """``within 2 hours``, ``in less than 3 days``, ``more than a week``, ``between 2 and 5 days``."""
    within = s.lat.low(i) in ("in", "within", "inside", "after", "of", "is", "was", "by")
    for at in dict.fromkeys((i, i + 1) if within else (i,)):
        for found in compared(s.lat, at):
            unit = v.UNITS.get(s.lat.base(found.end))
            if unit is None:
                continue
            stop, op = found.end + 1, found.op
            if op == "eq":
                after = amount_after_unit(s.lat, stop)
                if after:
                    op, stop = after
                elif s.lat.low(i) in ("in", "within", "inside"):
                    op = "lte"
            if op == "between" and found.high is not None:
                yield (("gte", float(found.value)), ("lte", float(found.high))), unit, stop
            if op == "lt" or op == "lte" or op == "gt" or op == "gte":
                yield ((op, float(found.value)),), unit, stop


def state(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """``open``, where no property says so: that which has not ended."""
    if s.lat.low(i) not in ("open", "outstanding", "ongoing") or any(True for _ in s.lat.at(i, ValueEntry)):
        return
    if s.lat.low(i) == "open" and s.acts(i):
        return
    for name in s.times(head):
        if verb_of(name) in v.END_VERBS:
            note = f'"{s.lat.low(i)}" was taken as having no {spoken(name)}.'
            missing = Condition(property=name, op="exists", negate=True)
            yield Part(i + 1, (missing,), 1.5, None, (note,), s.replacing(i, i + 1, f"not {verb_of(name)}d"))
