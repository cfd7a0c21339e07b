"""Conditions that must hold of one vertex in the middle, put together there.

"Which products occur in open orders of X": an order that is open and of X, not one of each.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from engine.agent.offline.reading import Params, Parse
from engine.agent.offline.scene import Scene
from engine.catalog.entries import LabelName
from engine.operators.params import Aggregate, Compare, Condition, DegreeCondition, Filter, Find, Hop


def met(parse: Parse, s: Scene) -> Parse:
    """The reading with conditions behind one relation to several vertices joined in one of these vertices."""
    return replace(parse, params=_met(parse.params, s))


def _met(params: Params, s: Scene) -> Params:
    if isinstance(params, Compare):
        sides = tuple((name, side.model_copy(update=_joined(side, s))) for name, side in params.sides)
        return params.model_copy(update={"sides": sides})
    return params.model_copy(update=_joined(params, s))


def _joined(params: Aggregate | Find, s: Scene) -> dict[str, object]:
    groups: dict[Hop, list[Condition]] = defaultdict(list)
    for item in params.filters:
        if isinstance(item, Condition) and item.path and item.property and not item.negate:
            groups[item.path[0]].append(item)
    filters = params.filters
    for hop, found in groups.items():
        if (
            len(found) > 1
            and not s.paths.single((hop,))
            and _of_one(found)
            and not _said_twice(hop, params.label, s)
        ):
            inner = tuple(item.model_copy(update={"path": item.path[1:]}) for item in found)
            whole: Filter = DegreeCondition(path=(hop,), where=inner, op="gte", value=1)
            at = filters.index(found[0])
            rest = [item for item in filters if item not in found]
            filters = (*rest[:at], whole, *rest[at:])
    if isinstance(params, Aggregate) and params.share_of is not None:  # the whole must stay a part of the filters
        return {}
    return {"filters": filters}


def _of_one(found: list[Condition]) -> bool:
    """Whether the conditions speak of different things: two values of one ask for two vertices."""
    asked = {(item.path, item.property) for item in found if item.op in ("eq", "within")}
    return len(asked) == sum(item.op in ("eq", "within") for item in found)


def _said_twice(hop: Hop, label: str, s: Scene) -> bool:
    """Whether the vertices in the middle are named more than once: "that have open orders and orders of X"."""
    reached = {target for step, target in s.paths.along(hop.edge, label) if step.direction == hop.direction}
    places = {n for n in range(len(s.lat)) for link, entry in s.lat.at(n, LabelName) if entry.label in reached}
    return len(places) > 1
