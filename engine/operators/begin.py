"""Where a traversal begins: at the label asked about, or at a few neighbours that a condition names.

``g.V().hasLabel('case').where(__.out('hasCategory').has('name', 'VPN'))`` looks at every case. With few categories
and many cases, ``g.V().hasLabel('category').has('name', 'VPN').in('hasCategory')`` finds the same cases ten times
as fast, and reads as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.graph.schema import Schema
from engine.gremlin.build import Builder, g
from engine.gremlin.tree import Step
from engine.operators.filters import Filters, some
from engine.operators.names import Place, follow, start
from engine.operators.params import Condition, DegreeCondition, Direction, Filter, Hop
from engine.operators.paths import hops

_FEWER = 4  # times fewer neighbours than vertices asked about: below, turning round gains little
_NAMING = ("eq", "within")
_REVERSE: dict[Direction, Direction] = {"out": "in", "in": "out", "both": "both"}


def begin(schema: Schema, filters: Filters, label: str, given: Sequence[Filter]) -> Builder:
    """The vertices of a label that pass the filters, each once. Raises UnknownName and what filters raise."""
    place = start(schema, label)
    anchor = _anchor(schema, place, given)
    middle = _middle(schema, place, given) if anchor is None else None
    if middle is not None:
        ends = follow(schema, place, middle.path)
        found = begin(schema, filters, ends.labels[0], middle.where).then(*back(schema, place, middle.path))
        return found.dedup().then(*filters.steps([each for each in given if each is not middle], place))
    if anchor is None:
        return g.V().hasLabel(label).then(*filters.steps(given, place))
    end = follow(schema, place, anchor.path)
    there = filters.steps([anchor.model_copy(update={"path": ()})], end)
    found = g.V().hasLabel(end.labels[0]).then(*there, *back(schema, place, anchor.path))
    if not end.single:
        found = found.dedup()
    return found.then(*filters.steps([each for each in given if each is not anchor], place))


def back(schema: Schema, place: Place, path: Sequence[Hop]) -> tuple[Step, ...]:
    """The steps of a path walked from its end to its start."""
    befores = [place]
    for hop in path[:-1]:
        befores.append(follow(schema, befores[-1], (hop,)))
    reverse = tuple(
        Hop(
            edge=hop.edge,
            direction=_REVERSE[hop.direction],
            to=before.labels[0] if len(before.labels) == 1 else None,
        )
        for hop, before in reversed(list(zip(path, befores, strict=True)))
    )
    return hops(schema, Place(follow(schema, place, path).labels), reverse)


def fewer(schema: Schema, place: Place, path: Sequence[Hop]) -> bool:
    """Whether a path ends at vertices of one label, far fewer than it starts from."""
    ends = follow(schema, place, path).labels
    return bool(path) and len(ends) == 1 and _count(schema, ends) * _FEWER <= _count(schema, place.labels)


def _anchor(schema: Schema, place: Place, given: Sequence[Filter]) -> Condition | None:
    """The condition to begin at: one that names neighbours, of the label with the most vertices among the few."""
    found = [
        each
        for each in given
        if isinstance(each, Condition)
        and not each.negate
        and each.property is not None
        and each.op in _NAMING
        and fewer(schema, place, each.path)
    ]
    return max(found, key=lambda each: _count(schema, follow(schema, place, each.path).labels), default=None)


def _middle(schema: Schema, place: Place, given: Sequence[Filter]) -> DegreeCondition | None:
    """A condition on vertices in the middle that themselves can be begun at a few of their neighbours."""
    for each in given:
        if isinstance(each, DegreeCondition) and some(each):
            end = follow(schema, place, each.path)
            if len(end.labels) == 1 and _anchor(schema, end, each.where) is not None:
                return each
    return None


def _count(schema: Schema, labels: Sequence[str]) -> int:
    return sum(schema.vertices[label].count for label in labels)
