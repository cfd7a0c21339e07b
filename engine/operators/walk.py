"""Walking the graph from chosen vertices: along a path (expand), or in every direction for a few hops (k_hop)."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from engine.catalog.names import name_property
from engine.errors import ModelMustAct
from engine.gremlin.build import Builder, P, T, __
from engine.operators.begin import begin
from engine.operators.cells import cells_of, telling
from engine.operators.execute import number, run, whole
from engine.operators.filters import Filters
from engine.operators.names import ID, Place, did_you_mean, follow, start
from engine.operators.operator import Context, Outcome
from engine.operators.params import Filter, Hop, Params, Ref
from engine.operators.paths import hops
from engine.operators.predicates import Reader
from engine.operators.summary import table_outcome
from engine.store.artifacts import Column, Row

_MOST_STARTS = 50


class Expand(Params):
    """From the vertices of a label that pass the filters, follow a path to its end."""

    label: str
    filters: tuple[Filter, ...] = ()
    path: tuple[Hop, ...] = Field(min_length=1, max_length=6)
    select: tuple[Ref, ...] = Field(default=(), description="properties of the vertices reached")
    limit: int = Field(default=20, ge=1, le=1000)


class KHop(Params):
    """Everything within a few hops, in either direction, of the vertices that pass the filters."""

    label: str
    filters: tuple[Filter, ...] = ()
    hops: int = Field(default=1, ge=1, le=3)
    edges: tuple[str, ...] = Field(default=(), description="edge labels to follow; empty: all")
    limit: int = Field(default=50, ge=1, le=1000)


class UnknownEdge(ModelMustAct):
    """The graph has no such edge label."""

    code = "unknown_name"


def expand(asked: Expand, context: Context) -> Outcome:
    """The distinct vertices at the end of a path, with chosen properties. Raises UnknownName."""
    schema = context.schema
    begin, reader = _begin(asked.label, asked.filters, context)
    place = start(schema, asked.label)
    end = follow(schema, place, asked.path)
    reached = begin.then(*hops(schema, place, asked.path)).dedup()
    cells = cells_of(schema, Place(end.labels), asked.select or telling(schema, context.profile, end.labels[0]))
    result, listed = run(context, cells.projected(reached.order().by(T.id).limit(asked.limit)))
    total, counted = number(context, reached.count())
    return table_outcome(
        context,
        operator="expand",
        title=f"{'/'.join(end.labels)} reached from {asked.label}",
        columns=cells.columns,
        rows=[cells.row(row) for row in result.rows],
        queries=[counted, listed],
        total=total,
        notes=list(dict.fromkeys(reader.notes)),
    )


def k_hop(asked: KHop, context: Context) -> Outcome:
    """The distinct vertices within some hops, listed, and counted by label. Raises UnknownName, UnknownEdge."""
    for edge in asked.edges:
        if edge not in context.schema.edges:
            raise UnknownEdge(f"The graph has no edge label {edge!r}.", did_you_mean(edge, context.schema.edges))
    begin, reader = _begin(asked.label, asked.filters, context)
    starts, counted = number(context, begin.count())
    if starts > _MOST_STARTS:
        raise ModelMustAct(
            f"{starts:,} vertices pass the filters; a neighbourhood starts from {_MOST_STARTS} at most.",
            "Filter to the vertices that are meant.",
            code="too_many",
        )
    around = (
        begin.as_("v").repeat(__.both(*asked.edges).dedup()).emit().times(asked.hops).where(P.neq("v")).dedup()
    )
    groups, grouped = whole(context, around.groupCount().by(T.label))
    by_label = dict(groups[0]) if groups and isinstance(groups[0], Mapping) else {}
    columns = ("label", "name", "id")
    listing = around.order().by(T.id).limit(asked.limit).project(*columns)
    result, listed = run(context, listing.by(T.label).by(_named(context)).by(T.id))
    rows: list[Row] = [[row.get(name) for name in columns] for row in result.rows if isinstance(row, Mapping)]
    counts = ", ".join(
        f"{label}: {count:,}" for label, count in sorted(by_label.items(), key=lambda item: str(item[0]))
    )
    return table_outcome(
        context,
        operator="k_hop",
        title=f"within {asked.hops} of {asked.label}",
        columns=[Column(name) for name in columns],
        rows=rows,
        queries=[counted, grouped, listed],
        total=sum(by_label.values()),
        notes=[*dict.fromkeys(reader.notes), f"By label: {counts or 'nothing'}."],
    )


def _begin(label: str, filters: tuple[Filter, ...], context: Context) -> tuple[Builder, Reader]:
    reader = context.reader()
    return begin(context.schema, Filters(context.schema, reader), label, filters), reader


def _named(context: Context) -> Builder:
    """From a vertex of any label to its name, else its id."""
    names = {name_property(label, context.schema, context.profile) for label in context.schema.vertices}
    names -= {ID, *context.profile.private_properties}
    return __.coalesce(__.values(*sorted(names)), __.id()) if names else __.id()
