"""The schema of an embedded graph, from the engine's own bookkeeping and a few short queries.

Counts, types and ends are exact whatever the size: the engine's memory report and inferred schema look at every
element natively (about 1.5 s for three million). Vertices' small domains and ranges are exact too; edges' ranges,
and the highest number of edges at one vertex, are those of ``SAMPLE`` elements.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from engine.graph.domains import SAMPLES, SMALL_DOMAIN, from_values, one_type, property_schema
from engine.graph.engine_rows import plain_value
from engine.graph.schema import EdgeEnds, EdgeLabel, PropertySchema, PropertyType, Schema, VertexLabel
from engine.graph.script import string_text

SAMPLE = 5_000
_THREADS = 4
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
Ends = dict[str, list[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class _Reader:
    """What is asked of one kind of element: ``g.V()`` or ``g.E()``."""

    query: Query
    source: str

    def property(self, label: str, row: Mapping[str, Any]) -> PropertySchema:
        name = row["path"].removeprefix("$.")
        kinds = {_TYPES.get(entry["type"], "other") for entry in row["value_types"] if entry["type"] != "null"}
        kind = one_type(kinds)
        count = int(row["elements"])
        all_values = f"{self.source}.hasLabel({string_text(label)})"
        if self.source == "g.E()" and count > SAMPLE:
            some = self.query(f"{all_values}.limit({SAMPLE}).values({string_text(name)})")
            return from_values(name, [plain_value(value) for value in some], count, complete=False)
        values = f"{all_values}.values({string_text(name)})"
        low = high = None
        if kind in {"integer", "number", "datetime"}:
            low, high = (self._one(f"{values}.{end}()") for end in ("min", "max"))
        domain = self._domain(values) if self._listed(kind, row, values) else {}
        distinct = None if domain else self._distinct(values, count)
        samples = [] if domain else self.query(f"{values}.limit({SAMPLES * SAMPLES}).dedup().limit({SAMPLES})")
        return property_schema(
            name,
            kind,
            count,
            domain=domain,
            distinct=distinct,
            samples=[_listed(value) if kind == "list" else value for value in map(plain_value, samples)],
            low=low,
            high=high,
        )

    def _one(self, text: str) -> object:
        rows = self.query(text)
        return plain_value(rows[0]) if rows else None

    def _distinct(self, values: str, count: int) -> int | None:
        return int(self.query(f"{values}.dedup().count()")[0]) if count <= COUNTED else None

    def _listed(self, kind: PropertyType, row: Mapping[str, Any], values: str) -> bool:
        """Whether the values may be few enough to list; for text the engine's estimate says so for nothing."""
        if kind == "string":
            return bool(row["strings"]["distinct_estimate"] <= 1.2 * SMALL_DOMAIN)
        if kind == "integer":
            return int(self.query(f"{values}.dedup().count()")[0]) <= SMALL_DOMAIN
        return kind == "boolean"

    def _domain(self, values: str) -> dict[Any, int]:
        """All values with their counts; nothing when they turn out to be too many."""
        halves = '.project("v", "n").by(__.select(Column.keys)).by(__.select(Column.values))'
        pairs = self.query(f"{values}.groupCount().unfold(){halves}")
        return {plain_value(p["v"]): p["n"] for p in pairs} if len(pairs) <= SMALL_DOMAIN else {}


def _listed(value: object) -> object:
    """A value of a property that may hold several, as servers give it: in a list also where it is the only one."""
    return value if isinstance(value, list) else [value]


def connections(graph: Any) -> Ends:
    """Which labels each edge label joins: (from, to) pairs by edge label, read off every edge."""
    edges = graph.infer_schema()["edges"]
    return {label: [(c["from"], c["to"]) for c in edge.get("connections", [])] for label, edge in edges.items()}


def discover(report: Mapping[str, Any], ends: Ends, query: Query, private: frozenset[str]) -> Schema:
    """The schema now.

    ``report``: the engine's memory report of the graph; ``ends``: its ``connections``. ``query`` runs a script
    under the read-only policy and returns its rows; it is called from a few threads at once, which the engine
    serves in parallel.
    """
    rows: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in sorted(report["properties"], key=lambda row: str(row["path"])):
        name = row["path"].removeprefix("$.")
        if "." not in name and name not in private:
            rows.setdefault((row["element"], row["label"]), []).append(row)
    with ThreadPoolExecutor(_THREADS) as threads:
        reading = {}
        for (element, label), found in rows.items():
            reader = _Reader(query, "g.V()" if element == "vertex" else "g.E()")
            reading[element, label] = [threads.submit(reader.property, label, row) for row in found]
        read = {
            key: {p.name: p for p in (future.result() for future in futures)} for key, futures in reading.items()
        }
        vertices = {
            entry["label"]: VertexLabel(
                entry["label"], int(entry["elements"]), read.get(("vertex", entry["label"]), {})
            )
            for entry in report["labels"]
            if entry["element"] == "vertex"
        }
        edging = {}
        for entry in report["labels"]:
            label = entry["label"]
            if entry["element"] == "edge":
                properties = read.get(("edge", label), {})
                count = int(entry["elements"])
                edging[label] = threads.submit(_edge, query, label, count, ends.get(label, []), properties)
        edges = {label: future.result() for label, future in sorted(edging.items())}
    largest = max((int(entry["elements"]) for entry in report["labels"]), default=0)
    now = dt.datetime.now(dt.UTC)
    return Schema(dict(sorted(vertices.items())), edges, now, SAMPLE if largest > SAMPLE else None)


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
        sampled=SAMPLE if properties and count > SAMPLE else None,
    )


def _most(query: Query, labels: set[str], hop: str) -> int | None:
    found = [
        row
        for label in sorted(labels)
        for row in query(f"g.V().hasLabel({string_text(label)}).limit({SAMPLE}).map(__.{hop}.count()).max()")
    ]
    return max(found, default=None)
