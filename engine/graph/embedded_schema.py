"""The schema of an embedded graph, from the engine's own bookkeeping and a few short queries.

Counts, types and ends are exact whatever the size: the engine's memory report and inferred schema look at every
element natively (about 1.5 s for three million). Vertices' small domains and ranges are exact too; edges' ranges,
and the highest number of edges at one vertex, are those of ``SAMPLE`` elements.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.graph.domains import SAMPLES, SMALL_DOMAIN, property_schema
from engine.graph.engine_rows import plain_value
from engine.graph.schema import EdgeEnds, EdgeLabel, PropertySchema, PropertyType, Schema, VertexLabel
from engine.graph.script import string_text

SAMPLE = 5_000
COUNTED = 20_000  # elements up to which distinct values beyond a small domain are counted
_TYPES: dict[str, PropertyType] = {
    "int64": "integer",
    "float64": "number",
    "string": "string",
    "boolean": "boolean",
    "datetime": "datetime",
    "localdatetime": "datetime",
    "array": "list",
    "object": "map",
}
Query = Callable[[str], list[Any]]


@dataclass(frozen=True, slots=True)
class _Reader:
    """What is asked of one kind of element: ``g.V()`` or ``g.E()``."""

    query: Query
    source: str
    private: frozenset[str]

    def property(self, label: str, row: Mapping[str, Any]) -> PropertySchema:
        name = row["path"].removeprefix("$.")
        kinds = {_TYPES.get(entry["type"], "other") for entry in row["value_types"] if entry["type"] != "null"}
        kind = _one_type(kinds)
        count = int(row["elements"])
        some = f".limit({SAMPLE})" if self.source == "g.E()" and count > SAMPLE else ""
        values = f"{self.source}.hasLabel({string_text(label)}){some}.values({string_text(name)})"
        low = high = None
        if kind in {"integer", "number", "datetime"}:
            low, high = (self._one(f"{values}.{end}()") for end in ("min", "max"))
        listed = not some and kind in {"string", "integer", "boolean"}
        domain = self._domain(values) if listed and self._small(values) else None
        distinct = None if some else self._distinct(values, count)
        samples = (
            [] if domain else [plain_value(v) for v in self.query(f"{values}.limit(200).dedup().limit({SAMPLES})")]
        )
        return property_schema(
            name, kind, count, domain=domain, distinct=distinct, samples=samples, low=low, high=high
        )

    def _one(self, text: str) -> object:
        rows = self.query(text)
        return plain_value(rows[0]) if rows else None

    def _distinct(self, values: str, count: int) -> int | None:
        return int(self.query(f"{values}.dedup().count()")[0]) if count <= COUNTED else None

    def _small(self, values: str) -> bool:
        return int(self.query(f"{values}.dedup().limit({SMALL_DOMAIN + 1}).count()")[0]) <= SMALL_DOMAIN

    def _domain(self, values: str) -> dict[Any, int]:
        halves = '.project("v", "n").by(__.select(Column.keys)).by(__.select(Column.values))'
        pairs = self.query(f"{values}.groupCount().unfold(){halves}")
        return {plain_value(pair["v"]): pair["n"] for pair in pairs}


def _one_type(kinds: set[PropertyType]) -> PropertyType:
    if kinds == {"integer", "number"}:
        return "number"
    return kinds.pop() if len(kinds) == 1 else "other"


def discover(graph: Any, query: Query, private: frozenset[str]) -> Schema:
    """The schema now. ``query`` runs a script under the read-only policy and returns its rows."""
    report = graph.memory_report()
    inferred = graph.infer_schema()
    rows: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in report["properties"]:
        if "." not in row["path"].removeprefix("$.") and row["path"].removeprefix("$.") not in private:
            rows.setdefault((row["element"], row["label"]), []).append(row)
    vertices: dict[str, VertexLabel] = {}
    edges: dict[str, EdgeLabel] = {}
    for entry in report["labels"]:
        element, label, count = entry["element"], entry["label"], int(entry["elements"])
        reader = _Reader(query, "g.V()" if element == "vertex" else "g.E()", private)
        properties = {}
        for row in sorted(rows.get((element, label), []), key=lambda row: str(row["path"])):
            found = reader.property(label, row)
            properties[found.name] = found
        if element == "vertex":
            vertices[label] = VertexLabel(label, count, properties)
        else:
            pairs = [(c["from"], c["to"]) for c in inferred["edges"].get(label, {}).get("connections", [])]
            edges[label] = _edge(query, label, count, pairs, properties)
    largest = max((owner.count for owner in (*vertices.values(), *edges.values())), default=0)
    return Schema(
        dict(sorted(vertices.items())),
        dict(sorted(edges.items())),
        dt.datetime.now(dt.UTC),
        SAMPLE if largest > SAMPLE else None,
    )


def _edge(
    query: Query, label: str, count: int, pairs: list[tuple[str, str]], properties: dict[str, PropertySchema]
) -> EdgeLabel:
    edge = string_text(label)
    if len(pairs) == 1:
        counts = [count]
    else:
        counts = [
            query(f"g.V().hasLabel({string_text(o)}).out({edge}).hasLabel({string_text(i)}).count()")[0]
            for o, i in pairs
        ]
    ends = sorted((EdgeEnds(o, i, n) for (o, i), n in zip(pairs, counts, strict=True)), key=lambda end: -end.count)
    return EdgeLabel(
        label,
        count,
        tuple(ends),
        properties,
        max_out=_most(query, {o for o, _ in pairs}, f"outE({edge})"),
        max_in=_most(query, {i for _, i in pairs}, f"inE({edge})"),
    )


def _most(query: Query, labels: set[str], hop: str) -> int | None:
    found = [
        row
        for label in sorted(labels)
        for row in query(f"g.V().hasLabel({string_text(label)}).limit({SAMPLE}).map(__.{hop}.count()).max()")
    ]
    return max(found, default=None)
