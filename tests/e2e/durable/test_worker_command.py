"""``graphdesk worker`` as a process: it answers what waits, and stops as it is told to."""

import contextlib
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import NamedTuple

import pytest

from tests.shared import ROOT
from tests.support import deskgraph
from tests.support.serving import environment, graphdesk
from tests.support.stores import wait_until

STARTS = 90


@pytest.fixture
def start(url, tmp_path):
    """Starts a worker on the database, over a small graph."""
    deskgraph.write_graphson(tmp_path / "desk.json")
    started = []

    def begin(*arguments, **settings):
        given = {"DATABASE_URL": url, "GRAPHDESK_GRAPH": str(tmp_path / "desk.json"), "PYTHONFAULTHANDLER": "1"}
        process = subprocess.Popen(
            graphdesk("worker", *arguments),
            cwd=ROOT,
            env=environment(tmp_path) | given | settings,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.wait()
        process.stderr.close()


class SilentModel(NamedTuple):
    settings: dict[str, str]
    called: list[socket.socket]  # the connections that were taken


def code_of(process):
    """How it ended; one that does not end says where each of its threads is."""
    try:
        return process.wait(20)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)
        return pytest.fail(f"it did not end:\n{process.stderr.read()}")  # an assertion would cut it short


@pytest.fixture
def silent_model():
    """Takes connections, and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        kept = []

        def take():
            with contextlib.suppress(OSError):
                while True:
                    kept.append(door.accept()[0])

        threading.Thread(target=take, daemon=True).start()
        address = f"http://127.0.0.1:{door.getsockname()[1]}"
        yield SilentModel({"ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": address}, kept)
        door.shutdown(socket.SHUT_RDWR)
        for connection in kept:
            connection.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_answers_what_waits_and_stops_when_told(store, start, how):
    waits = store.create_task("How many cases are there?", asked_by="command")
    process = start()
    wait_until(lambda: store.task(waits.id).done, STARTS)
    assert store.task(waits.id).answer_text == f"{len(deskgraph.CASES)} cases."
    later = store.create_task("How many cases are open?", asked_by="command")
    wait_until(lambda: store.task(later.id).done)
    process.send_signal(how)
    assert code_of(process) == 0
    assert "Traceback" not in process.stderr.read()


def test_a_stop_hands_back_what_takes_too_long_and_the_next_takes_it_up(store, start, silent_model):
    waits = store.create_task("How many cases are there?")
    process = start("--grace", "0.2", **silent_model.settings)
    wait_until(lambda: silent_model.called, STARTS)
    process.send_signal(signal.SIGTERM)
    assert code_of(process) == 0
    back = store.task(waits.id)
    assert (back.status, back.attempt) == ("queued", 0)
    assert "1 under way went back to the queue" in process.stderr.read()
    start()
    wait_until(lambda: store.task(waits.id).done, STARTS)
    assert store.task(waits.id).status == "answered"


EARLY = """
import os, signal, sys

class Early:
    def find_spec(self, name, *_):
        if name == "engine.worker":
            os.kill(os.getpid(), signal.SIGTERM)

sys.meta_path.insert(0, Early())
from deploy.cli import main
main()
"""


def test_a_signal_while_it_still_imports_is_a_stop(url, tmp_path):
    deskgraph.write_graphson(tmp_path / "desk.json")
    given = {"DATABASE_URL": url, "GRAPHDESK_GRAPH": str(tmp_path / "desk.json")}
    command = [sys.executable, "-c", EARLY, "worker"]
    ran = subprocess.run(
        command, cwd=ROOT, env=environment(tmp_path) | given, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


def test_a_second_signal_ends_it_at_once(store, start, silent_model):
    waits = store.create_task("How many cases are there?")
    process = start("--grace", "600", **silent_model.settings)
    wait_until(lambda: store.steps(waits.id), STARTS)
    ends = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < ends:  # two that come together count as one
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.2)
    assert process.returncode == 130
    assert store.task(waits.id).status == "running"  # until its lease runs out
