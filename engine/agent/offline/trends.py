"""How numbers go over time, by month: "the trend of X", "X over time", "are X going up"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import starts
from engine.agent.offline.groups import finished
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import glue, phrase
from engine.operators.params import Aggregate, GroupBy, Ref

_ASKING = frozenset({"are", "is", "do", "does", "have", "has", "did"})


def trends(s: Scene) -> Iterator[Parse]:
    """All ways to ask how a number goes over time."""
    for i in starts(s):
        named = phrase(s.lat, i, v.TREND)
        if named is not None:
            yield from (_monthly(s, noun) for noun in nouns.phrases(s, named) if finished(s, noun.end))
            continue
        at = i + (s.lat.low(i) in _ASKING)
        at = phrase(s.lat, at, v.COUNT) or at
        for noun in nouns.phrases(s, at):
            end = phrase(s.lat, glue(s.lat, noun.end), v.TRENDING) or phrase(s.lat, noun.end, v.TRENDING)
            if end is not None and finished(s, end) and not noun.name:
                yield _monthly(s, noun)


def _monthly(s: Scene, noun: nouns.Noun) -> Parse:
    part = noun.part
    name = part.clock or next(iter(s.start_time(noun.label)), None)
    if name is None:
        return Parse(Aggregate(label=noun.label), "groups", 100)
    params = Aggregate(
        label=noun.label, filters=part.filters, group_by=(GroupBy(ref=Ref(property=name), bucket="month"),),
        order="key",
    )  # fmt: skip
    note = f"Shown by month of {spoken(name)}; the last month may not be over."
    return Parse(params, "groups", 1 + part.cost, (note, *part.notes), part.rewrites)
