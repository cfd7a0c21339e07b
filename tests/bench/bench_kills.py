"""Kills survived: workers killed at random points while questions are asked, on SQLite and on PostgreSQL.

``GRAPHDESK_BENCH_KILLS=50`` kills fewer times; ``GRAPHDESK_BENCH_SEED`` chooses other points.
"""

import os
import tempfile
from pathlib import Path

from tests.support.killing import kill_workers

KILLS = 200


def main() -> None:
    from deploy.servers.jars import ServerMissing
    from tests.support.postgres import new_database, server

    kills, seed = (
        int(os.environ.get("GRAPHDESK_BENCH_KILLS", KILLS)),
        int(os.environ.get("GRAPHDESK_BENCH_SEED", 1)),
    )
    with tempfile.TemporaryDirectory() as home:
        say("SQLite", kill_workers(f"sqlite:///{home}/store.db", Path(home), kills=kills, seed=seed))
    try:
        with server() as running, tempfile.TemporaryDirectory() as home:
            say("PostgreSQL", kill_workers(new_database(running.url), Path(home), kills=kills, seed=seed))
    except ServerMissing as missing:
        print(f"PostgreSQL: {missing.message}")


def say(name: str, report: object) -> None:
    print(f"{name}: {report}", flush=True)
    for line in report.wrong[:10]:
        print(f"  {line}")
    assert not report.wrong, f"{len(report.wrong)} things went wrong on {name}"
