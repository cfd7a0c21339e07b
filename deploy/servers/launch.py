"""Starts and stops a Gremlin Server or JanusGraph as a child process."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from deploy.servers.config import Kind, ServedGraph, write_config
from deploy.servers.jars import ServerMissing, jars

_CLASSES = {
    "gremlin": "org.apache.tinkerpop.gremlin.server.GremlinServer",
    "janusgraph": "org.janusgraph.graphdb.server.JanusGraphServer",
}
_START_SECONDS = 120.0
_STOP_SECONDS = 10.0


class Server:
    """One server on a loopback port. ``stop`` and ``start`` again on the same port to play a restart."""

    def __init__(
        self,
        kind: Kind,
        graphs: tuple[ServedGraph, ...],
        folder: Path,
        *,
        timeout: int = 30_000,
        users: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """``folder`` takes the configuration and the log; ``timeout``: the server's own, in milliseconds.

        ``users``: names that may sign in, with the BCrypt hashes of their passwords; without any, nobody need.
        """
        self.kind = kind
        self.port = free_port()
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._yaml = write_config(kind, folder, self.port, graphs, timeout, users)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The WebSocket address."""
        return f"ws://127.0.0.1:{self.port}/gremlin"

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self._process is not None, "not started"
        return self._process.pid

    def start(self, memory: str = "1g", options: tuple[str, ...] = ()) -> Server:
        """Start, with options for Java, and wait for the port.

        Raises ServerMissing with the end of the log when it does not come up.
        """
        lib = jars(self.kind)
        log = self._folder / "server.log"
        command = ["java", f"-Xmx{memory}", *options, "-cp", f"{lib}/*", _CLASSES[self.kind], str(self._yaml)]
        environment = {**os.environ, "JANUSGRAPH_RELATION_DELIMITER": "~"}  # else ids with '-' are refused
        with log.open("wb") as out:
            self._process = subprocess.Popen(  # noqa: S603 - fixed command
                command, stdout=out, stderr=subprocess.STDOUT, env=environment, cwd=self._folder
            )
        if not _opens(self.port, self._process):
            self.stop()
            raise ServerMissing(f"{self.kind} did not start: {_tail(log)}", "Is its memory or port taken?")
        return self

    def stop(self) -> None:
        """Stop by process id; the port is free afterwards."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


def free_port() -> int:
    """A loopback port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _opens(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Whether the port accepts connections before the time is up or the process ends."""
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
    return False


def _tail(log: Path) -> str:
    lines = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return " / ".join(lines[-3:])[:500]
