"""Kills survived by the processes of the Procfile, Slack's deliveries and their retries included.

``web`` and three workers killed at random points, on SQLite and on PostgreSQL. ``GRAPHDESK_BENCH_KILLS=50`` kills
fewer times, ``GRAPHDESK_BENCH_SECONDS=600`` for so long at most; ``GRAPHDESK_BENCH_SEED`` chooses other points;
``GRAPHDESK_BENCH_ON=postgres`` takes that one only.
"""

import os
import tempfile
from pathlib import Path

from tests.bench.bench_kills import KILLS, say


def main() -> None:
    from tests.support.kill_processes import kill_processes
    from tests.support.postgres import new_database, server

    given = {
        "kills": int(os.environ.get("GRAPHDESK_BENCH_KILLS", KILLS)),
        "seconds": float(os.environ.get("GRAPHDESK_BENCH_SECONDS", "inf")),
        "seed": int(os.environ.get("GRAPHDESK_BENCH_SEED", "1")),
    }
    on = os.environ.get("GRAPHDESK_BENCH_ON", "sqlite postgres")
    if "sqlite" in on:
        with tempfile.TemporaryDirectory() as home:
            url = f"sqlite:///{home}/store.db"
            say("SQLite", kill_processes(url, Path(home), **given))
    if "postgres" in on:
        with server() as running, tempfile.TemporaryDirectory() as home:
            say("PostgreSQL", kill_processes(new_database(running.url), Path(home), **given))
