"""What things cost together, and what was paid: "how much did X cost in May", "who spent the most"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.groups import Key, finished
from engine.agent.offline.qualities import held
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import glue, phrase
from engine.agent.offline.undergone import onward
from engine.catalog.words import lemma, split_name
from engine.operators.params import Aggregate, GroupBy, Measure, Ref

_DID = frozenset({"did", "have", "has"})  # not "do": what things cost is the price of each
_PAYING = frozenset({"pay", "spend"})


def spent(s: Scene) -> Iterator[Parse]:
    """ "How much did X cost", "how much did X pay": summed over all of several things."""
    if s.lat.low(0) != "how" or s.lat.low(1) != "much":
        return
    at = 2 + (s.lat.low(2) == "money")
    for noun in nouns.phrases(s, at + 1, after=False) if s.lat.low(at) in _DID else ():
        verb = s.lat.base(noun.end)
        if noun.name:
            continue
        if verb == "cost":
            names = held(s, noun.label, "price")
            for name in names if len(names) == 1 else ():
                yield from _summed(s, noun.label, name, noun.part, noun.end + 1)
        for label, name in _payments(s) if verb in _PAYING else ():
            path = onward(s, label, noun.label)
            if path:
                theirs = nouns.through(s, path, noun.part.filters) if noun.part.filters else ()
                part = Part(noun.end, theirs, noun.part.cost, None, noun.part.notes)
                yield from _summed(s, label, name, part, noun.end + 1)


def _summed(s: Scene, label: str, name: str, part: Part, end: int) -> Iterator[Parse]:
    """A sum over all that pass filters, the rest of the question among them."""
    total = phrase(s.lat, glue(s.lat, end), v.IN_TOTAL) or end
    for rest in m.modifiers(s, label, total):
        if finished(s, rest.end):
            params = Aggregate(
                label=label,
                filters=part.filters + rest.filters,
                measure=Measure(function="sum", of=Ref(property=name)),
            )
            cost = 1 + part.cost + rest.cost
            yield Parse(params, "measure", cost, part.notes + rest.notes, part.rewrites + rest.rewrites)


def spenders(s: Scene, key: Key, limit: int) -> Iterator[Parse]:
    """KEY (who) spent the most: by the sum of their payments."""
    at = glue(s.lat, key.end)
    end = phrase(s.lat, at + 1, v.MOST)
    if not key.label or key.prop or s.lat.base(at) not in _PAYING or end is None:
        return
    end += s.lat.low(end) == "money"
    for label, name in _payments(s):
        path = onward(s, label, key.label)
        for rest in m.modifiers(s, label, end) if path else ():
            if finished(s, rest.end) and path:
                group = GroupBy(ref=s.name_ref(key.label, path))
                measure = Measure(function="sum", of=Ref(property=name))
                params = Aggregate(
                    label=label, filters=rest.filters, measure=measure, group_by=(group,), limit=limit
                )
                yield Parse(params, "groups", 1 + key.cost + rest.cost, rest.notes, rest.rewrites)


def _payments(s: Scene) -> list[tuple[str, str]]:
    """The label of payments and its one amount; none where several labels could be."""
    found = [
        (label, name)
        for label in s.catalog.schema.vertices
        if {"payment", "purchase"} & {lemma(word) for word in split_name(label)}
        for name in held(s, label, "price")
    ]
    return found if len(found) == 1 else []
