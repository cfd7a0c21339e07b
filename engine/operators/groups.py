"""Reading the result of a compiled aggregate: group keys, slots merged into buckets, measures finished."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator, Mapping, Sequence

from engine.answer import jsonable
from engine.operators.aggregate_plan import Plan, Reduction
from engine.operators.measures import Key
from engine.operators.order import sortable
from engine.operators.params import Measure
from engine.operators.paths import MILLISECONDS
from engine.operators.summary import plain

GroupKey = tuple[object, ...]


def groups_of(plan: Plan, asked: Measure, rows: Sequence[object]) -> dict[GroupKey, object]:
    """The measure of each group by its key (the empty key when not grouped), in the measure's unit."""
    unit = MILLISECONDS.get(plan.measured.unit, 1)
    return {key: _scaled(finish(part, plan.reduction, asked), unit) for key, part in merge(plan, rows).items()}


def merge(plan: Plan, rows: Sequence[object]) -> dict[GroupKey, object]:
    """The part of each group: group keys read, slots that lie in one bucket put together."""
    if not plan.keys:
        empty: object = (
            0 if plan.reduction == "count" else [] if plan.reduction in ("values", "vertices") else None
        )
        return {(): rows[0] if rows else empty}
    # Begun at the neighbours, a count has groups of nobody.
    none = 0 if plan.reduction == "count" else None
    merged: dict[GroupKey, object] = {}
    for row in rows:
        for key, part in _leaves(row, plan.keys):
            if part is not None and part != none:
                merged[key] = _joined(merged[key], part, plan.reduction) if key in merged else part
    return merged


def finish(part: object, reduction: Reduction, asked: Measure) -> object:
    """The measure of a group from its part."""
    if isinstance(part, list):
        if reduction in ("vertices", "distinct"):
            return len(set(part))
        numbers = [value for value in part if isinstance(value, int | float)]
        if not numbers:
            return None
        return statistics.median(numbers) if asked.function == "median" else statistics.fmean(numbers)
    return part


def _leaves(row: object, keys: Sequence[Key]) -> Iterator[tuple[GroupKey, object]]:
    if not isinstance(row, Mapping):
        return
    for raw, part in row.items():
        first = keys[0]
        key = first.slots.key(raw) if first.slots else _hashable(plain(raw))
        if len(keys) == 1:
            yield (key,), part
        else:
            for rest, leaf in _leaves(part, keys[1:]):
                yield (key, *rest), leaf


def _hashable(value: object) -> object:
    return json.dumps(jsonable(value)) if isinstance(value, list | dict) else value


def _joined(one: object, other: object, reduction: Reduction) -> object:
    if isinstance(one, list) and isinstance(other, list):
        return one + other
    match reduction:
        case "min":
            return min(one, other, key=sortable)
        case "max":
            return max(one, other, key=sortable)
        case _:
            return one + other  # type: ignore[operator]  # count and sum: both are numbers


def _scaled(value: object, unit: int) -> object:
    return value / unit if unit != 1 and isinstance(value, int | float) else value
