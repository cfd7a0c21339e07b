"""How much of a quality one thing has: ``how heavy is X``, ``how much does X cost``."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import nouns
from engine.agent.offline.durations import whole_times
from engine.agent.offline.groups import finished
from engine.agent.offline.lasting import averaging
from engine.agent.offline.qualities import ages, held, plain, verb
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene
from engine.operators.params import Aggregate, Duration, Find, Measure, Ref

_IS = frozenset({"is", "are", "was", "were"})
_DOES = frozenset({"does", "do", "did"})
_MOST = 1000


def degrees(s: Scene) -> Iterator[Parse]:
    """The number that says it, of things by name."""
    if s.lat.low(0) != "how":
        return
    quality = "price" if s.lat.low(1) == "much" else plain(s, 1)
    if quality and s.lat.low(2) in _IS:
        for noun in nouns.phrases(s, 3):
            if noun.name and finished(s, noun.end):
                yield from _held(s, noun, quality)
    if s.lat.low(1) == "old" and s.lat.low(2) in _IS:
        for noun in nouns.phrases(s, 3):
            if noun.name and finished(s, noun.end):
                yield from _aged(s, noun)
        yield from _aged_on_average(s)
    if s.lat.low(1) == "much" and s.lat.low(2) in _DOES:
        for noun in nouns.phrases(s, 3, after=False):
            said = verb(s, noun.end)
            if noun.name and said and finished(s, noun.end + 1):
                yield from _held(s, noun, said)


def _aged(s: Scene, noun: nouns.Noun) -> Iterator[Parse]:
    """How old a thing is, where a number says so: of a birth alone, the day would have to be known."""
    for name, greatest in ages(s, noun.label, "oldest"):
        if greatest:
            select = (s.name_ref(noun.label), Ref(property=name))
            params = Find(label=noun.label, filters=noun.part.filters, select=select, limit=_MOST)
            yield Parse(params, "lookup", 1 + noun.part.cost, noun.part.notes, noun.part.rewrites)


def _aged_on_average(s: Scene) -> Iterator[Parse]:
    """ "How old are X on average"."""
    kept = [n for n in range(len(s.lat)) if not averaging(s, n)]
    inner = s.over(s.lat.arranged(kept))
    for noun in nouns.phrases(inner, 3) if len(kept) < len(s.lat) else ():
        for name, greatest in ages(s, noun.label, "oldest") if finished(inner, noun.end) else ():
            if greatest:
                measure = Measure(function="avg", of=Ref(property=name))
                params = Aggregate(label=noun.label, filters=noun.part.filters, measure=measure)
                yield Parse(params, "measure", 1 + noun.part.cost, noun.part.notes, noun.part.rewrites)


def _held(s: Scene, noun: nouns.Noun, quality: str) -> Iterator[Parse]:
    for name in held(s, noun.label, quality):
        select = (s.name_ref(noun.label), Ref(property=name))
        params = Find(label=noun.label, filters=noun.part.filters, select=select, limit=_MOST)
        yield Parse(params, "lookup", 1 + noun.part.cost, noun.part.notes, noun.part.rewrites)
    for span in whole_times(s, noun.label) if quality == "length" else ():  # long in time, too
        of = Duration(start=span.start, end=span.stop)
        asked = Aggregate(label=noun.label, filters=noun.part.filters, measure=Measure(function="avg", of=of))
        yield Parse(asked, "measure", 1 + noun.part.cost, span.notes + noun.part.notes, noun.part.rewrites)
