"""How soon Slack gets its acks from the web process when 50 people ask at once: signed requests over real HTTP.

The server is ``graphdesk serve --no-worker`` in a process of its own, under waitress, committing to its own SQLite
file or PostgreSQL; whoever asks is here, each person on a connection of their own that is open already.
"""

import contextlib
import http.client
import json
import os
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from slack_sdk.signature import SignatureVerifier

PEOPLE = 50
ROUNDS = int(os.environ.get("GRAPHDESK_BENCH_ROUNDS", "10"))
TEAM, CHANNEL, BOT, SECRET = "T01TEST", "C0GENERAL", "U0BOT", "bench-signing-secret"


def main() -> None:
    from deploy.servers.jars import ServerMissing
    from tests.support.postgres import new_database, server

    with tempfile.TemporaryDirectory() as home:
        measure("SQLite", f"sqlite:///{home}/store.db", Path(home))
    try:
        with server() as running, tempfile.TemporaryDirectory() as home:
            measure("PostgreSQL", new_database(running.url), Path(home))
    except ServerMissing as missing:
        print(f"PostgreSQL: {missing.message}")


def measure(name: str, url: str, home: Path) -> None:
    with served(url, home) as port:
        times, failures = asked_at_once(port)
    cuts = statistics.quantiles(times, n=100)
    print(
        f"{name}: {PEOPLE} people at once, {ROUNDS} times: ack p50 {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms,"
        f" slowest {max(times):.0f} ms; {failures} of {len(times)} not acknowledged, {kept(url)} committed",
        flush=True,
    )


@contextlib.contextmanager
def served(url, home):
    from tests.support import deskgraph
    from tests.support.serving import ROOT, environment, graphdesk

    deskgraph.write_graphson(home / "desk.json")
    settings = {
        "DATABASE_URL": url,
        "GRAPHDESK_GRAPH": str(home / "desk.json"),
        "SLACK_BOT_TOKEN": "xoxb-bench",
        "SLACK_SIGNING_SECRET": SECRET,
        "SLACK_API_URL": "http://127.0.0.1:1/api/",
    }
    command = graphdesk("serve", "--no-worker", "--port", "0", "--json")
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment(home) | settings, stdout=subprocess.PIPE, text=True
    )
    try:
        yield int(json.loads(process.stdout.readline())["address"].rpartition(":")[2])
    finally:
        process.terminate()
        process.communicate(timeout=60)


def asked_at_once(port: int) -> tuple[list[float], int]:
    """Milliseconds of each ack, and how many were none. All people start each round together."""
    start, lock = threading.Barrier(PEOPLE), threading.Lock()
    times: list[float] = []
    failures = 0

    def person(number: int) -> None:
        nonlocal failures
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.connect()
        for turn in range(-1, ROUNDS):  # the first one warms up and does not count
            body, headers = signed(number, turn)
            start.wait()
            began = time.perf_counter()
            connection.request("POST", "/slack/events", body, headers)
            answered = connection.getresponse()
            answered.read()
            took = (time.perf_counter() - began) * 1000
            with lock:
                if turn >= 0:
                    times.append(took)
                    failures += answered.status != 200
        connection.close()

    threads = [threading.Thread(target=person, args=(number,)) for number in range(PEOPLE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times, failures


def signed(person: int, turn: int) -> tuple[str, dict[str, str]]:
    event = {
        "type": "app_mention",
        "user": f"U{person}",
        "channel": CHANNEL,
        "team": TEAM,
        "ts": f"17000{turn + 1:05}.{person:06}",
        "text": f"<@{BOT}> How many cases are open?",
    }
    body = json.dumps(
        {
            "type": "event_callback",
            "team_id": TEAM,
            "api_app_id": "A01APP",
            "event_id": f"Ev{person}-{turn}",
            "event": event,
            "authorizations": [{"team_id": TEAM, "user_id": BOT, "is_bot": True}],
        }
    )
    stamp = str(int(time.time()))
    made = SignatureVerifier(SECRET).generate_signature(timestamp=stamp, body=body)
    return body, {
        "Content-Type": "application/json",
        "X-Slack-Request-Timestamp": stamp,
        "X-Slack-Signature": made,
    }


def kept(url: str) -> int:
    """Without those of the first round."""
    from engine.store import Store

    store = Store.open(url)
    try:
        return sum(store.counts().values()) - PEOPLE
    finally:
        store.close()


if __name__ == "__main__":
    main()
