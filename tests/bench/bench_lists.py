"""The list of questions at 100,000 of them: its counts, its first and a deep page, for several filters.

On SQLite and on PostgreSQL; ``GRAPHDESK_BENCH_ON=postgres`` takes that one only. Answers are about as long as real
ones (some kilobytes of JSON each).
"""

import datetime as dt
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable

TASKS = int(os.environ.get("GRAPHDESK_BENCH_TASKS", "100000"))
RUNS = 7
BASE = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
WORDS = ["case", "team", "network", "vpn", "printer", "last", "quarter", "resolved", "priority", "high", "device"]
WORDS += ["how", "many", "which", "most", "average", "hours", "laptop", "access", "request"]


def main() -> None:
    from deploy.servers.jars import ServerMissing
    from tests.support.postgres import new_database, server

    on = os.environ.get("GRAPHDESK_BENCH_ON", "sqlite postgres")
    if "sqlite" in on:
        with tempfile.TemporaryDirectory() as home:
            measure("SQLite", f"sqlite:///{home}/store.db")
    if "postgres" not in on:
        return
    try:
        with server() as running:
            measure("PostgreSQL", new_database(running.url))
    except ServerMissing as missing:
        print(f"PostgreSQL: {missing.message}")


def measure(name: str, url: str) -> None:
    from engine.store import ListFilter, Store

    store = Store.open(url)
    fill(store)
    if "postgres" in url:  # as its own housekeeping does soon after: until then counts read every row
        with store._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM ANALYZE task")
    filters = {
        "all": ListFilter(),
        "a rare word": ListFilter(words=("zebra-ä",)),
        "two frequent words": ListFilter(words=("vpn", "quarter")),
        "failed": ListFilter(states=("failed",)),
        "five filters": ListFilter(
            states=("failed",), source="slack", asked_by="u3", warned=True, over_seconds=10
        ),
        "three days": ListFilter(since=BASE + dt.timedelta(days=100), until=BASE + dt.timedelta(days=103)),
    }
    print(f"{name}, {TASKS:,} questions: median milliseconds of {RUNS}")
    for said, wanted in filters.items():
        counts = timed(lambda wanted=wanted: store.facets(wanted))
        page = timed(lambda wanted=wanted: store.listed(wanted, limit=25))
        print(f"  {said:<20} counts {counts:6.0f}   page {page:6.0f}   ({store.facets(wanted).total:,} fit)")
    middle = store.listed(ListFilter(until=BASE + dt.timedelta(minutes=TASKS * 1.5)), limit=1).tasks[0].id
    older = timed(lambda: store.listed(ListFilter(), limit=25, older_than=middle))
    newer = timed(lambda: store.listed(ListFilter(), limit=25, newer_than=middle))
    print(f"  {'from the middle':<20} older  {older:6.0f}   newer {newer:5.0f}")
    store.close()


def timed(call: Callable[[], object]) -> float:
    took = []
    for _ in range(RUNS):
        began = time.perf_counter()
        call()
        took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took)


def fill(store: object) -> None:
    import sqlalchemy as sa

    from engine.store import Task
    from engine.store.listing import folded

    chance = random.Random(1)
    answer = {
        "status": "answered",
        "text": "x" * 300,
        "queries": [{"rows": list(range(300))}],
        "other": "y" * 2500,
    }
    for start in range(0, TASKS, 2000):
        rows = []
        for number in range(start, min(start + 2000, TASKS)):
            question, text = " ".join(chance.choices(WORDS, k=10)), " ".join(chance.choices(WORDS, k=40))
            text += " Zebra-Ä" if number == 500 else ""
            rows.append(
                {
                    "id": f"{chance.getrandbits(64):016x}",
                    "question": question,
                    "answer_text": text,
                    "sought": folded(question, text),
                    "answer": answer,
                    "status": chance.choice(["answered"] * 8 + ["declined", "failed"]),
                    "source": chance.choice(["console", "slack", "slack"]),
                    "asked_by": f"u{chance.randrange(80)}",
                    "created": BASE + dt.timedelta(minutes=number * 3),
                    "route": chance.choice(["dir", "sim", "plan"]),
                    "seconds": chance.random() * 20,
                    "dollars": chance.random() / 10,
                    "warnings": chance.choice([0, 0, 0, 1]),
                }
            )
        with store._database.write() as session:
            session.connection().execute(sa.insert(Task), rows)
