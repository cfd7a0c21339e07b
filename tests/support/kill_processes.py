"""The processes of the Procfile killed at random points, while people ask in Slack and on the pages.

``web`` takes in what Slack sends and what is asked on the pages, ``worker`` answers and posts: both are the real
commands, hurried (see hurried.py), in processes forked where all is imported already. Slack is the stand-in behind
its proxy, which also drops connections and answers with errors now and then; its deliveries, their retries
included, are slack_sender's. What must hold is read from the threads, and from a log that the database keeps by
triggers.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.process
import os
import random
import re
import signal
import socket
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from engine.store import Store
from tests.support import deskgraph
from tests.support.killing import Report, judge_endings, watch_endings
from tests.support.serving import until
from tests.support.slack_sender import FASTER, Sender
from tests.support.slack_server import BOT, BOT_TOKEN, CHANNEL, SECRET, Slack, slack

STARTS = 120.0
STUCK_SECONDS = 90.0  # without anything more being answered or posted
WHILE_STARTING = 0.2  # share of processes that may be killed while they start
PROGRESS_SECONDS = 4.0
MOST_WAITING = 20
FAULTS = ("drop", "refuse", "503", "429")
WORKERS = 3

QUESTIONS = {  # question -> what its answer says
    "How many cases are there?": f"{len(deskgraph.CASES)} case",
    "How many people are there?": f"{len(deskgraph.PEOPLE)} pe",
    "How many teams are there?": f"{len(deskgraph.TEAMS)} team",
    "How many categories are there?": f"{len(deskgraph.CATEGORIES)} categor",
}
GREET_EACH = 12  # one message in so many is a bare mention


@dataclass
class FleetReport(Report):
    """What came of it; ``asked`` counts the questions in Slack that an ack was sent for."""

    killed: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    again: int = 0
    unheard: int = 0
    on_pages: int = 0
    greeted: int = 0
    posted: int = 0
    faults: int = 0

    def __str__(self) -> str:
        killed = ", ".join(f"{count} {name}" for name, count in sorted(self.killed.items()))
        states = ", ".join(f"{count} {status}" for status, count in sorted(self.statuses.items()))
        return (
            f"{self.kills} kills in {self.seconds:.0f} s ({killed}); {self.asked} questions in Slack by"
            f" {self.sent} deliveries, of them {self.again} retries ({self.unheard} messages never acknowledged),"
            f" and {self.on_pages} on the pages; tasks: {states}; answering was cut short {self.interrupted}"
            f" times, Slack failed {self.faults} times; {self.posted} answers posted, {self.greeted} greeted;"
            f" wrong: {len(self.wrong)}"
        )


class Fleet:
    """The running processes, by name."""

    def __init__(self, home: Path, url: str, api: str) -> None:
        self.home, self.port = home, _free_port()
        self._settings = {
            "GRAPHDESK_HOME": str(home),
            "PORT": str(self.port),
            "DATABASE_URL": url,
            "GRAPHDESK_GRAPH": str(home / "desk.json"),
            "SLACK_BOT_TOKEN": BOT_TOKEN,
            "SLACK_SIGNING_SECRET": SECRET,
            "SLACK_API_URL": api,
        }
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["tests.support.hurried", "alembic.command", "psycopg"])
        self.names = ["web", *(f"worker-{number}" for number in range(WORKERS))]
        self.running: dict[str, multiprocessing.process.BaseProcess] = {}
        self.logs: list[Path] = []
        self._log: dict[str, Path] = {}

    def start(self, name: str) -> None:
        arguments = ["serve", "--no-worker"] if name == "web" else ["worker"]
        self.logs.append(self.home / f"{len(self.logs):04}-{name}.log")
        self.logs[-1].touch()
        self._log[name] = self.logs[-1]
        process = self._context.Process(target=_be, args=(arguments, self._settings, str(self.logs[-1])))
        self.running[name] = process
        process.start()

    def is_ready(self, name: str) -> bool:
        said = self._log[name].read_text(errors="replace")
        assert self.running[name].is_alive(), f"{name} ended by itself: {said[-2000:]}"
        return "Stop with Ctrl-C" in said

    def victim(self, chance: random.Random) -> str:
        """One that serves; now and then one that starts."""
        if chance.random() < WHILE_STARTING:
            return chance.choice(self.names)
        ready: list[str] = until(lambda: [name for name in self.names if self.is_ready(name)], STARTS)
        return chance.choice(ready)

    def kill(self, name: str) -> None:
        os.kill(self.running[name].pid or 0, signal.SIGKILL)
        self.running[name].join()

    def close(self) -> None:
        for process in self.running.values():
            process.kill()
            process.join()


class People:
    """People on the pages: they ask now and then, and keep what they were told was taken."""

    def __init__(self, store: Store, port: int) -> None:
        from admin import sign_in_link

        self.taken: dict[str, str] = {}  # task id -> question
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60)
        page = self._client.get(str(sign_in_link(store)), follow_redirects=True).text
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert token, "the page to ask on has no form"
        self._token = token[1]
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self._client.close()

    def _ask(self) -> None:
        while not self._stop.wait(random.uniform(0.3, 1.2)):
            question = random.choice(list(QUESTIONS))
            with contextlib.suppress(httpx.TransportError):  # nothing was promised
                said = self._client.post("/ask", data={"csrf_token": self._token, "question": question})
                if said.status_code == 303:
                    self.taken[said.headers["Location"].rpartition("#turn-")[2]] = question


def kill_processes(
    url: str, home: Path, *, kills: int, seed: int = 0, seconds: float = float("inf"), faster: float = FASTER
) -> FleetReport:
    """Ask and kill, then wait until everything is answered and posted, and look at what came of it.

    No process is killed any more after ``seconds``, however many were. ``faster``: than Slack the retries come.
    """
    chance = random.Random(seed)
    deskgraph.write_graphson(home / "desk.json")
    store = Store.open(url)
    watch_endings(url)
    with slack(home) as server:
        fleet = Fleet(home, url, server.api)
        report = FleetReport(kills, 0, 0.0)
        sender = Sender(f"http://127.0.0.1:{fleet.port}/slack/events", lambda: chance.random() < 0.1, faster)
        began = time.monotonic()
        try:
            for name in fleet.names:
                fleet.start(name)
                until(lambda name=name: fleet.is_ready(name), STARTS)
            people = People(store, fleet.port)
            people.start()
            asking = threading.Event()
            talk = threading.Thread(target=_talk, args=(asking, server, store, sender), daemon=True)
            talk.start()
            for number in range(kills):
                if time.monotonic() - began > seconds:
                    break
                server.native_status = number < kills / 2  # then by a message of our own
                _until_progress(store)
                time.sleep(chance.uniform(0.0, 1.0))
                if chance.random() < 0.3:
                    server.fault(chance.choice(("chat.postMessage", "chat.update")), chance.choice(FAULTS))
                    report.faults += 1
                name = fleet.victim(chance)
                fleet.kill(name)
                report.killed[name.partition("-")[0]] += 1
                fleet.start(name)
            asking.set()
            talk.join()
            people.close()
            sender.close()
            _until_settled(store)
            report.seconds = time.monotonic() - began
        finally:
            fleet.close()
        report.kills = report.killed.total()
        report.sent, report.again, report.unheard = sender.sent, sender.again, len(sender.unheard)
        _judge(store, url, server, sender, people, report)
    _look_at_logs(fleet, report)
    store.close()
    return report


def _talk(stop: threading.Event, server: Slack, store: Store, sender: Sender) -> None:
    """People write in the channel, as long as not too many wait."""
    number = 0
    while not stop.wait(random.uniform(0.05, 0.4)):
        counts = store.counts()
        if counts.get("queued", 0) + counts.get("running", 0) >= MOST_WAITING:
            continue
        number += 1
        question = "" if number % GREET_EACH == 0 else random.choice(list(QUESTIONS))
        text = f"<@{BOT}> {question}".strip()
        ts = server.write(text)
        sender.said[ts] = question
        sender.tell(ts, text)


def _until_progress(store: Store) -> None:
    """Wait a while for something more to be answered or posted: else nothing but starts would be killed."""

    def done() -> int:
        left = sum(count for state, count in store.counts().items() if state in ("queued", "running"))
        return sum(store.counts().values()) - left + store.delivery_counts().get("posted", 0)

    before, ends = done(), time.monotonic() + PROGRESS_SECONDS
    while done() == before and time.monotonic() < ends:
        time.sleep(0.05)


def _until_settled(store: Store) -> None:
    """Wait for as long as there is something to do and it is being done."""
    before, ends = None, 0.0
    while True:
        counts, owed = store.counts(), store.delivery_counts()
        left = (counts.get("queued", 0), counts.get("running", 0), owed.get("waiting", 0))
        if left != before:
            before, ends = left, time.monotonic() + STUCK_SECONDS
        if not any(left) or time.monotonic() > ends:
            return
        time.sleep(0.2)


@dataclass
class Seen:
    """What was written and asked, and what stands in the threads."""

    said: dict[str, str]  # ts -> question; empty for a bare mention
    heard: set[str]  # ts of what was acknowledged
    threads: dict[str, list[str]]  # ts -> what we wrote below it
    keys: Counter[str]  # ts -> tasks


def _judge_threads(seen: Seen, report: FleetReport) -> None:
    say = report.wrong.append
    for ts, question in seen.said.items():
        there, tasks = seen.threads.pop(ts, []), seen.keys[ts]
        if not question:
            report.greeted += len(there)
            if len(there) > 1:
                say(f"{ts} was greeted {len(there)} times")
            continue
        report.asked += ts in seen.heard
        report.posted += len(there)
        if tasks > 1 or (ts in seen.heard and not tasks):
            say(f"{ts} was acknowledged, and is {tasks} tasks")
        if len(there) != tasks:
            say(f"{ts} has {len(there)} answers: {there}")
        if any(QUESTIONS[question] not in text for text in there):
            say(f"{ts} asked {question!r} and was told {there}")
    for ts, there in seen.threads.items():
        say(f"somebody was answered in {ts}, where nobody asked: {there}")


def _judge(store: Store, url: str, server: Slack, sender: Sender, people: People, report: FleetReport) -> None:
    tasks = {task.id: task for task in judge_endings(store, url, report)}
    keys = Counter(task.dedupe_key.rpartition(":")[2] for task in tasks.values() if task.dedupe_key)
    threads: dict[str, list[str]] = {}
    for message in server.messages(CHANNEL):
        if message.get("user") == BOT:
            threads.setdefault(str(message.get("thread_ts")), []).append(str(message["text"]))
    _judge_threads(Seen(sender.said, sender.heard, threads, keys), report)
    for state, count in store.delivery_counts().items():
        if state != "posted":
            report.wrong.append(f"{count} answers are {state}")
    report.on_pages = len(people.taken)
    for task_id, question in people.taken.items():
        if task_id not in tasks or tasks[task_id].question != question:
            report.wrong.append(f"{task_id}, asked on the pages, was lost")


def _look_at_logs(fleet: Fleet, report: FleetReport) -> None:
    for log in fleet.logs:
        text = log.read_text(errors="replace")
        if "Traceback" in text:
            report.wrong.append(f"{log.name}: {text[text.index('Traceback') :][:1500]}")


def _be(arguments: list[str], settings: dict[str, str], log: str) -> None:
    from tests.support import hurried  # there already where processes are forked, and to be nowhere else

    hurried.run(arguments, settings, log)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])
