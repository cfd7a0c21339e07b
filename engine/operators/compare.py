"""The compare operator: the same aggregate over named sides, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from engine.operators.aggregate import Table, aggregated
from engine.operators.operator import Context, Outcome
from engine.operators.order import sortable
from engine.operators.params import Compare
from engine.operators.summary import shown, table_outcome
from engine.store.artifacts import Column, Row


def compare(asked: Compare, context: Context) -> Outcome:
    """Run each side. Ungrouped: a row for each side; grouped: a row for each group and a column for each side."""
    outcomes = [(name, aggregated(side, context)) for name, side in asked.sides]
    grouped = any(side.group_by for _, side in asked.sides)
    columns, rows = _by_group(asked, outcomes) if grouped else _by_side(outcomes)
    notes = [f"{name}: {note}" for name, outcome in outcomes for note in outcome.notes]
    if not grouped:
        notes.append(_verdict(rows))
    return table_outcome(
        context,
        operator="compare",
        title=" or ".join(name for name, _ in asked.sides),
        columns=columns,
        rows=rows,
        queries=[index for _, outcome in outcomes for index in outcome.queries],
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
