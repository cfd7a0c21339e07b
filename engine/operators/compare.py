"""The compare operator: the same aggregate over named sides, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from engine.operators.aggregate import Table, aggregated
from engine.operators.measures import WrongMeasure
from engine.operators.operator import Context, Outcome
from engine.operators.order import sortable
from engine.operators.params import Aggregate, Compare, GroupBy, Ref
from engine.operators.summary import shown, table_outcome
from engine.store.artifacts import Column, Row


def compare(asked: Compare, context: Context) -> Outcome:
    """Run each side. Ungrouped: a row for each side; grouped: a row for each group and a column for each side."""
    outcomes = [(name, aggregated(side, context)) for name, side in asked.sides]
    grouped = any(side.group_by for _, side in asked.sides)
    columns, rows = _by_group(asked, outcomes) if grouped else _by_side(outcomes)
    notes = [f"{name}: {note}" for name, outcome in outcomes for note in outcome.notes]
    earlier: list[int] = []
    if asked.since is not None and not grouped:
        months = [(name, aggregated(_monthly(side, asked.since), context)) for name, side in asked.sides]
        earlier = [index for _, outcome in months for index in outcome.queries]
        notes += _led_since(rows, months)
    if not grouped:
        notes.append(_verdict(rows))
    return table_outcome(
        context,
        operator="compare",
        title=" or ".join(name for name, _ in asked.sides),
        columns=columns,
        rows=rows,
        queries=earlier + [index for _, outcome in outcomes for index in outcome.queries],
        notes=notes,
    )


def _by_side(outcomes: Sequence[tuple[str, Table]]) -> tuple[list[Column], list[Row]]:
    first = outcomes[0][1]
    rows = [[name, *(outcome.rows[0] if outcome.rows else [None])] for name, outcome in outcomes]
    width = max(len(row) for row in rows)
    measures = list(first.columns) + [Column(f"value {i}") for i in range(len(first.columns), width - 1)]
    return [Column("side"), *measures], [row + [None] * (width - len(row)) for row in rows]


def _by_group(asked: Compare, outcomes: Sequence[tuple[str, Table]]) -> tuple[list[Column], list[Row]]:
    depth = max(len(side.group_by) for _, side in asked.sides)
    keys: dict[str, list[object]] = {}
    cells: list[dict[str, object]] = []
    for _, outcome in outcomes:
        found: dict[str, object] = {}
        for row in outcome.rows:
            keys.setdefault(repr(row[:depth]), row[:depth])
            found[repr(row[:depth])] = row[depth]
        cells.append(found)
    columns = [*outcomes[0][1].columns[:depth], *(Column(name) for name, _ in outcomes)]
    ordered = sorted(keys.items(), key=lambda item: [sortable(value) for value in item[1]])
    return columns, [[*key, *(side.get(known) for side in cells)] for known, key in ordered]


def _monthly(side: Aggregate, by: Ref) -> Aggregate:
    """The same count by months. Raises WrongMeasure for what is no count."""
    if side.measure.function != "count" or side.share_of is not None:
        raise WrongMeasure("Since when a side has led is told of counts only.", "Leave out since.")
    return side.model_copy(update={"group_by": (GroupBy(ref=by, bucket="month"),), "order": "key", "limit": None})


def _led_since(rows: Sequence[Row], months: Sequence[tuple[str, Table]]) -> list[str]:
    """Since which month the side that has the most has been ahead, all that came before counted in."""
    totals = {str(row[0]): row[1] for row in rows if isinstance(row[1], int | float)}
    best = max(totals.values(), default=0)
    leaders = [name for name, total in totals.items() if total == best]
    if len(leaders) != 1:
        return []
    found = {name: {str(month): value for month, value in outcome.rows} for name, outcome in months}
    since, so_far = "", dict.fromkeys(found, 0.0)
    for month in sorted({month for counts in found.values() for month in counts}):
        for name, counts in found.items():
            value = counts.get(month)
            so_far[name] += value if isinstance(value, int | float) else 0
        ahead = all(so_far[leaders[0]] > value for name, value in so_far.items() if name != leaders[0])
        since = (since or month) if ahead else ""
    return [f"Counted up month by month, {leaders[0]} has led since {since}."] if since else []


def _verdict(rows: Sequence[Row]) -> str:
    ranked = sorted(
        ((row[1], row[0]) for row in rows if isinstance(row[1], int | float)), key=lambda pair: -float(pair[0])
    )
    if len(ranked) < 2:
        return "There are not two figures to compare."
    (most, first), (next_most, second) = ranked[0], ranked[1]
    if most == next_most:
        return f"{shown(first)} and {shown(second)} are level at {shown(most)}."
    return f"{shown(first)} is highest with {shown(most)}, {shown(most - next_most)} more than {shown(second)}."
