"""How soon Slack gets its ack when 50 people ask at once, and how long until all answers are posted."""

import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.support.slack_desk import bot, signed, until
from tests.support.slack_server import BOT

PEOPLE, ROUNDS = 50, 4


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, bot(Path(folder), "events") as (desk, address):
        times: list[float] = []

        def ask(number: int) -> None:
            event = {"text": f"<@{BOT}> question {number}", "ts": f"17.{number}", "user": f"U{number % PEOPLE}"}
            body = desk.body(event, event_id=f"Ev{number}")
            began = time.perf_counter()
            assert signed(address, body) == 200
            times.append((time.perf_counter() - began) * 1000)

        began = time.perf_counter()
        with ThreadPoolExecutor(PEOPLE) as pool:
            for turn in range(ROUNDS):
                list(pool.map(ask, range(turn * PEOPLE, (turn + 1) * PEOPLE)))
        until(lambda: desk.store.delivery_counts().get("posted") == PEOPLE * ROUNDS, 120)
        took = time.perf_counter() - began
    p99 = statistics.quantiles(times, n=100)[98]
    print(
        f"{PEOPLE} people at once, {ROUNDS} times: ack p50 {statistics.median(times):.0f} ms, p99 {p99:.0f} ms, "
        f"most {max(times):.0f} ms; all {PEOPLE * ROUNDS} answers posted after {took:.1f} s "
        f"({PEOPLE * ROUNDS / took:.0f} a second)"
    )
