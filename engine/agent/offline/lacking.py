"""Values that are asked for by what they lack: those of a property that no case of some kind has."""

from __future__ import annotations

from engine.agent.offline.reading import Params
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import negation
from engine.catalog.entries import LabelName
from engine.operators.params import AllOf, AnyOf, Condition, DegreeCondition, Filter, Find


def of_some(params: Params, s: Scene) -> bool:
    """Whether a list has the values of those that lack something, where it was asked which values lack it.

    A country where one contact has no case is no country without cases. It is meant where the things themselves
    are said to lack it: "departments of contacts without cases".
    """
    if not isinstance(params, Find) or not params.distinct or not any(map(_denies, params.filters)):
        return False
    return not any(negation(s.lat, n)[0] and _named_before(s, n, params.label) for n in range(len(s.lat)))


def _named_before(s: Scene, i: int, label: str) -> bool:
    """Whether a label's own words end right before a place."""
    near = range(max(0, i - 3), i)
    return any(link.end == i and entry.label == label for n in near for link, entry in s.lat.at(n, LabelName))


def _denies(item: Filter) -> bool:
    if isinstance(item, AnyOf | AllOf):
        return item.negate or any(map(_denies, item.filters))
    if isinstance(item, DegreeCondition):
        return (item.op, item.value) in (("eq", 0), ("lt", 1), ("lte", 0)) or any(map(_denies, item.where))
    return isinstance(item, Condition) and item.negate and bool(item.path)
