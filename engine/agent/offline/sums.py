"""Sums asked with "how many": "how many seats in total", "how many seats do the boats in X have"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import ends, starts
from engine.agent.offline.groups import Tail, finished, tails
from engine.agent.offline.qualities import NO_SIZE
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import glue, phrase
from engine.catalog.entries import PropertyName
from engine.catalog.words import lemma, singular, split_name
from engine.operators.params import Aggregate, GroupBy, Measure, Ref


def sums(s: Scene) -> Iterator[Parse]:
    """The sum of a whole number that counts something, over its vertices."""
    for i in starts(s):
        end = phrase(s.lat, i, v.COUNT)
        for label, name, after in _counting(s, i if end is None else end):
            for tail in _whose(s, label, after):
                part = tail.part if end is not None else replace(tail.part, cost=tail.part.cost + 1)
                if end is None and not tail.by:
                    continue
                measure = Measure(function="sum", of=Ref(property=name))
                params = Aggregate(label=label, filters=part.filters, measure=measure, group_by=tail.by)
                yield Parse(params, "groups" if tail.by else "measure", 1 + part.cost, part.notes, part.rewrites)


def _counting(s: Scene, i: int) -> Iterator[tuple[str, str, int]]:
    """Properties that count what the plural at ``i`` names: ``berths``, ``seats_sold`` ("seats were sold")."""
    for link, entry in s.lat.at(i, PropertyName):
        word = s.lat.low(link.end - 1)
        if singular(word) != word and _counts(s, entry.label, entry.property):
            yield entry.label, entry.property, link.end
    for label, vertex in s.catalog.schema.vertices.items():
        for name in vertex.properties:
            words = split_name(name)
            if len(words) == 2 and words[0] == s.lat.low(i) and _counts(s, label, name):
                done = next((n for n in range(i + 1, len(s.lat)) if s.lat.base(n) == lemma(words[1])), None)
                if done is not None and glue(s.lat, i + 1) == done:
                    yield label, name, done + 1


def _counts(s: Scene, label: str, name: str) -> bool:
    """Whether a whole number says how many of something there are, so that a sum of it does."""
    prop, words = s.prop(label, name), split_name(name)
    plural = any(singular(word) != word for word in words[:2])
    whole = prop is not None and prop.type == "integer" and not s.yearly(prop)
    lasting = any(lemma(word) in v.UNITS for word in words)  # "how many minutes does X take": of each, or of all?
    summed = not lasting or "total" in s.lat.text.lower()
    return whole and plural and summed and not NO_SIZE & set(words) and name != s.catalog.name_of(label)


def _whose(s: Scene, label: str, i: int) -> Iterator[Tail]:
    """Of all of the label's vertices, of those that pass filters, or of those that a noun names."""
    if finished(s, i):
        yield Tail(Part(i))
    for tail in tails(s, label, i, None):
        if tail.part.filters or tail.by:
            yield tail
    for noun in nouns.phrases(s, glue(s.lat, i), label):
        if s.lat.low(noun.noun_end - 2) in ("each", "every"):  # "does each branch have": one figure for each
            if noun.end == noun.noun_end and finished(s, noun.end):
                yield Tail(Part(noun.end, cost=noun.part.cost), (GroupBy(ref=s.name_ref(label)),))
        elif not noun.name:
            for tail in ends(s, label, noun.part):
                yield Tail(noun.part.then(tail.part), tail.by)
