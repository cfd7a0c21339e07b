"""What says more of a noun: filters on its properties, its values, its neighbours and its times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.agent.offline import (
    aged,
    amounts,
    calendars,
    conditions,
    doing,
    mentions,
    present,
    relations,
    times,
    undergone,
    unsaid,
)
from engine.agent.offline.deeds import is_quality
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import glue, glued, negation
from engine.agent.offline.vocabulary import OR
from engine.catalog.entries import ValueEntry
from engine.operators.params import (
    AllOf,
    AnyOf,
    CalendarCondition,
    Condition,
    DegreeCondition,
    DurationCondition,
    Filter,
)

MOST_PARTS = 12  # kept for each place a modifier can end at

Rule = Callable[[Scene, str, int, "str | None", bool], Iterator[Part]]


def modifiers(
    s: Scene, head: str, i: int, clock: str | None = None, limit: int | None = None, *, plain: bool = False
) -> list[Part]:
    """All ways to read what stands from ``i`` on as modifiers of ``head``, none included; up to ``limit``.

    ``plain``: such as stand before a noun, without noun phrases of their own.
    """
    return s.once(
        ("modifiers", head, i, clock, limit, plain), lambda: best(_modifiers(s, head, i, clock, limit, plain))
    )


def best(parts: Iterable[Part]) -> Iterator[Part]:
    """The cheapest parts up to each place: what costs more than a dozen others is never the clear reading."""
    by_end: dict[int, list[Part]] = {}
    for part in parts:
        by_end.setdefault(part.end, []).append(part)
    for same_end in by_end.values():
        yield from sorted(same_end, key=lambda part: part.cost)[:MOST_PARTS]


def _modifiers(s: Scene, head: str, i: int, clock: str | None, limit: int | None, plain: bool) -> Iterator[Part]:
    stop = len(s.lat) if limit is None else limit
    yield Part(i, clock=clock)
    if i >= stop:
        return
    for one in _one(s, head, i, clock, stop, plain):
        if i < one.end <= stop:
            for rest in modifiers(s, head, one.end, one.clock or clock, limit, plain=plain):
                yield one.then(rest) if rest.filters or rest.end > one.end else one


def _one(s: Scene, head: str, i: int, clock: str | None, stop: int, plain: bool) -> Iterator[Part]:
    """One modifier, or two joined by "or"."""
    for part in single(s, head, i, clock, plain):
        yield part
        j = part.end
        if j < stop and s.lat.low(j) in OR and part.filters and not _denied(s, i, j):
            for other in single(s, head, j + 1, clock, plain):
                if other.filters:
                    yield _either(part, other, s, i)


def _denied(s: Scene, i: int, j: int) -> bool:
    """Whether a negation stands before an "or": what it covers is then not clear."""
    return any(negation(s.lat, n)[0] for n in range(i, j))


def _either(one: Part, other: Part, s: Scene, i: int) -> Part:
    joined = one.then(other)
    sides = tuple(
        (s.lat.text[s.lat.tokens[start].start : s.lat.tokens[end - 1].end], _all(filters))
        for start, end, filters in (
            (glue(s.lat, i), one.end, one.filters),
            (glue(s.lat, one.end + 1), other.end, other.filters),
        )
        if end > start
    )
    return Part(
        joined.end, (AnyOf(filters=(_all(one.filters), _all(other.filters))),), joined.cost, None, joined.notes,
        joined.rewrites, sides if len(sides) == 2 else (),
    )  # fmt: skip


def _all(filters: tuple[Filter, ...]) -> Filter:
    return filters[0] if len(filters) == 1 else AllOf(filters=filters)


_PLAIN = (times.windows, times.lengths, times.state, calendars.calendars, aged.aged, conditions.named, unsaid.bare,
          amounts.amounts, mentions.texts, present.present, undergone.nobodys,
          relations.degrees, relations.edges)  # fmt: skip
_ALL = (*_PLAIN, relations.subjects, relations.labels, relations.actives, doing.deeds, doing.doers,
        undergone.undergone)  # fmt: skip


def single(s: Scene, head: str, i: int, clock: str | None, plain: bool) -> list[Part]:
    """The modifiers that start at ``i``, glue and a negation before them passed over."""
    return s.once(("single", head, i, clock, plain), lambda: _single(s, head, i, clock, _PLAIN if plain else _ALL))


def _single(s: Scene, head: str, i: int, clock: str | None, rules: tuple[Rule, ...]) -> Iterator[Part]:
    s.tick()
    for at in glued(s.lat, i):
        negative, j = negation(s.lat, at)
        if any(link.end > j for link, _ in s.lat.at(at, ValueEntry)):  # a value that starts so: "not started"
            negative, j = False, at
        for start in glued(s.lat, j) if negative else (j,):
            if start < len(s.lat):
                yield from _ruled(s, head, start, clock, negative, rules)
        if negative and is_quality(s, j):  # "have an unresolved case": the quality of what is had
            yield from _ruled(s, head, at, clock, False, rules)


def _ruled(
    s: Scene, head: str, i: int, clock: str | None, negative: bool, rules: tuple[Rule, ...]
) -> Iterator[Part]:
    for rule in rules:
        for part in rule(s, head, i, clock, negative):
            yield _negated(part) if negative else part
        if s.lat.low(i) == "both" and not negative:
            for part in rule(s, head, glue(s.lat, i + 1), clock, negative):
                yield from _both(part)


def _negated(part: Part) -> Part:
    """The part with its filters turned round; several together are negated as one."""
    if len(part.filters) == 1:
        filters: tuple[Filter, ...] = (turned(part.filters[0]),)
    else:
        filters = (AllOf(filters=part.filters, negate=True),) if part.filters else ()
    return Part(part.end, filters, part.cost + 0.25, part.clock, part.notes, part.rewrites)


def _both(part: Part) -> Iterator[Part]:
    """ "Both A and B": each of the two holds, of one or of two neighbours."""
    if len(part.filters) > 1:
        yield part
    elif len(part.sides) == 2:
        yield Part(part.end, tuple(one for _, one in part.sides), part.cost, None, part.notes, part.rewrites)


_OPPOSITE = {"gt": "lte", "gte": "lt", "lt": "gte", "lte": "gt", "eq": "neq", "neq": "eq"}


def turned(item: Filter) -> Filter:
    """The filter's opposite. A missing value counts as not having the value."""
    if isinstance(item, DurationCondition):  # what has no end yet did not end in time either
        return AllOf(filters=(item,), negate=True)
    if isinstance(item, CalendarCondition):
        return calendars.turned(item)
    if isinstance(item, DegreeCondition):
        return item.model_copy(update={"op": _OPPOSITE[item.op]})
    if isinstance(item, Condition) and item.op == "neq" and not item.negate:
        return item.model_copy(update={"op": "eq"})
    if isinstance(item, Condition | AnyOf | AllOf):
        return item.model_copy(update={"negate": not item.negate})
    raise TypeError(item)
