"""Operators on sample graphs: milliseconds of a call, of its queries, and of everything around them."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from engine.graph.embedded import EmbeddedGraph
from engine.graph.profile import Profile
from engine.operators.graph_data import graph_operators
from engine.operators.operator import Context
from engine.store.artifacts import ArtifactStore
from tests.bench.measured import sample, sizes

REPEATS = 7
RESOLUTION = {"start": {"property": "createdAt"}, "end": {"property": "resolvedAt"}}
AVERAGE = {"function": "avg", "of": RESOLUTION}


def is_(prop: str, value: object, *path: str, op: str = "eq", **more: object) -> dict[str, object]:
    return {"property": prop, "op": op, "value": value, "path": [{"edge": edge} for edge in path], **more}


def by(prop: str, *path: str, bucket: str | None = None) -> dict[str, object]:
    return {"ref": {"property": prop, "path": [{"edge": edge} for edge in path]}, "bucket": bucket}


CALLS: list[tuple[str, str, dict[str, Any]]] = [
    ("count of all", "aggregate", {}),
    ("count by own value", "aggregate", {"filters": [is_("priority", "HIGH")]}),
    ("count by a neighbour's value", "aggregate", {"filters": [is_("name", "Network", "hasCategory")]}),
    ("count by none such", "aggregate", {"filters": [is_("name", "Network", "hasCategory", negate=True)]}),
    ("count in a quarter", "aggregate", {"filters": [is_("createdAt", "2026-01", op="between", high="2026-04")]}),
    ("per own value", "aggregate", {"group_by": [by("priority")]}),
    ("per neighbour", "aggregate", {"group_by": [by("name", "hasCategory")], "limit": 5}),
    ("per month", "aggregate", {"group_by": [by("createdAt", bucket="month")], "order": "key"}),
    ("average duration", "aggregate", {"measure": AVERAGE}),
    ("median duration", "aggregate", {"measure": {"function": "median", "of": RESOLUTION}}),
    ("average duration per team", "aggregate", {"measure": AVERAGE, "group_by": [by("name", "handledBy")]}),
    ("share", "aggregate", {"filters": [is_("priority", "HIGH")], "share_of": []}),
    ("look-up", "find", {"filters": [is_("number", "CS-000123")]}),
    ("newest", "find", {"order_by": {"property": "createdAt"}, "limit": 5}),
    ("slowest", "find", {"order_by": RESOLUTION, "limit": 5}),
]  # fmt: skip


def main() -> None:
    """Print the figures."""
    for size in sizes("2000,20000"):
        measure(size)


def measure(cases: int) -> None:
    """Every call several times; medians."""
    graph = EmbeddedGraph.open(sample(cases))
    schema = graph.schema()
    print(f"\n{cases:,} cases{'call':>26}{'ms':>9}{'queries':>9}{'around':>9}")
    around = []
    with tempfile.TemporaryDirectory() as folder:
        for name, operator, arguments in CALLS:
            context = Context(graph, schema, Profile(), ArtifactStore(Path(folder)))
            taken, inside = [], []
            for _ in range(REPEATS):
                before, started = len(context.queries), time.perf_counter()
                graph_operators().get(operator).call({"label": "case", **arguments}, context)
                taken.append((time.perf_counter() - started) * 1000)
                inside.append(sum(query.milliseconds for query in context.queries[before:]))
            whole, queries = statistics.median(taken), statistics.median(inside)
            around.append(whole - queries)
            print(f"{name:>40}{whole:9.1f}{queries:9.1f}{whole - queries:9.1f}")
    print(f"{'around the queries, median of all calls':>40}{statistics.median(around):9.1f} ms")
