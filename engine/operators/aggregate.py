"""The aggregate operator: counts, distinct counts, minima, maxima, averages, sums, medians, shares, by group."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.operators.aggregate_plan import Compiler, Plan, Reduction
from engine.operators.execute import number, whole
from engine.operators.filters import Filters
from engine.operators.measures import Key, WrongMeasure
from engine.operators.operator import Context, Outcome
from engine.operators.order import cut, order, sortable
from engine.operators.params import Aggregate, Duration, Filter, Having, Measure
from engine.operators.paths import MILLISECONDS
from engine.operators.predicates import Reader
from engine.operators.summary import plain, table_outcome
from engine.store.artifacts import Column, Row

_COMPARE = {
    "eq": lambda a, b: a == b,
    "neq": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "lte": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "gte": lambda a, b: a >= b,
}

GroupKey = tuple[object, ...]


@dataclass(slots=True)
class Measured:
    """An aggregate that ran: a value for each group (the empty key when not grouped), and what to know of it."""

    keys: tuple[Key, ...]
    groups: dict[GroupKey, object]
    column: Column
    queries: list[int] = field(default_factory=list)  # the one that the groups come from is last
    notes: list[str] = field(default_factory=list)


def aggregate(asked: Aggregate, context: Context) -> Outcome:
    """Run an Aggregate. Raises ModelMustAct for what the schema forbids or the graph refuses."""
    if asked.share_of is not None:
        return _share(asked, context)
    measured = measure(asked, asked.filters, context)
    rows = [[*key, value] for key, value in measured.groups.items()]
    return _outcome(asked, context, measured, rows, [measured.column])


def measure(asked: Aggregate, filters: Sequence[Filter], context: Context) -> Measured:
    """The measure of each group over the vertices that pass ``filters``, unordered and without limit."""
    reader = Reader(context.profile)
    compiler = Compiler(context.schema, context.profile, Filters(context.schema, reader))
    plan = compiler.plan(asked, filters)
    what = plan.measured
    rows, index = whole(context, plan.traversal)
    parts = merge(plan, rows)
    unit = MILLISECONDS.get(what.unit, 1)
    groups = {key: _scaled(finish(part, plan.reduction, asked.measure), unit) for key, part in parts.items()}
    found = Measured(
        plan.keys, groups, Column(what.name, unit=what.unit), [index], list(dict.fromkeys(reader.notes))
    )
    _tell_absent(asked, plan, found, context)
    return found


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
        key = first.slots.key(raw) if first.slots else plain(raw)
        if len(keys) == 1:
            yield (key,), part
        else:
            for rest, leaf in _leaves(part, keys[1:]):
                yield (key, *rest), leaf


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


def _tell_absent(asked: Aggregate, plan: Plan, found: Measured, context: Context) -> None:
    if plan.unmeasured is not None:
        count, index = number(context, plan.unmeasured)
        found.queries.insert(0, index)
        if count:
            what = "both times" if isinstance(asked.measure.of, Duration) else "a value to measure"
            found.notes.append(f"{count:,} {asked.label} vertices without {what} are left out.")
    ungrouped = plan.left_out if plan.everything is None else plan.everything
    if ungrouped is not None:
        count, index = number(context, ungrouped)
        found.queries.insert(0, index)
        if plan.everything is not None:
            count -= sum(value for value in found.groups.values() if isinstance(value, int))
        if count > 0:
            names = " or ".join(key.values.name for key in plan.keys)
            found.notes.append(f"{count:,} {asked.label} vertices without {names} are in no group.")


def _share(asked: Aggregate, context: Context) -> Outcome:
    if asked.measure.function not in ("count", "sum", "count_distinct"):
        raise WrongMeasure("A share is of a count, a distinct count or a sum.", "Leave the measure out to count.")
    assert asked.share_of is not None
    matching = measure(asked, (*asked.share_of, *asked.filters), context)
    total = measure(asked, asked.share_of, context)
    rows: list[Row] = []
    for key, whole_part in total.groups.items():
        part = matching.groups.get(key) or 0
        share = _divided(part, whole_part)
        rows.append([*key, share, part, whole_part or 0])
    found = Measured(
        total.keys,
        {},
        Column("share"),
        [*matching.queries, *total.queries],
        list(dict.fromkeys([*matching.notes, *total.notes])),
    )
    if not total.keys and rows[0][0] is None:
        found.notes.append("There is nothing to take a share of: the whole is 0.")
    return _outcome(asked, context, found, rows, [Column("share"), Column("matching"), Column("total")])


def _divided(part: object, of: object) -> float | None:
    return part / of if isinstance(part, int | float) and isinstance(of, int | float) and of else None


def _outcome(
    asked: Aggregate, context: Context, found: Measured, rows: list[Row], measures: Sequence[Column]
) -> Outcome:
    at = len(found.keys)
    if asked.having:
        rows = [row for row in rows if _holds(row[at], asked.having)]
    rows = order(rows, found.keys, at, asked.order) if found.keys else rows
    total = len(rows)
    if asked.limit is not None:
        rows, tie = (rows[: asked.limit], []) if asked.order == "key" else cut(rows, asked.limit, at)
        found.notes.extend(tie)
    return table_outcome(
        context,
        operator="aggregate",
        title=_title(asked, found.keys, measures[0]),
        columns=[*(Column(name) for name in _unique([key.name for key in found.keys])), *measures],
        rows=rows,
        queries=found.queries,
        total=total,
        notes=found.notes,
    )


def _holds(value: object, having: Having) -> bool:
    return isinstance(value, int | float) and bool(_COMPARE[having.op](value, having.value))


def _title(asked: Aggregate, keys: Sequence[Key], measured: Column) -> str:
    by = " and ".join(key.name for key in keys)
    return f"{measured.name} of {asked.label}" + (f" by {by}" if by else "")


def _unique(names: Sequence[str]) -> list[str]:
    return [name if names.index(name) == i else f"{name} {i + 1}" for i, name in enumerate(names)]
