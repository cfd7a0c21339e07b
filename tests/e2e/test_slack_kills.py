"""kill -9 of the process that answers and delivers, at random points: each thread has one answer, none is lost."""

import os
import random
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from engine.store import Store
from tests.support.forks import forks
from tests.support.slack_desk import until
from tests.support.slack_process import serve
from tests.support.slack_server import CHANNEL, PERSON, TEAM, Slack, slack

KILLS = int(os.environ.get("SLACK_KILLS", "8"))
EACH = 3  # questions asked per kill


def ask(server: Slack, store: Store, number: int) -> str:
    """A question as the listener commits it."""
    ts = server.write(f"question {number}")
    where = {"team": TEAM, "channel": CHANNEL, "thread_ts": ts, "user": PERSON, "question_ts": ts}
    store.create_task(f"question {number}", source="slack", dedupe_key=f"slack:{ts}", delivery=where)
    return ts


def start(folder: Path, api: str) -> BaseProcess:
    ready = forks().Event()
    process = forks().Process(target=serve, args=(folder, api, ready), daemon=True)
    process.start()
    assert ready.wait(60)
    return process


@pytest.mark.parametrize("native", [True, False], ids=["status", "status message"])
def test_kills_lose_nothing_and_post_nothing_twice(tmp_path: Path, native: bool) -> None:
    chance = random.Random(7)
    with slack(tmp_path) as server:
        server.native_status = native
        store = Store.open(f"sqlite:///{tmp_path / 'slack.db'}")
        threads: list[str] = []
        for _ in range(KILLS):
            process = start(tmp_path, server.api)
            threads += [ask(server, store, len(threads) + number) for number in range(EACH)]
            time.sleep(chance.uniform(0.0, 0.5))  # the point at which it dies is what is tried out
            process.kill()
            process.join()
        process = start(tmp_path, server.api)
        try:
            until(_settled(store, len(threads)), 90)
        finally:
            process.kill()
            process.join()
        posted: list[list[Any]] = [server.ours(CHANNEL, thread) for thread in threads]
        store.close()
    assert [len(messages) for messages in posted] == [1] * len(threads)
    for number, [message] in enumerate(posted):
        assert f"The answer to: question {number}" in message["text"] or "gave up" in message["text"]


def _settled(store: Store, count: int) -> Callable[[], bool]:
    return lambda: store.delivery_counts() == {"posted": count}
