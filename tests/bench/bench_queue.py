"""Questions per second end to end: committed, claimed, answered offline over a tiny graph, answers committed.

With 1, 2 and 4 worker processes of one thread each, on SQLite and on PostgreSQL. The time runs from the first
commit of a question to the last answer; the workers wait ready before.
"""

import multiprocessing
import os
import signal
import statistics
import tempfile
import time
from pathlib import Path

QUESTIONS = int(os.environ.get("GRAPHDESK_BENCH_QUESTIONS", "240"))
WORKERS = (1, 2, 4)
PEOPLE = 8


def main() -> None:
    from deploy.servers.jars import ServerMissing
    from tests.support.postgres import new_database, server

    with tempfile.TemporaryDirectory() as home:
        for workers in WORKERS:
            measure("SQLite", f"sqlite:///{home}/store-{workers}.db", Path(home), workers)
    try:
        with server() as running, tempfile.TemporaryDirectory() as home:
            for workers in WORKERS:
                measure("PostgreSQL", new_database(running.url), Path(home), workers)
    except ServerMissing as missing:
        print(f"PostgreSQL: {missing.message}")


def serve(url: str, home: str, ready: object) -> None:
    from engine.desk import Desk
    from engine.settings import Settings
    from engine.worker import Worker

    settings = Settings(
        GRAPHDESK_HOME=Path(home), GRAPHDESK_GRAPH=Path(home) / "desk.json", DATABASE_URL=url, ANTHROPIC_API_KEY=""
    )
    desk = Desk.open(settings)
    desk.warm()
    Worker(desk, threads=1).start()
    ready.release()
    signal.pause()


def measure(name: str, url: str, home: Path, workers: int) -> None:
    from engine.store import Store
    from tests.support import deskgraph

    deskgraph.write_graphson(home / "desk.json")
    store = Store.open(url)
    context = multiprocessing.get_context("spawn")
    ready = context.Semaphore(0)
    processes = [context.Process(target=serve, args=(url, str(home), ready), daemon=True) for _ in range(workers)]
    for process in processes:
        process.start()
    for _ in processes:
        assert ready.acquire(timeout=120)
    began, commits = time.perf_counter(), []
    for number in range(QUESTIONS):
        before = time.perf_counter()
        store.create_task("How many cases are open?", asked_by=f"person {number % PEOPLE}")
        commits.append((time.perf_counter() - before) * 1000)
    while store.counts() != {"answered": QUESTIONS}:
        assert time.perf_counter() - began < 300, store.counts()
        time.sleep(0.02)
    seconds = time.perf_counter() - began
    for process in processes:
        process.kill()
        process.join()
    store.close()
    cuts = statistics.quantiles(commits, n=100)
    print(
        f"{name}, {workers} worker{'s' if workers > 1 else ''}: {QUESTIONS / seconds:.0f} questions a second;"
        f" to commit one p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms",
        flush=True,
    )


if __name__ == "__main__":
    main()
