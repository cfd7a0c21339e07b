"""What is asked for by what it lacks: values that no case of some kind has, people who did no such thing."""

from __future__ import annotations

from dataclasses import replace

from engine.agent.offline.reading import Params, Parse
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import negation
from engine.catalog.entries import EdgeName, LabelName
from engine.operators.params import Aggregate, AllOf, AnyOf, Condition, DegreeCondition, Filter, Find


def of_some(params: Params, s: Scene) -> bool:
    """Whether a list has the values of those that lack something, where it was asked which values lack it.

    A country where one contact has no case is no country without cases. It is meant where the things themselves
    are said to lack it: "departments of contacts without cases".
    """
    if not isinstance(params, Find) or not params.distinct or not any(map(_denies, params.filters)):
        return False
    return not any(negation(s.lat, n)[0] and _named_before(s, n, params.label) for n in range(len(s.lat)))


def none_done(parse: Parse, s: Scene) -> Parse:
    """The call without what a verb before "no" was read as: who "reported no critical case" may have none."""
    params = parse.params
    ends = (link.end for n in range(len(s.lat)) for link, _ in s.lat.at(n, EdgeName))
    if not isinstance(params, Find | Aggregate) or not any(negation(s.lat, end)[0] for end in ends):
        return parse
    lacked = [
        item.path for item in params.filters if isinstance(item, Condition | DegreeCondition) and _denies(item)
    ]
    kept = tuple(
        item
        for item in params.filters
        if not (isinstance(item, Condition) and _is_there(item))
        or not any(other[: len(item.path)] == item.path for other in lacked)
    )
    return parse if kept == params.filters else replace(parse, params=params.model_copy(update={"filters": kept}))


def _is_there(item: Condition) -> bool:
    return item.op == "exists" and not item.negate and item.property is None


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
