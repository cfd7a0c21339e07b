"""Real servers for tests: one of each kind for the whole run, shared by all xdist workers.

Import the fixtures into a ``conftest.py``: ``from tests.support.servers import gremlin_server, janusgraph``.
Sources: ``gempty gmodern gcrew gsink ggrateful`` (TinkerPop's toy graphs), and one to fill for each module in
``WRITERS`` (on JanusGraph with the writer's vertex ids): a JanusGraph property key keeps its first type for ever,
so modules with other data need other graphs. Whoever writes to a source holds ``running.writing(source)``
meanwhile. A test that stops or restarts a server starts its own with ``own_server``.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock

from deploy.servers.config import Kind, ServedGraph
from deploy.servers.jars import ServerMissing
from deploy.servers.launch import Server
from tests.shared import shared
from tests.support.worlds import TOYS, Filler, toy_file

BRIEF = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # half the processor's time, for a server of a few minutes
WRITERS = ("operators", "alike", "load")


@dataclass(frozen=True)
class Running:
    """A shared server."""

    url: str
    port: int
    folder: Path

    def writing(self, source: str) -> FileLock:
        """The lock of one source, between all workers."""
        return FileLock(self.folder / f"{source}.lock")


@pytest.fixture(scope="session")
def gremlin_server(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Running]:
    """TinkerPop Gremlin Server with the toy graphs loaded."""
    yield from _shared("gremlin", tmp_path_factory, worker_id)


@pytest.fixture(scope="session")
def janusgraph(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Running]:
    """JanusGraph with the toy graphs written into it."""
    yield from _shared("janusgraph", tmp_path_factory, worker_id)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[[], Server]]:
    """Starts a Gremlin Server with the modern graph (``gmodern``) that the test may stop and start."""
    started: list[Server] = []

    def starting() -> Server:
        graphs = (_toy("modern"),)
        started.append(start(Server("gremlin", graphs, tmp_path / f"server-{len(started)}")))
        return started[-1]

    yield starting
    for server in started:
        server.stop()


def _shared(kind: Kind, factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Running]:
    base = factory.getbasetemp() if worker_id == "master" else factory.getbasetemp().parent
    lock, state = FileLock(base / f"{kind}.lock"), base / f"{kind}.json"
    with lock:
        known = json.loads(state.read_text()) if state.exists() else _launch(kind, base / kind)
        known["users"] += 1
        state.write_text(json.dumps(known))
    yield Running(known["url"], known["port"], base / kind)
    with lock:
        known = json.loads(state.read_text())
        known["users"] -= 1
        state.write_text(json.dumps(known))
        if known["users"] == 0:
            state.unlink()
            _stop(known["pid"], known["port"])


def _launch(kind: Kind, folder: Path) -> dict:
    graphs = (ServedGraph("empty"), *map(_toy, TOYS), *(ServedGraph(name, own_ids=True) for name in WRITERS))
    server = start(Server(kind, graphs, folder))
    if kind == "janusgraph":
        for name in TOYS:
            with Filler(server.url, f"g{name}") as filler:
                filler.fill(toy_file(shared("data/tinkerpop"), name))
    return {"url": server.url, "pid": server.pid, "port": server.port, "users": 0}


def _toy(name: str) -> ServedGraph:
    file = toy_file(shared("data/tinkerpop"), name)
    return ServedGraph(name, file, "INTEGER", lists=name == "crew", own_ids=True)


def start(server: Server) -> Server:
    """The server, started. Skips by name where it cannot be had."""
    try:
        return server.start(options=BRIEF)
    except ServerMissing as missing:
        pytest.skip(f"{missing.message} {missing.hint}")


def _stop(pid: int, port: int) -> None:
    """The process may be another worker's child, so its port tells when it is gone."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            return
    os.kill(pid, signal.SIGKILL)
