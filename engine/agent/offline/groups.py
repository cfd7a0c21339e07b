"""What results are grouped by: a label's names, a property, or calendar units of a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.agent.offline import modifiers as m
from engine.agent.offline import vocabulary as v
from engine.agent.offline.reading import Part, Rewrite
from engine.agent.offline.relations import hops
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import articles, bucket, glue, phrase
from engine.catalog.entries import EdgeName, LabelName, PropertyName
from engine.catalog.words import singular
from engine.operators.params import Bucket, GroupBy, Hop, Ref


@dataclass(frozen=True, slots=True)
class Key:
    """A thing to group by, before it is known what is counted: one of label, property or calendar unit."""

    end: int
    label: str = ""
    prop: str = ""
    unit: Bucket | None = None
    edge: str = ""
    cost: float = 0
    start: int = 0
    whole: bool = False  # a property said with the label that has it

    def over(
        self, s: Scene, head: str, clock: str | None = None
    ) -> Iterator[tuple[GroupBy, float, tuple[Rewrite, ...]]]:
        """The grouping for vertices of ``head``: (key, cost, how to say it outright)."""
        if self.unit:
            for name in [clock] if clock else s.start_time(head):
                said = s.replacing(self.start, self.end, f"{spoken(name)} {self.unit}")
                yield GroupBy(ref=Ref(property=str(name)), bucket=self.unit), self.cost, () if clock else said
        elif self.edge:
            for hop, target in s.paths.along(self.edge, head):
                if hop.direction == "out":
                    yield GroupBy(ref=s.name_ref(target, (hop,))), self.cost, ()
        elif self.prop:
            for path, far in s.ways(head, self.label):
                if path and (self.whole or s.prop(head, self.prop)):  # a property of its own is rather meant
                    far += 0.5
                yield GroupBy(ref=Ref(property=self.prop, path=path)), self.cost + far, _said(s, self, path)
        else:
            for path, far in s.ways(head, self.label):
                if path:
                    yield GroupBy(ref=s.name_ref(self.label, path)), self.cost + far, _said(s, self, path)


_BEING = frozenset({"is", "are", "was", "were"})


def _said(s: Scene, key: Key, path: tuple[Hop, ...]) -> tuple[Rewrite, ...]:
    several = len(path) == 1 and bool(s.paths.parallel(path[0]))
    return s.replacing(key.start, key.end, spoken(path[0].edge)) if several else ()


def keys(s: Scene, i: int) -> Iterator[Key]:
    """The things to group by that are named at ``i``."""
    i = articles(s.lat, i)
    while s.lat.low(i) in v.DISTINCT or s.lat.low(i) == "calendar":
        i += 1
    for unit, end in bucket(s.lat, i):
        yield Key(end, unit=unit, start=i)
    whole = max((link.end for link, _ in s.lat.at(i, LabelName) if not link.cost), default=0)
    for link, entry in s.lat.at(i, LabelName):
        if link.end >= whole:  # "issue types" are no issues
            yield Key(link.end, label=entry.label, cost=link.cost * 0.5, start=i)
    labels = {(link.end, entry.label) for link, entry in s.lat.at(i, LabelName)}
    for link, named in s.lat.at(i, PropertyName):
        if (link.end, named.label) in labels:  # "film" is the film, not its "film id"
            continue
        prop = s.prop(named.label, named.property)
        if prop and prop.type == "boolean" and _several(s, link.end - 1):  # "by students": those that are
            continue
        if prop and prop.type in ("string", "integer", "boolean", "list"):
            whole = any(
                n < link.end
                for n in range(i, link.end)
                for _, x in s.lat.at(n, LabelName)
                if x.label == named.label
            )
            cost = link.cost * 0.5
            yield Key(link.end, label=named.label, prop=named.property, cost=cost, start=i, whole=whole)
    for link, edge in s.lat.at(i, EdgeName):
        yield Key(link.end, edge=edge.edge, cost=0.5 + link.cost * 0.5, start=i)


def _several(s: Scene, i: int) -> bool:
    return singular(s.lat.low(i)) != s.lat.low(i)


@dataclass(frozen=True, slots=True)
class Tail:
    """What follows a head noun to the end of the question: filters, and grouping keys."""

    part: Part
    by: tuple[GroupBy, ...] = ()


def tails(s: Scene, head: str, i: int, clock: str | None) -> Iterator[Tail]:
    """All ways to read the rest of the question after a head: more filters, and "per ..." once or twice."""
    for part in m.modifiers(s, head, i, clock):
        if finished(s, part.end):
            yield Tail(part)
        for by, grouped in groupings(s, head, part.end, part.clock or clock):
            for rest in m.modifiers(s, head, grouped.end, clock):
                if finished(s, rest.end):
                    whole = part.then(grouped)
                    yield Tail(whole.then(rest) if rest.end > grouped.end else whole, by)


def groupings(s: Scene, head: str, i: int, clock: str | None) -> Iterator[tuple[tuple[GroupBy, ...], Part]]:
    """ "per location", "by month and priority", "monthly"."""
    for at in dict.fromkeys((i, _skip(s, i))):
        if s.lat.low(at).endswith("ly") or s.lat.low(at) == "annually":
            for unit, after in bucket(s.lat, at):
                for group, cost, said in Key(after, unit=unit, start=at).over(s, head, clock):
                    yield (group,), Part(after, cost=cost, rewrites=said)
        end = phrase(s.lat, at, v.PER)
        if end is None:
            continue
        for key in keys(s, end):
            for group, cost, said in key.over(s, head, clock):
                cost += _whose(s, at, key) if end == at + 1 and s.lat.low(at) == "by" else 0
                yield (group,), Part(key.end, cost=1 + cost, rewrites=said)
                joint = s.lat.low(key.end)
                if joint in ("and", "per", "by", ","):
                    again = phrase(s.lat, key.end + 1, v.PER) or key.end + 1
                    for second in keys(s, again):
                        for other, more, also in second.over(s, head, clock):
                            yield (group, other), Part(second.end, cost=1 + cost + more, rewrites=said + also)


def _whose(s: Scene, at: int, key: Key) -> float:
    """How far a "by" is from a grouping: "created by", "are by members of" rather say who did it."""
    before = s.lat.low(at - 1)
    return 1.5 if before in _BEING and key.label else 0.5 if before.endswith("ed") else 0


def _skip(s: Scene, i: int) -> int:
    while s.lat.low(i) in (",", "and", "is", "are", "was", "were", "there", "does", "do", "did", "in", "on", "at"):
        i += 1
    return i


def finished(s: Scene, i: int) -> bool:
    """Whether nothing that carries meaning is left."""
    return glue(s.lat, i) >= len(s.lat)


def edge_keys(s: Scene, i: int, head: str) -> Iterator[tuple[Hop, str, int]]:
    """Relations named at ``i`` that lead away from ``head``: (hop, label reached, end)."""
    for link, entry in s.lat.at(i, EdgeName):
        for hop, target in hops(s, head, link, entry.edge):
            yield hop, target, link.end
