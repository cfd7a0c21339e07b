"""aimock, a Messages API stand-in that others wrote, installed on demand and started on a free loopback port."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.support import npm_packages

NODE = Path(__file__).parent / "node"
STARTED_WITHIN = 60.0


def installed() -> Path:
    """The folder with aimock's package. Skips by name where npm cannot do it."""
    return npm_packages.installed("aimock", NODE) / "@copilotkit" / "aimock"


@contextlib.contextmanager
def aimock(folder: Path, fixtures: list[dict[str, object]]) -> Iterator[str]:
    """The base address of an aimock that answers as ``fixtures`` say. ``folder``: for its files."""
    package = installed()
    (folder / "fixtures.json").write_text(json.dumps({"fixtures": fixtures}))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        "node",
        str(package / "dist" / "cli.js"),
        "-p",
        str(port),
        "-f",
        str(folder / "fixtures.json"),
        "--strict",
    ]
    with (folder / "aimock.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        _wait(port, process, folder / "aimock.log")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def _wait(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    ends = time.monotonic() + STARTED_WITHIN
    while time.monotonic() < ends:
        if process.poll() is not None:
            raise RuntimeError(f"aimock ended: {log.read_text()[-500:]}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError("aimock did not open its port")
