"""An operator call without conditions that say nothing: said twice, always true, or implied by another."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agent.offline.reading import Params
from engine.graph.schema import Schema
from engine.operators.filters import some
from engine.operators.names import Place, always_there, follow, property_at, start
from engine.operators.params import Aggregate, Compare, Condition, DegreeCondition, Filter
from engine.operators.paths import may_be_list


def tidied(params: Params, schema: Schema) -> Params:
    """The call that asks just the same with the fewest conditions."""
    if isinstance(params, Compare):
        sides = tuple((name, _side(side, schema)) for name, side in params.sides)
        return params.model_copy(update={"sides": sides})
    if isinstance(params, Aggregate):
        return _side(params, schema)
    return params.model_copy(update={"filters": _filters(params.filters, start(schema, params.label), schema)})


def _side(params: Aggregate, schema: Schema) -> Aggregate:
    place = start(schema, params.label)
    filters = _filters(params.filters, place, schema)
    if params.share_of is None:
        return params.model_copy(update={"filters": filters})
    of = _filters(params.share_of, place, schema)
    own = tuple(item for item in filters if item not in of)
    return params.model_copy(update={"filters": own, "share_of": of})


def _filters(given: Sequence[Filter], place: Place, schema: Schema) -> tuple[Filter, ...]:
    """Filters that must all hold for vertices at a place, each once."""
    kept = tuple(dict.fromkeys(_within(item, place, schema) for item in given))
    kept = tuple(_other(item, kept, place, schema) for item in kept)
    return tuple(
        item
        for item in kept
        if not _asks_presence(item)
        or not (_always(item, place, schema) or any(_implies(other, item) for other in kept if other is not item))
    )


def _within(item: Filter, place: Place, schema: Schema) -> Filter:
    if not isinstance(item, DegreeCondition) or not item.where:
        return item
    end = follow(schema, place, item.path)
    where = _filters(item.where, end, schema)
    first = where[0] if len(where) == 1 else None
    plain = isinstance(first, Condition) and first.property is not None and not first.path
    if end.single and end.complete and some(item) and plain and isinstance(first, Condition):
        return first.model_copy(update={"path": item.path})  # of the one there is
    return item.model_copy(update={"where": where})


def _other(item: Filter, kept: Sequence[Filter], place: Place, schema: Schema) -> Filter:
    """A value that is there and is not another: it is "other than" that."""
    if not isinstance(item, Condition) or item.path or not item.negate or item.op != "eq":
        return item
    held = None if item.property is None else property_at(schema, place, item.property)
    there = any(_asks_presence(one) and isinstance(one, Condition) and _same(one, item) for one in kept)
    if held is None or may_be_list(held) or not there:
        return item
    return item.model_copy(update={"op": "neq", "negate": False})


def _same(one: Condition, item: Condition) -> bool:
    return (one.path, one.property) == (item.path, item.property)


def _asks_presence(item: Filter) -> bool:
    return isinstance(item, Condition) and item.op == "exists" and not item.negate


def _always(item: Filter, place: Place, schema: Schema) -> bool:
    """Whether every vertex at a place has it, as far as the schema knows for certain."""
    assert isinstance(item, Condition)
    end = follow(schema, place, item.path)
    held = None if item.property is None else property_at(schema, end, item.property)
    return end.complete and (item.property is None or always_there(schema, end, held))


def _implies(other: Filter, item: Filter) -> bool:
    """Whether a filter holds only where what another asks for is there."""
    assert isinstance(item, Condition)
    if isinstance(other, DegreeCondition):
        positive = some(other) or (other.op in ("gt", "gte", "eq") and other.value > 0)
        return item.property is None and positive and other.path[: len(item.path)] == item.path
    if not isinstance(other, Condition) or other.negate:
        return False
    if item.property is None:
        return bool(item.path) and other.path[: len(item.path)] == item.path
    return _same(other, item)
