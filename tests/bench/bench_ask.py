"""What the engine adds to an offline question: time, memory, questions a second, start; at three sizes."""

import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.bench.measured import memory, sample, sizes

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
    began = time.perf_counter()
    import engine.desk  # noqa: F401 - timed

    print(f"import of the engine: {time.perf_counter() - began:.2f} s, {memory()} MB", flush=True)
    for size in sizes("2000,20000,100000"):
        measure(size, sample(size))


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
