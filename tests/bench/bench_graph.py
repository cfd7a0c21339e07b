"""Graph backends: schema discovery, opening, memory, and a query's milliseconds on each engine.

Sizes by ``GRAPHDESK_BENCH_CASES`` (numbers of cases, by commas); graphs are kept in var/bench for the next time.
A server's figures are printed when GREMLIN_URL names one that holds TinkerPop's modern graph.
"""

from __future__ import annotations

import datetime as dt
import os
import resource
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from engine.graph.backend import GraphBackend, Limits
from engine.graph.embedded import EmbeddedGraph
from engine.graph.open import open_backend
from engine.gremlin import parse
from engine.samples.support import write_sample
from engine.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
REPEATS = 15
ANCHOR = dt.datetime(2026, 6, 30, tzinfo=dt.UTC)
QUERIES = {
    "count of a label": "g.V().hasLabel('case').count()",
    "look-up by value": "g.V().hasLabel('case').has('number', 'CS-000123').valueMap()",
    "date range": "g.V().hasLabel('case').has('createdAt', gt(datetime('2026-06-01T00:00:00Z'))).count()",
    "group by own value": "g.V().hasLabel('case').groupCount().by('priority')",
    "group by neighbour": "g.V().hasLabel('case').out('hasCategory').groupCount().by('name')",
    "two hops": "g.V().has('category', 'name', 'Email').in().hasLabel('case').out('handledBy').groupCount()",
    "1,000 rows": "g.V().hasLabel('case').limit(1000).valueMap()",
}
ANYWHERE = {
    "one row": "g.inject(1)",
    "group": "g.V().groupCount().by(label)",
    "elements": "g.V().limit(10).elementMap()",
}


def main() -> None:
    """Print the figures."""
    for size in os.environ.get("GRAPHDESK_BENCH_CASES", "2000,20000").split(","):
        embedded(int(size))
    settings = Settings()
    if settings.gremlin_url:
        backend = open_backend(settings)
        print(f"\n{settings.gremlin_dialect} server")
        print(f"  schema discovery      {seconds(lambda: backend.schema(refresh=True)):8.3f} s")
        latency(backend, ANYWHERE)
        backend.close()


def embedded(cases: int) -> None:
    path = ROOT / "var" / "bench" / f"graph-{cases}.gsnap"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_sample(path, cases=cases, seed=1, anchor=ANCHOR)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.perf_counter()
    backend = EmbeddedGraph.open(path)
    opened = time.perf_counter() - started
    print(f"\nembedded, {cases:,} cases: {backend.health().detail}")
    print(f"  open                  {opened:8.3f} s")
    print(f"  schema discovery      {seconds(backend.schema):8.3f} s")
    print(
        f"  memory                {(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024:8.0f} MiB"
    )
    latency(backend, QUERIES)
    backend.close()


def latency(backend: GraphBackend, queries: dict[str, str]) -> None:
    for name, gremlin in queries.items():
        traversal = parse(gremlin)
        took = sorted(seconds(lambda t=traversal: backend.run(t, Limits(timeout=60))) for _ in range(REPEATS))
        worst = took[int(0.95 * (REPEATS - 1))]
        print(f"  {name:20} p50 {statistics.median(took) * 1000:8.2f} ms   p95 {worst * 1000:8.2f} ms")


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
