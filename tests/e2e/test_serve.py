"""``graphdesk serve`` as a process on a small sample graph: sign in, ask, read the answer, stop."""

import json
import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.serving import ROOT, STARTS, Served, environment, graphdesk, until

CASES = 60


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    command = graphdesk("sample", "--cases", str(CASES), "--out", str(folder / "graph.gsnap"))
    subprocess.run(command, cwd=ROOT, env=environment(folder), check=True, capture_output=True)
    return folder


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


def test_sign_in_ask_and_stop(serve: Any) -> None:
    served = serve("--port", "0", "--json")
    said = json.loads(served.line())
    with httpx.Client(base_url=said["address"], follow_redirects=True, trust_env=False, timeout=30) as client:
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


def test_a_second_demo_says_where_the_first_runs(serve: Any) -> None:
    first = serve("--port", "0", "--json")
    address = json.loads(first.line())["address"]
    second = serve("--once", "--port", "0")
    out, err = second.process.communicate(timeout=STARTS)
    assert (second.process.returncode, err) == (0, "")
    there, sign_in, stop = out.splitlines()
    assert there == f"graphdesk runs already, at {address}"
    assert f"kill {first.process.pid}" in stop
    link = sign_in.removeprefix("Sign in, once, with ")
    assert link.startswith(f"{address}/sign-in/")
    assert (
        "What would you like to know?" in httpx.get(link, follow_redirects=True, trust_env=False, timeout=60).text
    )
    first.stop()
    third = serve("--once", "--port", "0", "--json")
    assert "running" not in json.loads(third.line())


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.1", "not an address"])
def test_an_address_that_cannot_be_listened_on_is_said(host: str, home: Path) -> None:
    command = graphdesk("serve", "--port", "0", "--host", host)
    ran = subprocess.run(command, cwd=ROOT, env=environment(home), capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert host in ran.stderr
    assert "GRAPHDESK_HOST" in ran.stderr


def test_a_missing_graph_is_said(tmp_path: Path) -> None:
    command = graphdesk("serve", "--port", "0")
    ran = subprocess.run(command, cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    assert "graph" in ran.stderr
    assert ran.stdout == ""
