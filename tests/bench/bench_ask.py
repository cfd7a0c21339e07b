"""What the engine adds to an offline question: time, memory, questions a second, start; at three sizes of graph.

``GRAPHDESK_BENCH_CASES=2000`` runs fewer sizes (comma-separated). Graphs are kept in var/bench for the next time.
"""

import os
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIZES = (2_000, 20_000, 100_000)
ROUNDS, THREADS = 6, 4
QUESTIONS = (
    "How many cases are there?",
    "How many cases are open?",
    "How many cases per priority?",
    "Which team has the most cases?",
    "How many network cases were created last month?",
    "What is the average time to resolve for high priority cases?",
    "Top 5 subcategories by number of cases",
    "What share of cases is escalated?",
)


def main() -> None:
    sizes = [int(size) for size in os.environ.get("GRAPHDESK_BENCH_CASES", "").split(",") if size] or SIZES
    began = time.perf_counter()
    import engine.desk  # noqa: F401 - timed

    print(f"import of the engine: {time.perf_counter() - began:.2f} s, {memory()} MB", flush=True)
    for size in sizes:
        measure(size, graph(size))


def graph(size: int) -> Path:
    """The sample graph of that size."""
    from engine.graph.mappings import shipped_text
    from engine.graph.profile import write_beside
    from engine.samples.support import write_sample

    path = ROOT / "var" / "bench" / f"sample-{size}.gsnap"
    if not path.exists():
        print(f"making a graph of {size:,} cases (once) ...", file=sys.stderr, flush=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_sample(path, cases=size)
    write_beside(path, shipped_text("profile", "sample"))
    return path


def measure(size: int, path: Path) -> None:
    from engine.desk import Desk
    from engine.settings import Settings

    with tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        desk = Desk.open(Settings(GRAPHDESK_HOME=Path(home), GRAPHDESK_GRAPH=path, ANTHROPIC_API_KEY=""))
        opened = time.perf_counter() - began
        first = desk.ask(QUESTIONS[0])
        ready = time.perf_counter() - began
        print(f"\n{size:,} cases: open {opened:.2f} s, first answer after {ready:.2f} s ({first.status})")
        whole, added, statuses = [], [], set()
        worked = time.process_time()
        for _ in range(ROUNDS):
            for question in QUESTIONS:
                began = time.perf_counter()
                answer = desk.ask(question)
                took = (time.perf_counter() - began) * 1000
                statuses.add((question, answer.status))
                whole.append(took)
                added.append(took - sum(query.milliseconds for query in answer.queries))
        worked = (time.process_time() - worked) / len(whole) * 1000
        for question, status in sorted(statuses):
            if status != "answered":
                print(f"  not answered ({status}): {question}")
        print(f"  a question: {spread(whole)}; of it the engine: {spread(added)}")
        print(f"  processor time of a question, the graph's included: {worked:.1f} ms")
        print(f"  questions a second: {rate(desk, 1):.0f} on 1 thread, {rate(desk, THREADS):.0f} on {THREADS}")
        print(f"  memory: {memory()} MB", flush=True)
        desk.close()


def rate(desk: object, threads: int) -> float:
    asked = list(QUESTIONS) * ROUNDS
    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(desk.ask, asked))
    return len(asked) / (time.perf_counter() - began)


def spread(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=20)
    return f"p50 {statistics.median(times):.1f} ms, p95 {cuts[18]:.1f} ms"


def memory() -> int:
    """Resident memory of this process in MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    return 0
