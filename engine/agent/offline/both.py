"""Two counts in one question: "how many X were opened and how many were closed in May"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import starts
from engine.agent.offline.groups import finished
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import glue, phrase
from engine.operators.params import Aggregate, Compare, Condition, Filter

_WINDOWS = ("between", "lt", "gte")


def two_counts(s: Scene) -> Iterator[Parse]:
    """Counts of things of one kind, each with what is said of it alone; a window said last is of both."""
    for i in starts(s):
        first = phrase(s.lat, i, v.COUNT)
        for at in range(first or len(s.lat), len(s.lat)):
            second = phrase(s.lat, at, v.COUNT) if s.lat.low(at - 1) == "and" else None
            if first is not None and second is not None:
                yield from _counted(s, first, at - 1, second)


def _counted(s: Scene, first: int, cut: int, second: int) -> Iterator[Parse]:
    cut -= s.lat.low(cut - 1) == ","
    for one in nouns.phrases(s, first):
        if one.name or one.end > cut or glue(s.lat, one.end) < cut or not (one.part.filters or one.part.clock):
            continue
        for rest in _others(s, one.label, second):
            if not (rest.filters or rest.clock):
                continue
            mine = _timed_alike(s, one, rest)
            if mine is None:
                continue
            sides = tuple(
                (s.lat.text[s.lat.tokens[start].start : s.lat.tokens[end - 1].end],
                 Aggregate(label=one.label, filters=filters))
                for start, end, filters in ((first, cut, mine), (second, rest.end, rest.filters))
            )  # fmt: skip
            cost = 1 + one.part.cost + rest.cost
            notes, said = one.part.notes + rest.notes, one.part.rewrites + rest.rewrites
            yield Parse(Compare(sides=sides), "count", cost, notes, said)


def _others(s: Scene, label: str, i: int) -> Iterator[Part]:
    """What is said of the others of the label, named again or not, to the question's end."""
    for part in m.modifiers(s, label, i):
        if finished(s, part.end):
            yield part
    for noun in nouns.phrases(s, i, label):
        if finished(s, noun.end) and not noun.name:
            yield noun.part


def _timed_alike(s: Scene, one: nouns.Noun, rest: Part) -> tuple[Filter, ...] | None:
    """The filters of the first, bounded by the window of the others where it has none of its own.

    None where it names no time of its own to bound.
    """
    times, own = s.times(one.label), one.part.filters
    window = [x for x in rest.filters if isinstance(x, Condition) and x.property in times and x.op in _WINDOWS]
    bounded = any(isinstance(x, Condition) and x.property in times and x.op in _WINDOWS for x in own)
    if not window or bounded:
        return own
    name = one.part.clock
    if name not in times or len(window) > 1:
        return None
    there = Condition(property=name, op="exists")
    return (*(x for x in own if x != there), window[0].model_copy(update={"property": name}))
