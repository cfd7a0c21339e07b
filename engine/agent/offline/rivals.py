"""Things against things, nothing said of what: "compare Xs and Ys" counts the Xs and the Ys themselves."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline.groups import finished
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles
from engine.catalog.words import split_name
from engine.operators.params import Aggregate, Compare, Condition, Filter

_BETWEEN = frozenset({",", "and", "to", "with", "against", "vs", "versus"})
_KINDS = frozenset({"type", "kind", "sort"})

Side = tuple[int, nouns.Noun]  # where it begins, and what it is


def rivals(s: Scene, i: int) -> Iterator[Parse]:
    """The number of each of the nouns listed at ``i``; what is said behind things of one label is of all."""
    for sides in _listed(s, i, ()):
        end, labels = sides[-1][1].end, {noun.label for _, noun in sides}
        alike = len({(noun.label, noun.part.filters) for _, noun in sides}) < len(sides)
        rests = m.modifiers(s, sides[0][1].label, end) if len(labels) == 1 else [Part(end)]
        yield from (_counted(s, sides, rest) for rest in rests if finished(s, rest.end) and not alike)


def kinds_of(s: Scene, i: int) -> Iterator[nouns.Noun]:
    """Things of several kinds that are named at ``i`` by their kind alone: "compare diesel and petrol"."""
    for label in s.catalog.schema.vertices:
        for part in m.modifiers(s, label, i):
            if part.sides and all(_of_kind(side) for _, side in part.sides):
                yield nouns.Noun(label, part)


def _of_kind(side: Filter) -> bool:
    if not isinstance(side, Condition) or side.path or side.property is None:
        return False
    return split_name(side.property)[-1] in _KINDS


def _listed(s: Scene, i: int, before: tuple[Side, ...]) -> Iterator[tuple[Side, ...]]:
    for one in nouns.phrases(s, i, after=False):
        if one.name:
            continue
        sides = (*before, (i, one))
        if before:
            yield sides
        if s.lat.low(one.end) in _BETWEEN:
            yield from _listed(s, one.end + 1 + (s.lat.low(one.end + 1) == "and"), sides)


def _counted(s: Scene, listed: tuple[Side, ...], rest: Part) -> Parse:
    sides, cost, notes, said = [], 1 + rest.cost, rest.notes, rest.rewrites
    for start, noun in listed:
        first, last = s.lat.tokens[articles(s.lat, start)], s.lat.tokens[noun.end - 1]
        counted = Aggregate(label=noun.label, filters=noun.part.filters + rest.filters)
        sides.append((s.lat.text[first.start : last.end], counted))
        cost, notes, said = cost + noun.part.cost, notes + noun.part.notes, said + noun.part.rewrites
    return Parse(Compare(sides=tuple(sides)), "count", cost, notes, said)
