"""Filters by words that say that a thing has something or lacks it: ``rated loans``, ``out of print``."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline.qualities import held, verb
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, compared
from engine.catalog.entries import PropertyName
from engine.catalog.names import COUNTING
from engine.catalog.words import split_name
from engine.operators.params import Condition


def present(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """``rated``: the one number that says how, is there; ``starred``: the one of that name is."""
    yield from _out_of(s, head, i)
    if not s.lat.low(i).endswith("ed") or any(True for _ in compared(s.lat, i + 1)):
        return
    quality = verb(s, i)
    names = held(s, head, quality) if quality else []
    names = names or [entry.property for _, entry in s.lat.at(i, PropertyName) if entry.label == head]
    names = [name for name in names if split_name(name)[-1] not in COUNTING]  # "reopened": more than 0 times
    own = s.catalog.schema.vertices[head].properties
    if len(set(names)) == 1 and own[names[0]].type in ("integer", "number"):
        yield Part(i + 1, (Condition(property=names[0], op="exists"),), 1.5)


def _out_of(s: Scene, head: str, i: int) -> Iterator[Part]:
    """ "Out of warranty": a yes/no property denied."""
    if s.lat.low(i) != "out" or s.lat.low(i + 1) != "of":
        return
    for link, entry in s.lat.at(articles(s.lat, i + 2), PropertyName):
        prop = s.prop(entry.label, entry.property)
        for path, far in s.ways(head, entry.label) if prop and prop.type == "boolean" else ():
            if not path or s.paths.single(path):
                denied = Condition(path=path, property=entry.property, op="eq", value=False)
                yield Part(link.end, (denied,), 1 + far + link.cost * 0.5)
