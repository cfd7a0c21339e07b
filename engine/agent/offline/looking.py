"""Lists of vertices, and of the values of their properties."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import starts
from engine.agent.offline.groups import finished
from engine.agent.offline.links import Link
from engine.agent.offline.listing import MOST, find
from engine.agent.offline.ordering import by_extreme, ordered
from engine.agent.offline.reaching import implied
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import phrase
from engine.catalog.entries import PropertyName
from engine.catalog.words import singular
from engine.operators.params import Aggregate, CalendarCondition, Find, Ref


def lists(s: Scene) -> Iterator[Parse]:
    """ "List X ...", "which X ...", "the 5 latest X", "X with the highest Y"."""
    for i in starts(s):
        asked = i > 0 or phrase(s.lat, 0, v.LIST) is not None
        extra = 1.0 if asked else 2.5
        yield from _plain(s, i, extra)
        yield from ordered(s, i, extra)
        yield from by_extreme(s, i, extra)
        yield from implied(s, i, extra)


def _plain(s: Scene, i: int, extra: float) -> Iterator[Parse]:
    number = s.lat.numbers.get(i)
    for at, limit in ((i, MOST), (number[1], int(number[0]))) if number else ((i, MOST),):
        for noun in nouns.phrases(s, at):
            if not finished(s, noun.end) or not 1 <= limit <= MOST:
                continue
            params = Aggregate(label=noun.label, filters=noun.part.filters)
            recurring = any(isinstance(item, CalendarCondition) for item in noun.part.filters)
            if extra > 2 and recurring and limit == MOST:
                notes = (*noun.part.notes, "What falls on weekdays or in hours of the day is counted, not listed.")
                yield Parse(params, "count", extra + noun.part.cost, notes, noun.part.rewrites)
            elif extra > 2 and s.lat.text.rstrip().endswith("?") and noun.label == s.catalog.profile.case_label:
                yield Parse(params, "count", extra + noun.part.cost, noun.part.notes, noun.part.rewrites)
            else:
                yield find(noun, extra, limit=limit)


def properties(s: Scene) -> Iterator[Parse]:
    """ "List the contact types", "contact types of open cases": the distinct values of a property."""
    for i in starts(s):
        at = i
        while s.lat.low(at) in v.DISTINCT:
            at += 1
        extra = 2.0 if i or phrase(s.lat, 0, v.LIST) else 2.5
        for link, entry in s.lat.at(at, PropertyName):
            prop = s.prop(entry.label, entry.property)
            if prop is None or entry.verb or not _many(s, link):
                continue
            for rest in m.modifiers(s, entry.label, link.end):
                if finished(s, rest.end):
                    select = (Ref(property=entry.property),)
                    params = Find(
                        label=entry.label, filters=rest.filters, select=select, distinct=True, limit=MOST
                    )
                    cost = extra + link.cost * 0.5 + rest.cost
                    yield Parse(params, "list", cost, rest.notes, rest.rewrites)


def _many(s: Scene, link: Link) -> bool:
    """Whether some word of what names a property is in the plural: "formats of the albums"."""
    return any(singular(s.lat.low(n)) != s.lat.low(n) for n in range(link.start, link.end))
