"""How long ``graphdesk serve`` takes to start, how fast its pages are, how much memory it holds."""

import json
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import httpx

from tests.bench.measured import memory
from tests.support.serving import ROOT, Served, environment, graphdesk, until

STARTS, REQUESTS, CASES = 3, 50, 2_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        began = time.perf_counter()
        sample = graphdesk("sample", "--cases", str(CASES), "--out", str(home / "graph.gsnap"))
        subprocess.run(sample, cwd=ROOT, env=environment(home), check=True, capture_output=True)
        print(f"sample graph of {CASES:,} cases built in {time.perf_counter() - began:.1f} s")
        starts = []
        for number in range(STARTS):
            began = time.perf_counter()
            served = Served(home, "--port", "0", "--json")
            said = json.loads(served.line())
            starts.append(time.perf_counter() - began)
            if number + 1 == STARTS:
                pages(said, served.process.pid)
            served.stop()
        print(f"start until the pages are served: {statistics.median(starts):.2f} s (median of {STARTS})")


def pages(said: dict[str, str], process: int) -> None:
    with httpx.Client(base_url=said["address"], follow_redirects=True, trust_env=False, timeout=30) as client:
        token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(said["sign_in"]).text)
        assert token
        print(f"memory after the start: {memory(process)} MB")
        asked = time.perf_counter()
        turn = client.post("/ask", data={"csrf_token": token[1], "question": "How many cases are there?"})
        until(lambda: "hx-get" not in client.get(str(turn.url)).text)
        print(f"first question from page to page: {(time.perf_counter() - asked) * 1000:.0f} ms")
        print(f"memory after one question: {memory(process)} MB")
        for path in ("/", "/questions", "/graph", turn.url.path):
            times = []
            for _ in range(REQUESTS):
                began = time.perf_counter()
                client.get(path)
                times.append((time.perf_counter() - began) * 1000)
            name = "a conversation" if path.startswith("/conversations") else path
            print(f"{name}: {statistics.median(times):.1f} ms (median of {REQUESTS})")


if __name__ == "__main__":
    main()
