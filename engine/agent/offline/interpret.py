"""Pass 4: the shapes tried on the linked question, each giving whole operator calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from pydantic import BaseModel

from engine.agent.offline import (
    averages,
    both,
    comparing,
    counting,
    degree_of,
    fixing,
    having,
    lasting,
    looking,
    lookups,
    measuring,
    moments,
    people,
    ranking,
    shares,
    spending,
    sums,
    superlatives,
)
from engine.agent.offline import vocabulary as v
from engine.agent.offline.calendars import placed
from engine.agent.offline.doubts import acting, empty, named_whole, timed
from engine.agent.offline.held_in import put_first
from engine.agent.offline.lacking import none_done, of_some
from engine.agent.offline.links import Lattice
from engine.agent.offline.meeting import met
from engine.agent.offline.mentions import held_alike
from engine.agent.offline.paths import Path
from engine.agent.offline.reading import Params, Parse, Style
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import glue, phrase, trimmed
from engine.agent.offline.textual import counts_amounts
from engine.agent.offline.trends import trends
from engine.agent.offline.waiting import open_since, waited
from engine.agent.offline.whose import by_those, one_each, sides_of_each
from engine.catalog.entries import LabelName
from engine.operators.params import (
    Aggregate,
    AnyOf,
    Compare,
    Condition,
    DegreeCondition,
    Duration,
    Filter,
    Find,
    Hop,
    Measure,
    Unit,
)

#: The shapes in order of precedence: between readings of one cost, the earlier shape wins.
SHAPES: tuple[Callable[[Scene], Iterator[Parse]], ...] = (
    comparing.comparisons,
    counting.counts,
    both.two_counts,
    sums.sums,
    spending.spent,
    shares.shares,
    shares.rates,
    measuring.measured,
    averages.averages,
    moments.moments,
    lasting.how_long,
    open_since,
    trends,
    fixing.fixes,
    ranking.rankings,
    having.having,
    comparing.existence,
    superlatives.outstanding,
    degree_of.degrees,
    lookups.lookups,
    looking.lists,
    looking.properties,
    counting.grouped,
)
_LISTING = (superlatives.outstanding, lookups.lookups, looking.lists, looking.properties)
_RANK = 0.001
_LONGEST = 3
_AGAINST = frozenset({"vs", "versus", "compare", "compared", "comparison"})
_PREPOSITIONS = frozenset({"in", "at", "on", "from", "to", "by", "for", "with"})


def parses(s: Scene) -> list[Parse]:
    """Every whole reading, cheapest first; where there is none, those with a label for "who" and "people"."""
    lattice = _either(named_whole(acting(put_first(trimmed(s.lat)))))
    found = people.fitting(_parses(s, lattice), s.over(lattice))
    for named, said in people.named(s.over(lattice)) if not found else ():
        found += [replace(parse, rewrites=parse.rewrites + said) for parse in _parses(s, named)]
    return sorted(found, key=lambda parse: parse.cost)


def _parses(s: Scene, lattice: Lattice) -> list[Parse]:
    found: list[Parse] = []
    for extra, unit, arranged in _orders(lattice):
        inner = s.over(arranged)
        for rank, shape in enumerate(SHAPES):
            if shape in _LISTING and _counts(arranged):
                continue
            for parse in shape(inner):
                params = in_unit(parse.params, unit) if unit else parse.params
                if params is not None:
                    style: Style = parse.style if type(params) is type(parse.params) else "measure"
                    cost = parse.cost + rank * _RANK + extra
                    read = replace(parse, params=params, style=style, cost=cost)
                    found.append(waited(met(timed(read, inner), inner), inner))
        s.steps = inner.steps
    if any(token.low in _AGAINST for token in lattice.tokens):  # sides are set against each other, never added up
        found = [parse for parse in found if isinstance(parse.params, Compare) or parse.style == "groups"]
    if fixing.asked(s.over(lattice)) is not None:  # what did it, not what it was done to
        found = [parse for parse in found if isinstance(parse.params, Aggregate) and parse.params.group_by]
    found = held_alike(found, s.over(lattice))
    found = [p for p in found if not one_each(p.params, s)]
    found = [none_done(p, s) for p in found if not by_those(p.params, s) and not sides_of_each(p.params, s)]
    found = [p for p in found if placed(p.params) and sensible(p.params, s) and not empty(p, s)]
    return [p for p in found if not of_some(p.params, s) and not counts_amounts(p, s)]


def _either(lat: Lattice) -> Lattice:
    """Without "either" before "or": it says no more."""
    kept = [
        n
        for n in range(len(lat))
        if lat.low(n) != "either" or not any(lat.low(k) == "or" for k in range(n, len(lat)))
    ]
    return lat if len(kept) == len(lat) else lat.arranged(kept)


def in_unit(params: Params, unit: Unit) -> Params | None:
    """The call with its length of time in another unit; None where it measures none."""
    if isinstance(params, Aggregate) and isinstance(params.measure.of, Duration):
        of = params.measure.of.model_copy(update={"unit": unit})
        return params.model_copy(update={"measure": params.measure.model_copy(update={"of": of})})
    if isinstance(params, Find) and isinstance(params.order_by, Duration) and params.limit == 1:
        of = params.order_by.model_copy(update={"unit": unit})  # of the one that lasts longest, how long it does
        measure = Measure(function="max" if params.descending else "min", of=of)
        return Aggregate(label=params.label, filters=params.filters, measure=measure)
    return None


def sensible(item: object, s: Scene, head: str = "") -> bool:
    """Whether an operator call can be meant: no path is too long or goes straight back over a relation, nothing

    has two values of one property at once, and no relation that leads to one vertex is asked for several.
    """
    if isinstance(item, tuple):
        if item and all(isinstance(one, Hop) for one in item):
            back = any(a.edge == b.edge and a.direction != b.direction for a, b in pairwise(item))
            return len(item) <= _LONGEST and not back
        return not _contradicts(item, s) and all(sensible(one, s, head) for one in item)
    if isinstance(item, DegreeCondition) and s.paths.single(item.path) and item.value + (item.op == "gt") > 1:
        return False
    if isinstance(item, DegreeCondition) and any(_strays(item.path, inner, s, head) for inner in item.where):
        return False
    if isinstance(item, AnyOf):
        return all(sensible(one, s, head) for one in item.filters)
    if isinstance(item, BaseModel):
        head = getattr(item, "label", head)
        return all(sensible(getattr(item, name), s, head) for name in type(item).model_fields)
    return True


def _strays(path: Path, inner: Filter, s: Scene, head: str) -> bool:
    """Whether a condition leads back over the relation just followed, to others that nobody spoke of.

    What is asked for is spoken of once already: "cases of vip contacts not escalated" are cases not escalated.
    """
    if not isinstance(inner, Condition) or not inner.path:
        return False
    last, back = path[-1], inner.path[0]
    if last.edge != back.edge or last.direction == back.direction:
        return False
    ends = s.catalog.schema.edges[back.edge].ends
    reached = {end.in_label if back.direction == "out" else end.out_label for end in ends}
    said = [n for n in range(len(s.lat)) if any(entry.label in reached for _, entry in s.lat.at(n, LabelName))]
    return len(said) <= (head in reached)


def _contradicts(items: tuple[object, ...], s: Scene) -> bool:
    """Whether filters that must all hold ask for two values of what has one, or for what must not be there."""
    values: dict[object, set[object]] = {}
    for item in items:
        if isinstance(item, Condition) and item.op == "eq" and not item.negate and s.paths.single(item.path):
            values.setdefault((item.path, item.property), set()).add(item.value)
    absent = [item for item in items if isinstance(item, Condition) and item.op == "exists" and item.negate]
    needed = [item for item in items if isinstance(item, Condition) and not item.negate and item.op != "neq"]
    at_once = any(_needs(one, other) for one in needed for other in absent)
    return at_once or any(len(found) > 1 for found in values.values())


def _needs(item: Condition, absent: Condition) -> bool:
    """Whether a condition holds only where what another denies is there."""
    if absent.property is None:
        return bool(absent.path) and item.path[: len(absent.path)] == absent.path
    return (item.path, item.property) == (absent.path, absent.property)


def _counts(lat: Lattice) -> bool:
    """Whether the question says outright that it wants a count or a share: then it is no list or look-up."""
    start = phrase(lat, 0, v.LIST) or 0
    said = ((at, phrase(lat, at, table)) for at in (0, start) for table in (v.COUNT, v.SHARE))
    return any(end is not None and not counting.names_amount(lat, at, end) for at, end in said)


def _orders(lat: Lattice) -> Iterator[tuple[float, Unit | None, Lattice]]:
    """The tokens as they stand, and with what was said first or last out of turn put in its place.

    Gives (cost, the unit of time that was asked for at the end, tokens).
    """
    yield 0, None, lat
    size = len(lat)
    at = next((n for n in range(1, size) if phrase(lat, n, v.COUNT_LAST) == size), None)
    if at is not None:
        yield 0.1, None, lat.arranged([*_count_words(lat, at), *range(at - (lat.low(at - 1) == ","))])
    unit = v.UNITS.get(lat.base(size - 1)) if size > 3 and lat.low(size - 2) == "in" else None
    if unit:
        yield 0.1, unit, lat.arranged(range(size - 2 - (lat.low(size - 3) == ",")))
    yield from ((0.1, None, lat.arranged(order)) for order in _of_each(lat))
    averaged = phrase(lat, 0, v.ON_AVERAGE)  # "on average, how many ...": said last
    if averaged is not None:
        rest = averaged + (lat.low(averaged) == ",")
        yield 0, None, lat.arranged([*range(rest, size), *range(averaged)])
    if lat.low(0) in _PREPOSITIONS and lat.low(1) in ("how", "which", "what"):
        yield 0, None, lat.arranged(range(1, size))
    yield from ((0.1, None, lat.arranged(order)) for order in _bounded(lat))
    lead = _lead(lat)
    if lead is not None:
        moved, rest = lead
        yield 0.1, None, lat.arranged([*range(rest, size), *range(moved)])


def _of_each(lat: Lattice) -> Iterator[list[int]]:
    """ "What share of each team's cases are ...": whose they are moved to the end, "each team"."""
    places = range(len(lat))
    for n in places:
        owned = next((k for k in range(n + 2, min(n + 5, len(lat))) if lat.low(k) == "'s"), None)
        if lat.low(n) in ("each", "every") and owned is not None:
            yield [k for k in places if not n <= k <= owned] + list(range(n, owned))


def _bounded(lat: Lattice) -> Iterator[list[int]]:
    """ "Which month of 2023 had ...": the window, which bounds what is counted, moved to the end."""
    size = len(lat)
    unit = next((n for n in range(1, min(size - 1, 5)) if lat.base(n) in v.BUCKETS), None)
    if unit is None:
        return
    after = unit + 1 + (lat.low(unit + 1) in ("of", "in", "during"))
    for start in dict.fromkeys((unit + 1, after)):
        for _, end in lat.windows.get(start, ()):
            if end < size:
                yield [*range(unit + 1), *range(end, size), *range(unit + 1, end)]


def _count_words(lat: Lattice, at: int) -> list[int]:
    end = phrase(lat, at, v.COUNT)
    return list(range(at, end)) if end is not None else list(range(at, len(lat)))


def _lead(lat: Lattice) -> tuple[int, int] | None:
    """A window or a place said first: "In March 2016, how many ...": (its end, where the rest starts)."""
    at = glue(lat, 0)
    for _, end in lat.windows.get(at, ()):
        return end, end + (lat.low(end) == ",")
    if lat.low(0) in ("in", "for", "at", "from", "during", "among", "of", "within") and "," in (
        t.low for t in lat.tokens
    ):
        cut = next(n for n, token in enumerate(lat.tokens) if token.low == ",")
        if 1 < cut < len(lat) - 2:
            return cut, cut + 1
    return None
