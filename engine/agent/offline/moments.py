"""The first and the last time of something: "when was the first X opened", "date of the latest X"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import starts
from engine.agent.offline.groups import finished
from engine.agent.offline.keeping import last_time
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, glue, phrase
from engine.operators.params import Aggregate, Measure, Ref

_WAS = frozenset({"was", "were", "is"})


def moments(s: Scene) -> Iterator[Parse]:
    """ "When was the first incident opened", "date of the latest case": the least or greatest time."""
    yield from _last(s)
    for i in starts(s):
        start = phrase(s.lat, i, v.WHEN)
        if start is None:
            continue
        at = articles(s.lat, start)
        at += s.lat.low(at) == "most"
        newest = v.BY_TIME.get(s.lat.low(at))
        if newest is None:
            continue
        for noun in nouns.phrases(s, at + 1):
            if s.lat.low(i) != "when" and finished(s, noun.end):
                for name in [noun.part.clock] if noun.part.clock else s.start_time(noun.label)[:1]:
                    yield _moment(noun, Part(noun.end), str(name), newest)
            if noun.end != noun.noun_end and not noun.part.filters:
                continue
            for name, end, cost in s.time_verb(glue(s.lat, noun.end), noun.label):
                for rest in m.modifiers(s, noun.label, end):
                    if finished(s, rest.end):
                        yield _moment(noun, Part(end, cost=cost).then(rest), name, newest)


def _last(s: Scene) -> Iterator[Parse]:
    """ "When did X last rent Y"; "when was the last X of Y": of what has one time to begin."""
    for label, part, name, newest in last_time(s):
        yield _moment(nouns.Noun(label, Part(part.end)), part, name, newest)
    at = articles(s.lat, 2)
    if s.lat.low(0) != "when" or s.lat.low(1) not in _WAS or s.lat.low(at) not in v.BY_TIME:
        return
    for noun in nouns.phrases(s, at + 1):
        began = s.start_time(noun.label)
        if finished(s, noun.end) and len(began) == 1 and not noun.name:
            clock = noun.part.clock or began[0]
            yield _moment(noun, Part(noun.end, cost=0.5), clock, v.BY_TIME[s.lat.low(at)])


def _moment(noun: nouns.Noun, rest: Part, name: str, newest: bool) -> Parse:
    part = noun.part.then(rest)
    params = Aggregate(
        label=noun.label, filters=part.filters,
        measure=Measure(function="max" if newest else "min", of=Ref(property=name)),
    )  # fmt: skip
    return Parse(params, "measure", 1 + part.cost, part.notes, part.rewrites)
