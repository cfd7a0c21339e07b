"""How many of one thing each of another has on average: "average number of X per Y", "how many X has a Y"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import starts
from engine.agent.offline.deeds import deed
from engine.agent.offline.groups import finished
from engine.agent.offline.lasting import averaging
from engine.agent.offline.measuring import NUMBER_OF, Function, function_at
from engine.agent.offline.paths import Path
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import glue, phrase
from engine.catalog.entries import EdgeName
from engine.catalog.wording import noun
from engine.operators.params import Aggregate, Condition, Degree, Filter, Measure

_FUNCTIONS = frozenset({"avg", "median"})
_DOES = frozenset({"does", "do", "did", "has", "have", "had"})
_ONE = frozenset({"a", "an", "each", "every", "one"})
_TYPICAL = frozenset({"average", "typical"})


def averages(s: Scene) -> Iterator[Parse]:
    """All ways to ask how many of one thing each of another has on average."""
    for i in starts(s):
        found = function_at(s, i)
        if found and found[0] in _FUNCTIONS:
            yield from _per(s, phrase(s.lat, found[1], NUMBER_OF) or found[1], found[0])
    kept = [n for n in range(len(s.lat)) if not averaging(s, n) and not _typical(s, n)]
    if len(kept) == len(s.lat):
        return
    inner = s.over(s.lat.arranged(kept))
    for i in starts(inner):
        at = phrase(inner.lat, i, v.COUNT) or i
        yield from _per(inner, at, "avg")
        yield from _does(inner, at)


def _typical(s: Scene, n: int) -> bool:
    """ "The average X has": a word before what each is, like "on average"."""
    return s.lat.low(n) in _TYPICAL and s.lat.low(n - 1) in ("the", "an", "a") and n > 1


def _per(s: Scene, i: int, function: Function) -> Iterator[Parse]:
    """ "X per Y"."""
    for counted in nouns.phrases(s, i):
        end = phrase(s.lat, glue(s.lat, counted.end), v.PER) or phrase(s.lat, counted.end, v.PER)
        if end is not None and not counted.name and s.lat.low(end - 1) in ("per", "each", "every"):
            for owner in nouns.phrases(s, end):
                yield from _averaged(s, counted, owner, owner.end, function)


def _does(s: Scene, i: int) -> Iterator[Parse]:
    """ "X does a Y have"."""
    for counted in nouns.phrases(s, i):
        at = counted.end
        if counted.name or s.lat.low(at) not in _DOES or s.lat.low(at + 1) not in _ONE:
            continue
        for owner in nouns.phrases(s, at + 1):
            yield from _averaged(s, counted, owner, owner.end, "avg")
            done = deed(s, owner.end, asked=True)
            if done is not None:
                yield from _averaged(s, counted, owner, done.end, "avg", done.start)


def _averaged(
    s: Scene, counted: nouns.Noun, owner: nouns.Noun, end: int, function: Function, verb: int | None = None
) -> Iterator[Parse]:
    """``verb``: where the verb stands that joins the two."""
    if owner.name or owner.label == counted.label or any(_timed(s, owner.label, x) for x in owner.part.filters):
        return
    for path, far in s.ways(owner.label, counted.label):
        if not path or s.paths.single(path) or (verb is not None and not _joins(s, verb, path)):
            continue
        for rest in m.modifiers(s, counted.label, end):
            if finished(s, rest.end) and all(_timed(s, counted.label, item) for item in rest.filters):
                yield _parse(counted, owner, path, function, replace(rest, cost=rest.cost + far))


def _joins(s: Scene, i: int, path: Path) -> bool:
    """Whether a verb says no more than that the two are joined, or names the relation between them."""
    plain = s.lat.base(i) in v.PLAIN_DEEDS | v.LIGHT_VERBS | v.START_VERBS
    return plain or (len(path) == 1 and any(entry.edge == path[0].edge for _, entry in s.lat.at(i, EdgeName)))


def _timed(s: Scene, label: str, item: Filter) -> bool:
    return isinstance(item, Condition) and not item.path and item.property in s.times(label)


def _parse(counted: nouns.Noun, owner: nouns.Noun, path: Path, function: Function, rest: Part) -> Parse:
    degree = Degree(path=path, where=counted.part.filters + rest.filters)
    params = Aggregate(
        label=owner.label, filters=owner.part.filters, measure=Measure(function=function, of=degree)
    )
    note = f"{noun(owner.label).capitalize()} without any count as 0."
    notes = (note, *counted.part.notes, *owner.part.notes, *rest.notes)
    cost = 1 + counted.part.cost + owner.part.cost + rest.cost
    return Parse(params, "measure", cost, notes, counted.part.rewrites + owner.part.rewrites + rest.rewrites)
