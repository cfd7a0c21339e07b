"""What says more of a noun: filters on its properties, its values, its neighbours and its times."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import conditions, relations, times
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import glue, negation
from engine.agent.offline.vocabulary import OR
from engine.operators.params import AllOf, AnyOf, Condition, DegreeCondition, DurationCondition, Filter


def modifiers(s: Scene, head: str, i: int, clock: str | None = None, limit: int | None = None) -> Iterator[Part]:
    """All ways to read what stands from ``i`` on as modifiers of ``head``, none included; up to ``limit``."""
    stop = len(s.lat) if limit is None else limit
    yield Part(i, clock=clock)
    if i >= stop:
        return
    for one in _one(s, head, i, clock, stop):
        if one.end <= stop and one.end > i:
            for rest in modifiers(s, head, one.end, one.clock or clock, limit):
                yield one.then(rest) if rest.filters or rest.end > one.end else one


def _one(s: Scene, head: str, i: int, clock: str | None, stop: int) -> Iterator[Part]:
    """One modifier, or two joined by "or"."""
    for part in _single(s, head, i, clock):
        yield part
        j = part.end
        if j < stop and s.lat.low(j) in OR and part.filters:
            for other in _single(s, head, j + 1, clock):
                if other.filters:
                    yield _either(part, other, s, i)


def _either(one: Part, other: Part, s: Scene, i: int) -> Part:
    joined = one.then(other)
    sides = tuple(
        (s.lat.text[s.lat.tokens[start].start : s.lat.tokens[end - 1].end], _all(filters))
        for start, end, filters in ((glue(s.lat, i), one.end, one.filters), (one.end + 1, other.end, other.filters))
        if end > start
    )
    return Part(
        joined.end, (AnyOf(filters=(_all(one.filters), _all(other.filters))),), joined.cost, None, joined.notes,
        joined.rewrites, sides if len(sides) == 2 else (),
    )  # fmt: skip


def _all(filters: tuple[Filter, ...]) -> Filter:
    return filters[0] if len(filters) == 1 else AllOf(filters=filters)


def _single(s: Scene, head: str, i: int, clock: str | None) -> Iterator[Part]:
    s.tick()
    start = glue(s.lat, i)
    if start >= len(s.lat):
        return
    for at in dict.fromkeys((start, i) if start > i else (i,)):
        negative, j = negation(s.lat, at)
        j = glue(s.lat, j) if negative else j
        if j >= len(s.lat):
            continue
        for rule in (times.windows, times.lengths, times.state, conditions.named, conditions.bare, conditions.amounts,
                     conditions.texts, relations.degrees, relations.edges, relations.subjects, relations.labels):  # fmt: skip
            for part in rule(s, head, j, clock, negative):
                yield _negated(part) if negative else part


def _negated(part: Part) -> Part:
    """The part with its filters turned round; several together are negated as one."""
    if len(part.filters) == 1:
        filters: tuple[Filter, ...] = (turned(part.filters[0]),)
    else:
        filters = (AllOf(filters=part.filters, negate=True),) if part.filters else ()
    return Part(part.end, filters, part.cost + 0.25, part.clock, part.notes, part.rewrites)


_OPPOSITE = {"gt": "lte", "gte": "lt", "lt": "gte", "lte": "gt", "eq": "neq", "neq": "eq"}


def turned(item: Filter) -> Filter:
    """The filter's opposite. A missing value counts as not having the value."""
    if isinstance(item, DegreeCondition | DurationCondition):
        return item.model_copy(update={"op": _OPPOSITE[item.op]})
    if isinstance(item, Condition | AnyOf | AllOf):
        return item.model_copy(update={"negate": not item.negate})
    raise TypeError(item)
