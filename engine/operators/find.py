"""The find operator: vertices of a label with chosen properties of them and of their neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.catalog.wording import noun
from engine.gremlin.build import Builder, Order, T, anonymous
from engine.gremlin.tree import Step
from engine.operators.begin import begin
from engine.operators.cells import Cells, by, cells_of, telling
from engine.operators.execute import number, run, whole
from engine.operators.filters import Filters
from engine.operators.names import Place, start
from engine.operators.notes import lack, left_out
from engine.operators.operator import Context, Outcome
from engine.operators.order import sortable
from engine.operators.params import Duration, Find, Ref
from engine.operators.paths import both_there, elapsed, values
from engine.operators.summary import plain, shown, table_outcome
from engine.store.artifacts import Row


@dataclass(slots=True)
class _Listing:
    """Rows found, how many there are without the limit, and what is known of them."""

    cells: Cells
    rows: list[Row]
    total: int
    queries: list[int]  # the one that the rows come from is last
    notes: list[str]


def find(asked: Find, context: Context) -> Outcome:
    """Run a Find. Raises ModelMustAct for what the schema forbids or the graph refuses."""
    reader = context.reader()
    place = start(context.schema, asked.label)
    vertices = begin(context.schema, Filters(context.schema, reader), asked.label, asked.filters)
    found = (_distinct if asked.distinct else _listed)(asked, vertices, place, context)
    return table_outcome(
        context,
        operator="find",
        title=f"distinct values of {noun(asked.label)}" if asked.distinct else noun(asked.label),
        columns=found.cells.columns,
        rows=found.rows[: asked.limit],
        queries=found.queries,
        total=found.total,
        notes=[*dict.fromkeys(reader.notes), *found.notes],
    )


def _listed(asked: Find, vertices: Builder, place: Place, context: Context) -> _Listing:
    """One row for each vertex. One more than asked is fetched: it tells whether there are more, and of a tie."""
    shown_refs = asked.select or telling(context.schema, context.profile, asked.label)
    order = () if asked.order_by is None else (asked.order_by,)
    cells = cells_of(context.schema, place, (*shown_refs, *order))
    present = _presence(asked.order_by, place, context)
    ordered = vertices.then(*present)
    query = cells.projected(_ordered(asked, ordered, place, context).limit(asked.limit + 1))
    limits = replace(context.limits, rows=max(context.limits.rows, asked.limit + 1))
    result, index = run(context, query, limits)
    found = _Listing(cells, [cells.row(row) for row in result.rows], len(result.rows), [index], [])
    if found.total > asked.limit or result.truncated:
        found.total, index = number(context, ordered.count())
        found.queries.insert(0, index)
    if present:
        missing, index = number(context, vertices.not_(anonymous(*present)).count())
        found.queries.insert(0, index)
        if missing:
            assert asked.order_by is not None  # there is nothing to miss else
            found.notes.append(left_out(asked.label, missing, lack(context, asked.label, asked.order_by)))
    found.notes.extend(_tie(found.rows, asked, cells))
    return found


def _distinct(asked: Find, vertices: Builder, place: Place, context: Context) -> _Listing:
    """One row for each distinct combination of the selected values, all fetched, so that the total is known."""
    cells = cells_of(context.schema, place, asked.select or telling(context.schema, context.profile, asked.label))
    if len(cells.refs) == 1 and isinstance(cells.refs[0], Ref):
        only = values(context.schema, place, cells.refs[0])
        found, index = whole(context, vertices.then(*only.traversal().tree.steps).dedup())
        rows = [[plain(value)] for value in found]
    else:
        found, index = whole(context, cells.projected(vertices).dedup())
        rows = [row for row in map(cells.row, found) if any(value is not None for value in row)]
    at = cells.refs.index(asked.order_by) if asked.order_by in cells.refs else 0
    rows.sort(key=lambda row: [sortable(value) for value in row])
    rows.sort(key=lambda row: sortable(row[at]), reverse=asked.order_by is not None and asked.descending)
    return _Listing(cells, rows, len(rows), [index], [])


def _ordered(asked: Find, vertices: Builder, place: Place, context: Context) -> Builder:
    # Equal ones, and all when no order is asked, go by id: the same question lists the same vertices every time.
    if asked.order_by is None:
        return vertices.order().by(T.id)
    direction = Order.desc if asked.descending else Order.asc
    if isinstance(asked.order_by, Duration):
        return vertices.order().by(elapsed(context.schema, place, asked.order_by), direction).by(T.id)
    found = values(context.schema, place, asked.order_by)
    if found.single:
        return vertices.order().by(by(found), direction).by(T.id)
    return vertices.order().by(found.traversal().step("max" if asked.descending else "min"), direction).by(T.id)


def _presence(order: Ref | Duration | None, place: Place, context: Context) -> tuple[Step, ...]:
    """Steps that keep the vertices that have something to order by; none when all do."""
    if isinstance(order, Duration):
        return both_there(context.schema, place, order)
    if order is None:
        return ()
    found = values(context.schema, place, order)
    return () if found.complete else found.kept()


def _tie(rows: Sequence[Row], asked: Find, cells: Cells) -> list[str]:
    if asked.order_by not in cells.refs or len(rows) <= asked.limit:
        return []
    at = cells.refs.index(asked.order_by)
    if rows[asked.limit - 1][at] != rows[asked.limit][at]:
        return []
    return [f"Tie at the cut: at least one more has the value {shown(rows[asked.limit][at])}."]
