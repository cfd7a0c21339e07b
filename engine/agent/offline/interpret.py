"""Pass 4: the shapes tried on the linked question, each giving whole operator calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from pydantic import BaseModel

from engine.agent.offline import comparing, counting, looking, measuring, ranking
from engine.agent.offline import vocabulary as v
from engine.agent.offline.links import Lattice
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import glue, phrase, trimmed
from engine.operators.params import Hop

#: The shapes in order of precedence: between readings of one cost, the earlier shape wins.
SHAPES: tuple[Callable[[Scene], Iterator[Parse]], ...] = (
    comparing.comparisons,
    counting.counts,
    counting.shares,
    counting.rates,
    measuring.measured,
    ranking.rankings,
    comparing.existence,
    looking.lookups,
    looking.lists,
    looking.properties,
    counting.grouped,
)
_LISTING = (looking.lookups, looking.lists, looking.properties)
_RANK = 0.001
_LONGEST = 3


def parses(s: Scene) -> list[Parse]:
    """Every whole reading, cheapest first."""
    found: list[Parse] = []
    for extra, lattice in _orders(trimmed(s.lat)):
        inner = s.over(lattice)
        for rank, shape in enumerate(SHAPES):
            if shape in _LISTING and _counts(lattice):
                continue
            found += [replace(parse, cost=parse.cost + rank * _RANK + extra) for parse in shape(inner)]
        s.steps = inner.steps
    return sorted((parse for parse in found if sensible(parse.params)), key=lambda parse: parse.cost)


def sensible(item: object) -> bool:
    """Whether no path of an operator call is too long to be meant, or goes over a relation and straight back."""
    if isinstance(item, tuple):
        if item and all(isinstance(one, Hop) for one in item):
            back = any(a.edge == b.edge and a.direction != b.direction for a, b in pairwise(item))
            return len(item) <= _LONGEST and not back
        return all(sensible(one) for one in item)
    if isinstance(item, BaseModel):
        return all(sensible(getattr(item, name)) for name in type(item).model_fields)
    return True


def _counts(lat: Lattice) -> bool:
    """Whether the question says outright that it wants a count or a share: then it is no list or look-up."""
    start = phrase(lat, 0, v.LIST) or 0
    return any(phrase(lat, at, table) is not None for at in (0, start) for table in (v.COUNT, v.SHARE))


def _orders(lat: Lattice) -> Iterator[tuple[float, Lattice]]:
    """The tokens as they stand, and with what was said first or last out of turn put in its place."""
    yield 0, lat
    size = len(lat)
    at = next((n for n in range(1, size) if phrase(lat, n, v.COUNT_LAST) == size), None)
    if at is not None:
        yield 0.1, lat.arranged([*_count_words(lat, at), *range(at - (lat.low(at - 1) == ","))])
    if lat.low(0) in ("in", "at", "on", "from", "to", "by", "for", "with") and lat.low(1) in (
        "how",
        "which",
        "what",
    ):
        yield 0, lat.arranged(range(1, size))
    lead = _lead(lat)
    if lead is not None:
        moved, rest = lead
        yield 0.1, lat.arranged([*range(rest, size), *range(moved)])


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
