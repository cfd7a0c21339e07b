"""The aggregate operator: counts, distinct counts, minima, maxima, averages, sums, medians, shares, by group."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.catalog.wording import noun
from engine.operators.aggregate_plan import Compiler, Plan
from engine.operators.execute import number, whole
from engine.operators.filters import Filters
from engine.operators.groups import GroupKey, groups_of
from engine.operators.headings import heading
from engine.operators.measures import Key, WrongMeasure
from engine.operators.notes import lack, left_out
from engine.operators.operator import Context, Outcome
from engine.operators.order import cut, order
from engine.operators.params import Aggregate, CalendarCondition, Filter, GroupBy, Having
from engine.operators.summary import table_outcome
from engine.store.artifacts import Column, Row

_COMPARE = {
    "eq": operator.eq,
    "neq": operator.ne,
    "lt": operator.lt,
    "lte": operator.le,
    "gt": operator.gt,
    "gte": operator.ge,
}


@dataclass(slots=True)
class Table:
    """An aggregate that ran, as a table not saved yet. ``queries``: the one that rows come from is last."""

    title: str
    columns: list[Column]
    rows: list[Row]
    queries: list[int]
    total: int
    notes: list[str]


@dataclass(slots=True)
class _Measured:
    """A value for each group, and what to know: how values were read, and who is in no group."""

    keys: tuple[Key, ...]
    groups: dict[GroupKey, object]
    column: Column
    queries: list[int]
    readings: list[str]
    absent: list[str] = field(default_factory=list)


def aggregate(asked: Aggregate, context: Context) -> Outcome:
    """Run an Aggregate. Raises ModelMustAct for what the schema forbids or the graph refuses."""
    found = aggregated(asked, context)
    return table_outcome(
        context,
        operator="aggregate",
        title=found.title,
        columns=found.columns,
        rows=found.rows,
        queries=found.queries,
        total=found.total,
        notes=found.notes,
    )


def aggregated(asked: Aggregate, context: Context) -> Table:
    """The same, for operators that put several side by side."""
    if asked.share_of is not None:
        return _share(asked, asked.share_of, context)
    found = _measure(asked, asked.filters, context)
    rows = [[*key, value] for key, value in found.groups.items()]
    return _table(asked, found.keys, [found.column], rows, found.queries, [*found.readings, *found.absent])


def _measure(asked: Aggregate, filters: Sequence[Filter], context: Context) -> _Measured:
    """The measure of each group over the vertices that pass ``filters``, unordered and without limit."""
    for calendar in (each for each in filters if isinstance(each, CalendarCondition)):
        return _on_calendar(asked, calendar, [each for each in filters if each is not calendar], context)
    reader = context.reader()
    plan = Compiler(context.schema, context.profile, Filters(context.schema, reader)).plan(asked, filters)
    rows, index = whole(context, plan.traversal)
    column = Column(plan.measured.name, unit=plan.measured.unit)
    groups = groups_of(plan, asked.measure, rows)
    found = _Measured(plan.keys, groups, column, [index], list(dict.fromkeys(reader.notes)))
    _tell_absent(asked, plan, found, context)
    return found


def _on_calendar(
    asked: Aggregate, calendar: CalendarCondition, filters: Sequence[Filter], context: Context
) -> _Measured:
    """The measure of what falls on some weekdays or in some hours: counted by all of them, some added up."""
    if asked.measure.function not in ("count", "sum") or len(asked.group_by) > 1:
        raise WrongMeasure(
            "On weekdays or in hours of the day, only counts and sums can be taken, by one key at most.",
            "Group by the weekday or the hour instead.",
        )
    by = GroupBy(ref=calendar.ref, bucket=calendar.bucket)
    found = _measure(asked.model_copy(update={"group_by": (*asked.group_by, by)}), filters, context)
    empty = 0 if asked.measure.function == "count" else None
    added: dict[GroupKey, object] = {} if asked.group_by else {(): empty}
    for key, value in found.groups.items():
        if key[-1] in calendar.within and isinstance(value, int | float):
            before = added.get(key[:-1])
            added[key[:-1]] = value + before if isinstance(before, int | float) else value
    return replace(found, keys=found.keys[:-1], groups=added)


def _tell_absent(asked: Aggregate, plan: Plan, found: _Measured, context: Context) -> None:
    if plan.unmeasured is not None:
        count, index = number(context, plan.unmeasured)
        found.queries.insert(0, index)
        if count:
            what = "no value" if asked.measure.of is None else lack(context, asked.label, asked.measure.of)
            found.absent.append(left_out(asked.label, count, what))
    ungrouped = plan.left_out if plan.everything is None else plan.everything
    if ungrouped is not None:
        count, index = number(context, ungrouped)
        found.queries.insert(0, index)
        if plan.everything is not None:
            count -= sum(value for value in found.groups.values() if isinstance(value, int))
        if count > 0:
            what = " or ".join(lack(context, asked.label, group.ref) for group in asked.group_by)
            found.absent.append(left_out(asked.label, count, what))


def _share(asked: Aggregate, of: Sequence[Filter], context: Context) -> Table:
    if asked.measure.function not in ("count", "sum", "count_distinct"):
        raise WrongMeasure("A share is of a count, a distinct count or a sum.", "Leave the measure out to count.")
    matching = _measure(asked, (*of, *asked.filters), context)
    total = _measure(asked, of, context)
    rows: list[Row] = []
    for key, all_of_it in total.groups.items():
        part = matching.groups.get(key) or 0
        rows.append([*key, _divided(part, all_of_it), part, all_of_it or 0])
    notes = list(dict.fromkeys([*matching.readings, *total.readings, *total.absent]))
    if not total.keys and rows[0][0] is None:
        notes.append("There is nothing to take a share of: the whole is 0.")
    columns = [Column("share"), Column("matching"), Column("total")]
    return _table(asked, total.keys, columns, rows, [*matching.queries, *total.queries], notes)


def _divided(part: object, of: object) -> float | None:
    return part / of if isinstance(part, int | float) and isinstance(of, int | float) and of else None


def _table(
    asked: Aggregate,
    keys: Sequence[Key],
    measures: Sequence[Column],
    rows: list[Row],
    queries: list[int],
    notes: list[str],
) -> Table:
    at = len(keys)
    if asked.having:
        rows = [row for row in rows if _holds(row[at], asked.having)]
    rows = order(rows, keys, at, asked.order) if keys else rows
    total, tie = len(rows), list[str]()
    if asked.limit is not None:
        rows, tie = (rows[: asked.limit], tie) if asked.order == "key" else cut(rows, asked.limit, at)
    by = " and ".join(heading(key.name) for key in keys)
    title = f"{heading(measures[0].name)} of {noun(asked.label)}" + (f" by {by}" if by else "")
    columns = [*(Column(name) for name in _unique([key.name for key in keys])), *measures]
    return Table(title, columns, rows, queries, total, [*notes, *tie])


def _holds(value: object, having: Having) -> bool:
    return isinstance(value, int | float) and bool(_COMPARE[having.op](value, having.value))


def _unique(names: Sequence[str]) -> list[str]:
    return [name if names.index(name) == i else f"{name} {i + 1}" for i, name in enumerate(names)]
