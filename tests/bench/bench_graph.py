"""Graph backends: schema discovery, opening, memory, and a query's milliseconds on each engine.

A server's figures are printed when GREMLIN_URL names one that holds TinkerPop's modern graph.
"""

from __future__ import annotations

import datetime as dt
import statistics
import time
from collections.abc import Callable

from engine.graph.backend import GraphBackend, Limits
from engine.graph.embedded import EmbeddedGraph
from engine.graph.open import open_backend
from engine.gremlin import parse
from engine.settings import Settings
from tests.bench.measured import memory, sample, sizes

REPEATS = 15
LATELY = (dt.datetime.now(dt.UTC) - dt.timedelta(days=30)).strftime("%Y-%m-%dT%H:%M:%SZ")
QUERIES = {
    "count of a label": "g.V().hasLabel('case').count()",
    "look-up by value": "g.V().hasLabel('case').has('number', 'CS-000123').valueMap()",
    "date range": f"g.V().hasLabel('case').has('createdAt', gt(datetime('{LATELY}'))).count()",
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
    for size in sizes("2000,20000,100000"):
        embedded(size)
    settings = Settings()
    if settings.gremlin_url:
        backend = open_backend(settings)
        print(f"\n{settings.gremlin_dialect} server")
        print(f"  schema discovery      {seconds(lambda: backend.schema(refresh=True)):8.3f} s")
        latency(backend, ANYWHERE)
        backend.close()


def embedded(cases: int) -> None:
    path, before = sample(cases), memory()
    started = time.perf_counter()
    backend = EmbeddedGraph.open(path)
    opened = time.perf_counter() - started
    print(f"\nembedded, {cases:,} cases: {backend.health().detail}")
    print(f"  open                  {opened:8.3f} s")
    print(f"  schema discovery      {seconds(backend.schema):8.3f} s")
    print(f"  memory                {memory() - before:8.0f} MB more")
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
