"""Groups by how often they did something, or had it done: "who visited most often", "who booked the most X"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.groups import Key, finished
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import glue, phrase
from engine.agent.offline.undergone import done_or_undergone, onward, speaks
from engine.catalog.wording import noun
from engine.operators.params import Aggregate, GroupBy


def most_done(s: Scene, key: Key, limit: int) -> Iterator[Parse]:
    """KEY (verb) most often; KEY (verb) the most NOUN: by the count of what the verb's own label has."""
    if not key.label or key.prop:
        return
    at = glue(s.lat, key.end)
    for label in s.catalog.schema.vertices:
        path = onward(s, label, key.label)
        if path is None or not speaks(s.lat.low(at), label) or not done_or_undergone(s, at, key.label):
            continue
        end = phrase(s.lat, at + 1, v.MOST_OFTEN)
        often = m.modifiers(s, label, end) if end is not None else []
        words = f'"{s.lat.tokens[at].text}" was read as having {noun(label)}.'
        for part in (*often, *_objects(s, label, at + 1)):
            if finished(s, part.end):
                group = GroupBy(ref=s.name_ref(key.label, path))
                params = Aggregate(label=label, filters=part.filters, group_by=(group,), limit=limit)
                yield Parse(params, "groups", 1 + key.cost + part.cost, (*part.notes, words), part.rewrites)


def _objects(s: Scene, label: str, i: int) -> Iterator[Part]:
    """What was done it to, behind "the most"."""
    end = phrase(s.lat, i, v.MOST)
    for done_to in nouns.phrases(s, end) if end is not None else ():
        on = onward(s, label, done_to.label)
        if on is not None and not done_to.name:
            part = done_to.part
            for rest in m.modifiers(s, label, part.end):
                moved = nouns.through(s, on, part.filters) if part.filters else ()
                yield (
                    replace(part, filters=moved, clock=None).then(rest)
                    if rest.filters
                    else replace(part, filters=moved, clock=None)
                )
