"""Looking around in a graph before asking: its schema, and a few real vertices (SEGRA §3.1)."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from engine.graph.schema import EdgeLabel, PropertySchema, Schema
from engine.gremlin.build import g
from engine.operators.execute import run
from engine.operators.names import start
from engine.operators.operator import Context, Outcome
from engine.operators.params import Params
from engine.operators.summary import content, table_outcome
from engine.store.artifacts import Column

_MOST_LABELS, _MOST_VALUES = 40, 15
_SAMPLES = 3


class DescribeSchema(Params):
    """Everything about one label, or without a label an overview of all."""

    label: str | None = Field(default=None, description="a vertex label; leave out for the overview")


class SampleVertices(Params):
    """Which vertices to look at."""

    label: str
    count: int = Field(default=_SAMPLES, ge=1, le=_SAMPLES)


def describe_schema(asked: DescribeSchema, context: Context) -> Outcome:
    """Labels, properties with types and values, edges with their ends: from the known schema, without a query."""
    schema, private = context.schema, set(context.profile.private_properties)
    if asked.label is None:
        title, data = "schema", _overview(schema, private)
    else:
        start(schema, asked.label)
        title, data = f"schema of {asked.label}", _one_label(schema, asked.label, private)
    notes = [] if schema.sampled is None else [f"Counts are estimated from {schema.sampled:,} of each label."]
    return Outcome(
        "describe_schema", title, (), [], content("describe_schema", data, notes=notes), notes=tuple(notes)
    )


def sample_vertices(asked: SampleVertices, context: Context) -> Outcome:
    """Up to three vertices with all their properties but private ones."""
    start(context.schema, asked.label)
    result, index = run(
        context, g.V().hasLabel(asked.label).limit(asked.count).elementMap(*shown_names(context, asked.label))
    )
    found = [row for row in result.rows if isinstance(row, Mapping)]
    # Engines give keys in orders of their own.
    known = ("id", "label", *context.schema.vertices[asked.label].properties)
    seen = {name for row in found for name in row}
    names = [name for name in dict.fromkeys((*known, *sorted(seen, key=str))) if name in seen]
    return table_outcome(
        context,
        operator="sample_vertices",
        title=f"{asked.label} samples",
        columns=[Column(name) for name in names],
        rows=[[row.get(name) for name in names] for row in found],
        queries=[index],
        total=context.schema.vertices[asked.label].count,
    )


def shown_names(context: Context, label: str) -> list[str]:
    """The arguments of elementMap() that show a label's properties but the private: none when none are private."""
    private = context.profile.private_properties
    held = context.schema.vertices[label].properties
    return [name for name in held if name not in private] if private else []


def _overview(schema: Schema, private: set[str]) -> dict[str, object]:
    vertices = sorted(schema.vertices.values(), key=lambda vertex: -vertex.count)
    edges = sorted(schema.edges.values(), key=lambda edge: -edge.count)
    data: dict[str, object] = {
        "vertices": {
            vertex.name: {
                "count": vertex.count,
                "properties": {p.name: p.type for p in vertex.properties.values() if p.name not in private},
            }
            for vertex in vertices[:_MOST_LABELS]
        },
        "edges": {edge.name: _ways(edge) for edge in edges[:_MOST_LABELS]},
    }
    left = max(0, len(vertices) - _MOST_LABELS) + max(0, len(edges) - _MOST_LABELS)
    if left:
        data["left_out"] = f"{left} rarer labels; ask for one by name."
    return data


def _one_label(schema: Schema, label: str, private: set[str]) -> dict[str, object]:
    vertex = schema.vertices[label]
    touching = {
        edge.name: ways
        for edge in schema.edges.values()
        if (
            ways := [
                way
                for end, way in zip(edge.ends, _ways(edge), strict=True)
                if label in (end.out_label, end.in_label)
            ]
        )
    }
    return {
        "label": label,
        "count": vertex.count,
        "properties": {p.name: _property(p) for p in vertex.properties.values() if p.name not in private},
        "edges": touching,
    }


def _ways(edge: EdgeLabel) -> list[str]:
    return [f"{end.out_label} -> {end.in_label} ({end.count:,})" for end in edge.ends]


def _property(held: PropertySchema) -> dict[str, object]:
    found: dict[str, object] = {"type": held.type, "on": held.count}
    if held.values:
        found["values"] = [value for value, _ in held.values[:_MOST_VALUES]]
    elif held.samples:
        found["samples"] = list(held.samples[:3])
    if held.distinct is not None:
        found["distinct"] = held.distinct
    if held.low is not None:
        found |= {"low": held.low, "high": held.high}
    return found
