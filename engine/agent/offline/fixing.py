"""What put things right: "what fixed X", "how were X solved": what their ending leads to, most used first."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.groups import finished
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles
from engine.catalog.words import lemma, split_name
from engine.operators.params import Aggregate, Condition, GroupBy, Ref

_MOST = 5  # shown
_BEING = frozenset({"was", "were", "are", "is", "did", "do", "have", "has", "we", "you", "been", "get", "got"})


def asked(s: Scene) -> int | None:
    """Where what was put right begins, if that is what the question is about."""
    if s.lat.low(0) == "what":
        at = 1 + (s.lat.low(1) in ("has", "have", "usually", "normally", "typically"))
        at += s.lat.low(at) in ("usually", "normally", "typically")
        done = _mends(s, at) and s.lat.low(at + 1) not in ("is", "are", "was", "were", "by", "in", "on")
        return articles(s.lat, at + 1) if done else None
    if s.lat.low(0) != "how" or s.lat.low(1) not in _BEING or not _mends(s, len(s.lat) - 1):
        return None
    at = 1
    while s.lat.low(at) in _BEING:
        at += 1
    return articles(s.lat, at)


def _mends(s: Scene, i: int) -> bool:
    return s.lat.base(i) in v.MENDING or s.lat.low(i).removesuffix("ed") in v.MENDING


def fixes(s: Scene) -> Iterator[Parse]:
    """ "What fixed X", "how were X fixed"."""
    at = asked(s)
    last = len(s.lat) - (s.lat.low(0) == "how")
    for noun in nouns.phrases(s, at) if at is not None else ():
        ended = finished(s, noun.end) if s.lat.low(0) == "what" else noun.end == last
        for ref in _remedies(s, noun.label) if ended else ():
            part = noun.part
            there = Condition(path=ref.path) if ref.path else Condition(property=ref.property)
            params = Aggregate(
                label=noun.label, filters=(*part.filters, there), group_by=(GroupBy(ref=ref),), limit=_MOST
            )
            yield Parse(params, "groups", 1 + part.cost, part.notes, part.rewrites)


def _remedies(s: Scene, label: str) -> Iterator[Ref]:
    """What says how a label's vertices were put right: what a relation of ending leads to, if not to people."""
    for edge in s.catalog.schema.edges.values():
        if lemma(split_name(edge.name)[0]) not in v.MENDING:
            continue
        for hop, target in s.paths.along(edge.name, label):
            if hop.direction == "out" and not v.PEOPLE & {lemma(word) for word in split_name(target)}:
                yield s.name_ref(target, (hop,))
    for name, prop in s.catalog.schema.vertices[label].properties.items():
        words = {lemma(word) for word in split_name(name)}
        if prop.type == "string" and words & v.REMEDIES and s.prop(label, name):
            yield Ref(property=name)
