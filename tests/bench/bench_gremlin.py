"""What judging a query costs: the bare parse, and parse + policy + verify, on a query of about 330 characters."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

QUERY = (
    "g.V().hasLabel('case').has('createdAt', P.gte(datetime('2024-01-01T00:00:00Z')))"
    ".where(__.out('uses').has('devicePlatform', P.within('MAC', 'WINDOWS')))"
    ".out('hasReason').bothE('similarReason').has('similarityScore', P.gte(0.675)).otherV()"
    ".in('hasReason').has('createdAt', P.between(WIN_LO, WIN_HI)).groupCount().by('severity').limit(10)"
)
ROUNDS = 2_000
FIRST = 'from engine.gremlin import parse; parse("g.V()")'


def cost(call: Callable[[], object]) -> str:
    """Median and least milliseconds of a call; on a busy machine the least says more."""
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return f"{statistics.median(times) * 1_000:8.3f} ms   least {min(times) * 1_000:8.3f} ms"


def fresh(statement: str) -> float:
    """Milliseconds that a statement takes in a new interpreter."""
    program = f"import time; started = time.perf_counter(); {statement}; print(time.perf_counter() - started)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return float(done.stdout) * 1_000


def main() -> None:
    """Print the figures."""
    from engine.gremlin import PolicyConfig, VerifierConfig, assess, judge, parse, verify

    policy = PolicyConfig(similarity_edges=frozenset({"similarReason"}))
    bound = {"WIN_LO": "2024-01-01", "WIN_HI": "2024-07-01"}
    verifier = VerifierConfig(low="2024-01-01", high="2024-07-01")

    def whole() -> None:
        traversal = parse(QUERY, bound)
        judge(traversal, policy)
        verify(traversal, verifier)

    long = "g.V()" + ".out('a').has('x', 1)" * 480
    print(f"query of {len(QUERY)} characters, median of {ROUNDS}")
    print(f"  bare parse                {cost(lambda: parse(QUERY, bound))}")
    print(f"  parse + policy + verify   {cost(whole)}")
    print(f"  assess (all of check)     {cost(lambda: assess(QUERY))}")
    started = time.perf_counter()
    parse(long)
    print(f"  {len(long)} characters of steps {(time.perf_counter() - started) * 1_000:8.1f} ms")
    started = time.process_time()
    assess(long)
    print(f"  all of check on them      {(time.process_time() - started) * 1_000:8.1f} ms of the processor")
    print(f"  import engine.gremlin     {fresh('import engine.gremlin'):8.1f} ms")
    print(f"  import and first parse    {fresh(FIRST):8.1f} ms")


if __name__ == "__main__":
    main()
