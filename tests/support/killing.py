"""Workers, and who takes questions in, killed at random points; and what must hold after.

Each worker is a process of its own with the product's Desk, Worker and leases; its graph and its backbone are
small ones that take a few hundredths of a second. The database itself keeps a log of how tasks ended, by triggers:
what must hold is read there, and not from the code that is tried.
"""

from __future__ import annotations

import functools
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from engine.agent.backbone import Reply, Request
from engine.agent.run import Run  # noqa: F401 - loaded once for all workers, before they fork
from engine.desk import Desk
from engine.graph.profile import Profile
from engine.operators.operator import Registry
from engine.settings import Settings
from engine.store import FINISHED, Store
from engine.store.database import database_engine
from engine.worker import Worker
from tests.support.forks import forks
from tests.support.model_scripted import FixedGraph, says

LEASE_SECONDS = 2.0
THREADS = 2
LONGEST_CALL = 0.06
PEOPLE = 5
MOST_WAITING = 20
WHILE_STARTING = 0.2  # share of processes that may be killed while they start: on a slow machine most would be
STUCK_SECONDS = 60.0  # without one answer more


class SlowEcho:
    """A backbone that thinks for a moment, then repeats the question."""

    name = "echo"

    def call(self, request: Request, on_text: object = None) -> Reply:
        time.sleep(random.uniform(0, LONGEST_CALL))
        said = request.messages[0].blocks[0].text
        return says(f"You asked: {said}")


def serve(url: str, home: str, ready: Event) -> None:
    """A worker process: answers until it is killed."""
    random.seed()
    Worker(echo_desk(url, Path(home)), THREADS).start()
    ready.set()
    signal.pause()


def take_in(url: str, home: str, ready: Event) -> None:
    """A process that takes questions in, until it is killed, and acknowledges each once it is committed.

    The next one begins with the question that was not acknowledged, under the same key: as Slack would. It takes
    in no more than what keeps the workers busy.
    """
    store = Store.open(url)
    ready.set()
    with (Path(home) / "acknowledged").open("r+b", buffering=0) as file:
        number = file.read().count(b"\n")
        while True:
            time.sleep(random.uniform(0, 0.1))
            if store.counts().get("queued", 0) >= MOST_WAITING:
                continue
            number += 1
            question, person = f"What about thing {number}?", f"person {random.randrange(PEOPLE)}"
            task = store.create_task(question, asked_by=person, dedupe_key=f"key {number}")
            file.write(f"{task.id} {question}\n".encode())


def echo_desk(url: str, home: Path, lease_seconds: float = LEASE_SECONDS) -> Desk:
    """A Desk on the database that answers everything after a moment."""
    return Desk(
        Settings(GRAPHDESK_HOME=home),
        backend=FixedGraph(),
        profile=Profile(),
        backbone=SlowEcho(),
        store=Store.open(url),
        operators=Registry(()),
        lease_seconds=lease_seconds,
        open_apart=functools.partial(echo_desk, url, home),
    )


@dataclass
class Report:
    """What came of it."""

    kills: int
    asked: int
    seconds: float
    interrupted: int = 0  # kills times threads that hit a question being answered
    statuses: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        states = ", ".join(f"{count} {status}" for status, count in sorted(self.statuses.items()))
        return (
            f"{self.kills} kills in {self.seconds:.0f} s, {self.asked} questions asked ({states}), answering was"
            f" cut short {self.interrupted} times; wrong: {len(self.wrong)}"
        )


def kill_workers(url: str, home: Path, *, kills: int, workers: int = 3, seed: int = 0) -> Report:
    """Ask and kill, then wait until every question is finished, and look at what the database says."""
    chance = random.Random(seed)
    store = Store.open(url)
    watch_endings(url)
    context = forks()
    kept: list[Event] = []  # a process that starts cannot find an event that was thrown away here
    acknowledged = home / "acknowledged"
    acknowledged.touch()

    def spawn(number: int) -> BaseProcess:
        """One more of the workers; the last number is who takes questions in."""
        work = serve if number < workers else take_in
        ready = context.Event()
        kept.append(ready)
        process = context.Process(target=work, args=(url, str(home), ready), daemon=True)
        process.start()
        if chance.random() < WHILE_STARTING:
            return process
        ready.wait(60)
        return process

    def kill(number: int) -> None:
        os.kill(running[number].pid, signal.SIGKILL)
        running[number].join()

    began = time.monotonic()
    running = [spawn(number) for number in range(workers + 1)]
    try:
        for _ in range(kills):
            time.sleep(chance.uniform(0.1, 0.9))
            number = chance.randrange(workers + 1)
            kill(number)
            running[number] = spawn(number)
        kill(workers)
        _until_finished(store)
    finally:
        for process in running:
            process.kill()
            process.join()
    asked = dict(line.split(" ", 1) for line in acknowledged.read_text().splitlines())
    report = Report(kills, len(asked), time.monotonic() - began)
    _judge(store, url, asked, report)
    store.close()
    return report


def _until_finished(store: Store) -> None:
    """Wait for as long as there is something to do and it is being done."""
    before, ends = -1, 0.0
    while True:
        counts = store.counts()
        left = counts.get("queued", 0) + counts.get("running", 0)
        if left != before:
            before, ends = left, time.monotonic() + STUCK_SECONDS
        if not left or time.monotonic() > ends:
            return
        time.sleep(0.1)


_STATES = ", ".join(f"'{status}'" for status in FINISHED)
_SQLITE = (
    "CREATE TRIGGER ended AFTER UPDATE ON task WHEN NEW.status IN ({states}) OR OLD.status IN ({states})"
    " BEGIN INSERT INTO endings (task_id, was, became) VALUES (NEW.id, OLD.status, NEW.status); END",
    "CREATE TRIGGER removed AFTER DELETE ON task"
    " BEGIN INSERT INTO endings (task_id, was, became) VALUES (OLD.id, OLD.status, 'removed'); END",
)
_POSTGRES = (
    "CREATE FUNCTION note_ending() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " IF NEW.status IN ({states}) OR OLD.status IN ({states}) THEN"
    " INSERT INTO endings (task_id, was, became) VALUES (NEW.id, OLD.status, NEW.status); END IF;"
    " RETURN NEW; END $$",
    "CREATE TRIGGER ended AFTER UPDATE ON task FOR EACH ROW EXECUTE FUNCTION note_ending()",
)


def watch_endings(url: str) -> None:
    """Have the database itself keep a log of how tasks end, in ``endings``."""
    engine = database_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE endings (task_id TEXT, was TEXT, became TEXT)")
        for statement in _SQLITE if engine.dialect.name == "sqlite" else _POSTGRES:
            connection.exec_driver_sql(statement.replace("{states}", _STATES))
    engine.dispose()


def _judge(store: Store, url: str, asked: dict[str, str], report: Report) -> None:
    tasks = judge_endings(store, url, report)
    say = report.wrong.append
    for task_id in asked.keys() - {task.id for task in tasks}:
        say(f"{task_id} was lost")
    unsaid = [task.id for task in tasks if task.id not in asked]
    if len(unsaid) > 1:  # the last may have been committed and not acknowledged any more
        say(f"{unsaid} were kept although nobody was told so, and told again when they were handed in again")
    for task in tasks:
        if asked.get(task.id, task.question) != task.question:
            say(f"{task.id} was never asked like this")
        if task.status == "answered" and task.question not in task.answer_text:
            say(f"{task.id} bears the answer of another question: {task.answer_text}")


def judge_endings(store: Store, url: str, report: Report) -> Sequence[sa.Row[Any]]:
    """Whether each task was ended once, by who owned it, and not given up: what the database says. The tasks."""
    engine = database_engine(url)
    with engine.connect() as connection:
        endings = connection.execute(sa.text("SELECT task_id, was, became FROM endings")).all()
        columns = "id, question, status, attempt, answer_text, error, dedupe_key"
        tasks = connection.execute(sa.text(f"SELECT {columns} FROM task")).all()
    engine.dispose()
    report.statuses.update(task.status for task in tasks)
    report.interrupted = sum(max(task.attempt - 1, 0) for task in tasks)
    ended = Counter(row.task_id for row in endings)
    say = report.wrong.append
    for task in tasks:
        if task.status not in FINISHED:
            say(f"{task.id} is left {task.status}")
        elif ended[task.id] != 1:
            say(f"{task.id} was ended, or changed after its end, {ended[task.id]} times")
        if task.status == "failed":
            say(f"{task.id} failed after {task.attempt} attempts: {task.answer_text}")
    for row in endings:
        if row.was != "running":
            say(f"{row.task_id} went from {row.was} to {row.became}")
    numbers = [
        len(store.steps(task.id)) == max((s.number for s in store.steps(task.id)), default=0) for task in tasks
    ]
    if not all(numbers):
        say("the steps of a task are not numbered one by one")
    return tasks
