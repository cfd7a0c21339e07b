"""Groups by who does it most or fastest: "who resolved the most X", "which Y resolves X fastest"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.groups import Key, finished
from engine.agent.offline.lasting import averaging
from engine.agent.offline.leading import glue_soft, grouping
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, glue, most
from engine.catalog.entries import EdgeName
from engine.operators.params import Aggregate, Duration, GroupBy, Measure, Ref


def doers(s: Scene) -> Iterator[Parse]:
    """ "Who resolved the most cases": the groups are what the verb's relation leads to."""
    if s.lat.low(0) != "who":
        return
    at = glue(s.lat, 1)
    for link, entry in s.lat.at(at, EdgeName):
        found = most(s.lat, glue_soft(s, link.end))
        for noun in nouns.phrases(s, found[1]) if found else ():
            for hop, target in s.paths.along(entry.edge, noun.label):
                if finished(s, noun.end) and not noun.name and found:
                    params = Aggregate(
                        label=noun.label, filters=s.timed_by(noun.label, entry.edge, noun.part.filters), limit=1,
                        order="desc" if found[0] else "asc",
                        group_by=(GroupBy(ref=s.name_ref(target, (hop,))),),
                    )  # fmt: skip
                    yield Parse(params, "groups", 1 + noun.part.cost, noun.part.notes, noun.part.rewrites)


def fastest(s: Scene, key: Key, limit: int) -> Iterator[Parse]:
    """ "Which KEY resolves NOUN (the) fastest (on average)", "which KEY takes longest to resolve NOUN"."""
    kept = [n for n in range(len(s.lat)) if not averaging(s, n)]
    inner = s.over(s.lat.arranged(kept))
    at = glue(inner.lat, key.end)
    if inner.lat.base(at) == "take":
        word = inner.lat.low(articles(inner.lat, at + 1))
        verb = articles(inner.lat, at + 1) + 2
        yield from _by_length(inner, key, word, verb, len(inner.lat), limit)
        return
    word = inner.lat.low(len(inner.lat) - 1)
    last = len(inner.lat) - 1
    yield from _by_length(inner, key, word, at, last - (inner.lat.low(last - 1) == "the"), limit)


def _by_length(s: Scene, key: Key, word: str, verb: int, stop: int, limit: int) -> Iterator[Parse]:
    longest = v.BY_LENGTH.get(word.removesuffix("ly"))
    if longest is None:
        return
    for label in s.catalog.schema.vertices:
        began = s.start_time(label)
        for name, end, cost in s.time_verb(verb, label) if began else ():
            for noun in nouns.phrases(s, end, label):
                if noun.end == stop and name != began[0]:
                    lasting = Duration(start=Ref(property=began[0]), end=Ref(property=name))
                    measure = Measure(function="avg", of=lasting)
                    yield from grouping(s, key, label, noun.part, measure, limit, longest, 1 + cost)
