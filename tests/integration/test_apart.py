"""A question is given up because it ends its processes, and not because its workers were killed around it."""

import functools
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from engine.agent.backbone import Reply, Request
from engine.desk import DEAD_APART_AFTER, SHARED_TRIES, Desk
from engine.graph.profile import Profile
from engine.metrics import Metrics
from engine.operators.operator import Registry
from engine.settings import Settings
from engine.store import LeaseLost, Store
from tests.shared import ROOT
from tests.support.model_scripted import FixedGraph, says
from tests.support.stores import wait_until

POISON, SLOW = "Poison?", "Slow?"


class Fragile:
    """A backbone that some questions kill, process and all, and others keep busy."""

    name = "fragile"

    def call(self, request: Request, on_text: object = None) -> Reply:
        asked = request.messages[0].blocks[0].text
        if POISON in asked:
            os.kill(os.getpid(), signal.SIGKILL)
        if SLOW in asked:
            time.sleep(600)
        return says(f"Answered by {os.getpid()}.")


def fragile_desk(home: Path, lease_seconds: float = 60.0) -> Desk:
    return Desk(
        Settings(GRAPHDESK_HOME=home),
        backend=FixedGraph(),
        profile=Profile(),
        backbone=Fragile(),
        store=Store.open(f"sqlite:///{home / 'store.db'}"),
        operators=Registry(()),
        lease_seconds=lease_seconds,
        open_apart=functools.partial(fragile_desk, home, lease_seconds),
    )


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    opened = fragile_desk(tmp_path)
    yield opened
    opened.close()


def lose(desk: Desk, question: str, workers: int) -> str:
    """Ask, and have so many workers killed while they hold the question."""
    task_id = desk.submit(question)
    for _ in range(workers):
        desk.store.claim("killed", -1, dead_after=100)
    return task_id


@pytest.mark.parametrize(("killed", "apart"), [(SHARED_TRIES - 1, False), (DEAD_APART_AFTER - 1, True)])
def test_workers_killed_around_a_question_cost_no_answer(desk, killed, apart):
    task_id = lose(desk, "Harmless?", killed)
    desk.observer = metrics = Metrics(desk.store)
    answer = desk.answer_next()
    assert answer.status == "answered"
    told = metrics.text().decode()
    assert 'graphdesk_model_calls_total{model="fragile",outcome="answered"} 2.0' in told  # a figure is asked back
    assert (answer.text != f"Answered by {os.getpid()}.") is apart
    assert desk.store.task(task_id).answer_text == answer.text


def test_a_question_that_ends_the_processes_made_for_it_is_given_up_and_its_worker_lives(desk):
    lose(desk, POISON, SHARED_TRIES)
    answer = desk.answer_next()
    assert (answer.status, answer.error["code"]) == ("failed", "gave_up")
    assert "nothing else" in answer.text
    assert desk.answer_next() is None


def test_a_question_that_also_takes_who_waits_for_it_is_given_up_in_the_end(desk):
    task_id = lose(desk, "Harmless?", DEAD_APART_AFTER)
    assert desk.answer_next() is None
    assert desk.store.task(task_id).error == "gave_up"


def test_workers_that_die_one_after_the_other_are_given_ever_more_time(desk):
    desk.submit("Harmless?")
    spans = []
    for _ in range(8):
        task, _ = desk.store.claim("killed", -1, dead_after=100)
        spans.append(round((task.claimed - task.lease_until).total_seconds()))
    assert spans == [1, 1, 2, 4, 8, 16, 16, 16]


def test_its_process_ends_when_the_question_is_handed_back(desk):
    task_id = lose(desk, SLOW, SHARED_TRIES)

    def hand_back():
        wait_until(desk._leases.leases, 60)
        desk.hand_back()

    other = threading.Thread(target=hand_back)
    other.start()
    desk._leases.seconds = 0.5
    with pytest.raises(LeaseLost):
        desk.answer_next()
    other.join()
    assert desk.store.task(task_id).status == "queued"
    assert children(os.getpid()) == []


def test_its_process_ends_with_the_worker(desk, tmp_path):
    task_id = lose(desk, SLOW, SHARED_TRIES)
    code = (
        "import sys; from pathlib import Path; from tests.integration import test_apart as t;"
        " t.fragile_desk(Path(sys.argv[1])).answer_next()"
    )
    worker = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT)
    wait_until(lambda: children(worker.pid), 60)
    [child] = children(worker.pid)
    worker.kill()
    worker.wait()
    wait_until(lambda: not Path(f"/proc/{child}").exists(), 60)
    assert desk.store.task(task_id).status == "running"


def children(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "--parent", str(pid), "--full", "engine.apart"], stdout=subprocess.PIPE)
    return [int(child) for child in found.stdout.split()]
