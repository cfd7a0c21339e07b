"""``graphdesk serve`` as a process on a small sample graph: sign in, ask, read the answer, stop."""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
CASES = 60
STARTS = 90.0  # seconds; a loaded machine imports slowly


def environment(home: Path) -> dict[str, str]:
    ours = re.compile("GRAPHDESK_|GREMLIN_|ANTHROPIC_|DATABASE_URL|QDRANT_URL")
    return {name: value for name, value in os.environ.items() if not ours.match(name)} | {
        "GRAPHDESK_HOME": str(home)
    }


def graphdesk(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from deploy.cli import main; main()", *arguments]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    command = graphdesk("sample", "--cases", str(CASES), "--out", str(folder / "graph.gsnap"))
    subprocess.run(command, cwd=ROOT, env=environment(folder), check=True, capture_output=True)
    return folder


class Served:
    """A running ``graphdesk serve``."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            graphdesk("serve", *arguments),
            cwd=ROOT,
            env=environment(home),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def line(self) -> str:
        """The next line on stdout."""
        assert self.process.stdout
        assert self.process.stderr
        ready, _, _ = select.select([self.process.stdout], [], [], STARTS)
        line = self.process.stdout.readline() if ready else ""
        assert line, self.process.stderr.read()
        return line.strip()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


@pytest.fixture
def serve(home: Path) -> Iterator[Callable[..., Served]]:
    running: list[Served] = []

    def start(*arguments: str) -> Served:
        running.append(Served(home, *arguments))
        return running[-1]

    yield start
    for one in running:
        if one.process.poll() is None:
            one.process.kill()
        one.process.communicate()


def until(ready: Callable[[], Any], seconds: float = 60) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := ready():
            return found
        time.sleep(0.1)
    raise AssertionError(f"still waiting after {seconds} s")


def test_sign_in_ask_and_stop(serve: Any) -> None:
    served = serve("--port", "0", "--json")
    said = json.loads(served.line())
    with httpx.Client(base_url=said["address"], follow_redirects=True, trust_env=False) as client:
        assert "Sign in" in client.get("/").text
        page = client.get(said["sign_in"]).text
        assert "What would you like to know?" in page
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert token
        client.post("/ask", data={"csrf_token": token[1], "question": "How many cases are there?"})
        link = re.search(r'href="(/questions/[0-9a-f]+)"', client.get("/questions").text)
        assert link
        trace = until(lambda: "hx-get" not in (text := client.get(link[1]).text) and text)
        assert f"{CASES}" in re.sub("<[^>]+>", "", trace)
        assert "Answered" in trace
        assert "hasLabel" in trace
        assert client.get("/graph").text.count("<details") > 5
    assert served.stop() == (0, "", "")


def test_a_taken_port_is_said_and_the_next_one_used(serve: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        served = serve("--port", str(port))
        address = served.line().removeprefix("graphdesk is at ")
        assert served.line().startswith(f"Sign in, once, with {address}/sign-in/")
        assert served.line() == "Stop with Ctrl-C."
        assert int(address.rpartition(":")[2]) > port
        code, out, err = served.stop(signal.SIGINT)
    assert (code, out) == (0, "")
    assert err.strip() == f"Port {port} is taken; using {address.rpartition(':')[2]}."


def test_a_missing_graph_is_said(tmp_path: Path) -> None:
    command = graphdesk("serve", "--port", "0")
    ran = subprocess.run(command, cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    assert "graph" in ran.stderr
    assert ran.stdout == ""
