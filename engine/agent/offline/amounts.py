"""Filters by an amount: ``more than 3 reassignments``, ``costs over 100``, ``heavier than 2 kg``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from engine.agent.offline import vocabulary as v
from engine.agent.offline.qualities import Degree, ages, comparative, fits, held, numbers, verb
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import Compared, amount_after_unit, articles, compared, glue
from engine.catalog.entries import PropertyName
from engine.catalog.names import COUNTING
from engine.catalog.words import lemma, same_root, split_name
from engine.graph.schema import PropertySchema
from engine.operators.params import Condition, Duration, DurationCondition, Filter, Hop

_SECONDS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400, "weeks": 604800}
_TURNED = {"gt": "lt", "gte": "lte", "lt": "gt", "lte": "gte"}


def numeric(path: tuple[Hop, ...], prop: PropertySchema, found: Compared) -> tuple[Condition, ...]:
    """The conditions of a comparison on a numeric property; "between 2 and 5" takes both ends in."""
    if found.op != "between":
        return (Condition(path=path, property=prop.name, op=found.op, value=found.value),)
    if prop.type == "integer" and isinstance(found.high, int):  # the operator's upper end is exclusive
        return (Condition(path=path, property=prop.name, op="between", value=found.value, high=found.high + 1),)
    return (
        Condition(path=path, property=prop.name, op="gte", value=found.value),
        Condition(path=path, property=prop.name, op="lte", value=found.high),
    )


def amounts(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """An amount before its property, with its unit, or after a word for what it is of."""
    for found in compared(s.lat, i):
        for link, entry in s.lat.at(found.end, PropertyName):
            prop = s.prop(entry.label, entry.property)
            if prop and prop.type in ("integer", "number"):
                one, end = _open_ended(s, found, link.end)
                for path, far in s.ways(head, entry.label):
                    yield Part(end, numeric(path, prop, one), 1 + far + link.cost * 0.5)
        yield from _with_unit(s, head, found)
        yield from _of_two_words(s, head, found)
        yield from _only_one(s, head, i, found)
    yield from _degrees(s, head, i)
    yield from _counted(s, head, i)


def _open_ended(s: Scene, found: Compared, end: int) -> tuple[Compared, int]:
    """With what is said after the noun: "500 pages or more"."""
    after = amount_after_unit(s.lat, end) if found.op == "eq" else None
    return (Compared(after[1], after[0], found.value), after[1]) if after else (found, end)


def _with_unit(s: Scene, head: str, found: Compared) -> Iterator[Part]:
    """ "Over 600 km": the property whose name ends in the unit, where there is one."""
    unit = v.UNIT_NAMES.get(s.lat.low(found.end))
    if unit is None:
        return
    one, end = _open_ended(s, found, found.end + 1)
    own = s.catalog.schema.vertices[head].properties
    named = [name for name in numbers(s, head) if split_name(name)[-1] == unit]
    for name in named if one.op != "eq" else ():
        words = s.lat.text[s.lat.tokens[found.end].start : s.lat.tokens[found.end].end]
        yield Part(
            end, numeric((), own[name], one), 1.25, rewrites=s.replacing(found.end, end, f"{words} {spoken(name)}")
        )


def _of_two_words(s: Scene, head: str, found: Compared) -> Iterator[Part]:
    """ "20 years of experience", of ``years_experience``."""
    end = found.end + 3
    said = {s.lat.base(found.end), s.lat.base(found.end + 2)}
    own = s.catalog.schema.vertices[head].properties
    for name in numbers(s, head) if s.lat.low(found.end + 1) == "of" else ():
        if {lemma(word) for word in split_name(name)} == said and len(said) == 2:
            yield Part(end, numeric((), own[name], found), 1)


def _only_one(s: Scene, head: str, i: int, found: Compared) -> Iterator[Part]:
    """ "Over 100", of things that have one number only."""
    named = numbers(s, head)
    follows = s.lat.low(found.end) in ("", ",", "and", "or", "in", "per", "by", "were", "are")
    owned = any(_is_text(s, n, i) for n in range(max(0, i - 4), i))
    if (
        len(named) == 1
        and not owned
        and found.op != "eq"
        and follows
        and s.lat.low(i) not in ("more", "less", "fewer")
    ):
        own = s.catalog.schema.vertices[head].properties
        words = s.lat.text[s.lat.tokens[i].start : s.lat.tokens[found.end - 1].end]
        note = f'"{words}" was taken of {spoken(named[0])}.'
        yield Part(found.end, numeric((), own[named[0]], found), 2, notes=(note,))


def _is_text(s: Scene, n: int, i: int) -> bool:
    """Whether a text property is named from one place to another: "price", of which the amount is then said."""
    named = ((link, s.prop(entry.label, entry.property)) for link, entry in s.lat.at(n, PropertyName))
    return any(link.end == i and not link.cost and prop and prop.type == "string" for link, prop in named)


def _degrees(s: Scene, head: str, i: int) -> Iterator[Part]:
    """ "Costs more than 100", "cheaper than 20", "rated above 8", "older than 60"."""
    said = comparative(s, i)
    if said:
        number = s.lat.numbers.get(said.end)
        if number:
            found = Compared(number[1], "gt" if said.high else "lt", number[0])
            yield from _measured(s, head, i, said, found)
    yield from _older(s, head, i)
    quality = verb(s, i)
    if quality:
        for found in compared(s.lat, articles(s.lat, i + 1), bare=False):
            yield from _measured(s, head, i, Degree(quality, True, i + 1), found, verbal=True)


def _measured(
    s: Scene, head: str, i: int, degree: Degree, found: Compared, *, verbal: bool = False
) -> Iterator[Part]:
    """A comparison with what a degree speaks of: of each property that fits, in its unit."""
    unit = v.UNITS.get(s.lat.base(found.end))
    names, own = held(s, head, degree.quality), s.catalog.schema.vertices[head].properties
    for name in names:
        scaled = _scaled(s, name, found, unit)
        if scaled:
            words = s.lat.text[s.lat.tokens[degree.end].start : s.lat.tokens[scaled.end - 1].end]
            rewrites = s.replacing(i, scaled.end, f"with {spoken(name)} {words}")
            cost = 0.75 if verbal else 1.25  # what is said of a thing is of its own, before any neighbour's
            yield Part(scaled.end, numeric((), own[name], scaled), cost, rewrites=rewrites)
    if unit and found.op in _TURNED:
        for fit in fits(s, head, degree):
            if isinstance(fit.of, Duration):
                lasting: Filter = DurationCondition(
                    start=fit.of.start, end=fit.of.end, op=found.op, value=float(found.value), unit=unit
                )
                yield Part(found.end + 1, (lasting,), 1.25 + bool(names), None, fit.notes)


def _scaled(s: Scene, name: str, found: Compared, unit: str | None) -> Compared | None:
    """A comparison in the unit of a property's name; None where a unit was said that does not fit."""
    own = split_name(name)[-1]
    if unit is None:
        other = v.UNIT_NAMES.get(s.lat.low(found.end))
        if other is None:
            return found
        return Compared(found.end + 1, found.op, found.value, found.high) if other == own else None
    known = v.UNITS.get(own) or v.UNITS.get(own.removesuffix("s"))
    if known is None:
        return None
    scale = _SECONDS[unit] / _SECONDS[known]
    high = None if found.high is None else _plain(found.high * scale)
    return Compared(found.end + 1, found.op, _plain(found.value * scale), high)


def _plain(number: float) -> float | int:
    return int(number) if number == int(number) else number


def _older(s: Scene, head: str, i: int) -> Iterator[Part]:
    """ "Older than 60 (years)": by an age, or by a birth that lies so far back."""
    word = {"older": "oldest", "younger": "youngest"}.get(s.lat.low(i))
    number = s.lat.numbers.get(i + 2)
    if word is None or number is None or s.lat.low(i + 1) != "than" or not isinstance(number[0], int):
        return
    end = number[1] + (s.lat.base(number[1]) == "year")
    for name, high in ages(s, head, word):
        prop = s.catalog.schema.vertices[head].properties[name]
        if prop.type == "datetime":
            born: dt.datetime | int = s.now.replace(year=s.now.year - number[0], day=min(s.now.day, 28))
        elif s.yearly(prop):
            continue  # of a year of birth alone the age is not certain
        else:
            born = number[0]
        yield Part(end, (Condition(property=name, op="gt" if high else "lt", value=born),), 1)


def _counted(s: Scene, head: str, i: int) -> Iterator[Part]:
    """A verb that is counted: "reassigned more than twice", "reopened"."""
    own = s.catalog.schema.vertices[head].properties
    for name in _counters(s, head, i):
        for at in dict.fromkeys((i + 1, glue(s.lat, i + 1))):
            for found in compared(s.lat, at):
                if found.op != "eq" or _says_times(s, found.end):
                    yield Part(_past_times(s, found.end), numeric((), own[name], found), 1)
        yield Part(i + 1, (Condition(property=name, op="gt", value=0),), 1.5)


def _counters(s: Scene, head: str, i: int) -> Iterator[str]:
    """Counting properties whose verb stands at ``i``: ``reassigned`` for ``reassignment_count``."""
    low = s.lat.low(i)
    if not low.endswith("ed"):
        return
    for name, prop in s.catalog.schema.vertices[head].properties.items():
        words = split_name(name)
        if prop.type == "integer" and len(words) == 2 and words[1] in COUNTING and same_root(low, words[0]):
            yield name


def _says_times(s: Scene, i: int) -> bool:
    return s.lat.low(i) in ("times", "time") or s.lat.low(i - 1) in v.TIMES


def _past_times(s: Scene, i: int) -> int:
    return i + 1 if s.lat.low(i) in ("times", "time") else i
