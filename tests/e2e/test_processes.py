"""Web and worker as the Procfile says, on a fresh home: asked, answered, counted, logged, stopped."""

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from engine.store import Store
from tests.shared import ROOT
from tests.support import deskgraph
from tests.support.serving import environment, until
from tests.support.slack_desk import signed
from tests.support.slack_server import BOT, BOT_TOKEN, CHANNEL, PERSON, SECRET, TEAM

PROCFILE = dict(
    re.fullmatch(r"(\w+): (.+)", line).groups() for line in (ROOT / "Procfile").read_text().splitlines()
)
STARTS = 120
UNREAD, FAILING, IN_SLACK = "zebrafishword", "quaggaword", "okapiword"
MODEL_KEY, METRICS_TOKEN, DATABASE_PASSWORD = "sk-ant-marker-key", "metrics-marker-token", "database-marker-pass"
ANSWERED, DECLINED, FAILED, SLACKED = (
    "How many cases are there?",
    f"How many {UNREAD} are there?",
    f"How many {FAILING} cases are open?",
    f"How many {IN_SLACK} are there?",
)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


@dataclass
class Run:
    """What came of it."""

    statuses: dict[str, str] = field(default_factory=dict)  # question -> status
    answers: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    codes: list[int] = field(default_factory=list)
    errors: str = ""  # all stderr
    metrics: dict[str, str] = field(default_factory=dict)  # process -> text
    probes: list[tuple[str, int]] = field(default_factory=list)


class Processes:
    def __init__(self, home: Path) -> None:
        self.home, self.port, self.metrics_port = home, free_port(), free_port()
        tools = home / "tools"
        tools.mkdir()
        command = tools / "graphdesk"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from deploy.cli import main; main()" "$@"\n')
        command.chmod(0o755)
        self.env = environment(home) | {
            "PATH": f"{tools}:/usr/bin:/bin",
            "PYTHONPATH": str(ROOT),
            "PORT": str(self.port),
            "GRAPHDESK_GRAPH": str(home / "desk.json"),
            "GRAPHDESK_LOG": "json",
            "GRAPHDESK_METRICS_TOKEN": METRICS_TOKEN,
            "SLACK_BOT_TOKEN": BOT_TOKEN,
            "SLACK_SIGNING_SECRET": SECRET,
            "SLACK_API_URL": f"http://127.0.0.1:{free_port()}/api/",  # nobody is there
            "QDRANT_URL": f"http://someone:{DATABASE_PASSWORD}@127.0.0.1:1",
        }
        self.running: list[subprocess.Popen[str]] = []

    def start(self, name: str, **settings: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            ["bash", "-c", f"exec {PROCFILE[name]}"],
            cwd=ROOT,
            env=self.env | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.running.append(process)
        return process

    def stop(self, process: subprocess.Popen[str], run: Run) -> str:
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
        self.running.remove(process)
        run.codes.append(process.returncode)
        run.errors += err
        return out


def sign_in(web: subprocess.Popen[str], client: httpx.Client) -> str:
    """Follow the printed link; gives the form's token."""
    assert web.stdout
    link = until(lambda: re.search(r"(/sign-in/\S+)", web.stdout.readline()), STARTS)[1]
    page = client.get(link).text
    return re.search(r'name="csrf_token" value="([^"]+)"', page)[1]


def event() -> dict[str, Any]:
    said = {"type": "app_mention", "user": PERSON, "channel": CHANNEL, "team": TEAM, "ts": "1700000000.000100"}
    return {
        "type": "event_callback",
        "team_id": TEAM,
        "api_app_id": "A01APP",
        "event_id": "Ev1",
        "event": {**said, "text": f"<@{BOT}> {SLACKED}"},
        "authorizations": [{"team_id": TEAM, "user_id": BOT, "is_bot": True}],
    }


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    home = tmp_path_factory.mktemp("fresh")
    deskgraph.write_graphson(home / "desk.json")
    processes, run = Processes(home), Run()
    try:
        web = processes.start("web")
        worker = processes.start("worker", GRAPHDESK_METRICS_PORT=str(processes.metrics_port))
        base = f"http://127.0.0.1:{processes.port}"
        with httpx.Client(base_url=base, follow_redirects=True, trust_env=False, timeout=60) as client:
            token = sign_in(web, client)
            store = Store.open(f"sqlite:///{home / 'graphdesk.db'}")

            def ask(question: str) -> None:
                client.post("/ask", data={"csrf_token": token, "question": question})
                keep(question)

            def keep(question: str) -> None:
                def task() -> Any:
                    found = [one for one in store.tasks().tasks if one.question == question]
                    return found and found[0].done and found[0]

                done = until(task, STARTS)
                run.ids[question], run.statuses[question] = done.id, done.status
                run.answers[question] = done.answer_text

            ask(ANSWERED)
            ask(DECLINED)
            run.answers["page"] = client.get(f"/questions/{run.ids[ANSWERED]}").text
            assert signed(f"{base}/slack/events", event()) == 200
            assert signed(f"{base}/slack/events", event(), at=1.0) == 401  # long ago
            keep(SLACKED)
            until(lambda: store.delivery_of(run.ids[SLACKED]).attempts, STARTS)
            for path in ("/healthz", "/readyz", "/metrics"):
                run.probes.append((path, client.get(path).status_code))
            said = {"Authorization": f"Bearer {METRICS_TOKEN}"}
            beside = f"http://127.0.0.1:{processes.metrics_port}"
            assert client.get(f"{beside}/readyz").json()["ok"] is True
            run.metrics["web"] = client.get("/metrics", headers=said).text
            run.metrics["worker"] = client.get(f"{beside}/metrics", headers=said).text
            processes.stop(worker, run)
            dead = {
                "ANTHROPIC_API_KEY": MODEL_KEY,
                "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{free_port()}",
                "GRAPHDESK_MAX_SECONDS": "3",
            }
            client.post("/ask", data={"csrf_token": token, "question": FAILED})  # while no worker is there
            other = processes.start("worker", **dead)
            keep(FAILED)
            processes.stop(other, run)
        processes.stop(web, run)
        store.close()
        run.errors += "".join(path.read_text() for path in home.rglob("*.log"))
        yield run
    finally:
        for process in list(processes.running):
            process.kill()
            process.communicate()


def test_what_is_asked_on_the_page_is_answered_by_the_worker(run: Run) -> None:
    assert run.statuses == {ANSWERED: "answered", DECLINED: "declined", FAILED: "failed", SLACKED: "declined"}
    assert run.answers[ANSWERED] == f"{len(deskgraph.CASES)} cases."
    assert f"{len(deskgraph.CASES)} cases." in re.sub("<[^>]+>", "", run.answers["page"])


def test_a_stop_is_clean(run: Run) -> None:
    assert run.codes == [0, 0, 0]


def test_logs_hold_neither_questions_nor_answers_nor_secrets(run: Run) -> None:
    secrets = (BOT_TOKEN, SECRET, MODEL_KEY, METRICS_TOKEN, DATABASE_PASSWORD)
    for word in (UNREAD, FAILING, IN_SLACK, "how many", f"{len(deskgraph.CASES)} cases", *secrets):
        assert word.lower() not in run.errors.lower(), word


def test_each_log_line_is_json_and_names_its_question(run: Run) -> None:
    lines = [json.loads(line) for line in run.errors.splitlines()]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    assert {line["question"] for line in lines if line["logger"] == "engine.desk"} == set(run.ids.values())
    assert any(line["logger"].startswith("bot.") and line.get("question") == run.ids[SLACKED] for line in lines)


def test_probes_need_no_sign_in_and_metrics_their_token(run: Run) -> None:
    assert run.probes == [("/healthz", 200), ("/readyz", 200), ("/metrics", 401)]


def samples(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    families = text_string_to_metric_families(text)
    return {(one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples}


def test_metrics_tell_what_was_done(run: Run) -> None:
    web, worker = samples(run.metrics["web"]), samples(run.metrics["worker"])

    def key(name: str, **labels: str) -> tuple[str, frozenset[tuple[str, str]]]:
        return f"graphdesk_{name}", frozenset(labels.items())

    for one in (web, worker):
        assert one[key("questions", status="answered", source="console")] == 1
        assert one[key("questions", status="declined", source="slack")] == 1
        assert one[key("deliveries", state="waiting")] == 1
        assert one[key("queue_waiting")] == one[key("queue_running")] == 0
    assert worker[key("answer_seconds_count", status="answered", source="console")] == 1
    assert key("answer_seconds_count", status="answered", source="console") not in web
    assert worker[key("graph_query_seconds_count")] >= 1
    assert web[key("http_requests_total", endpoint="slack.events", method="POST", code="200")] == 1
    assert web[key("http_requests_total", endpoint="slack.events", method="POST", code="401")] == 1
    assert web[key("http_requests_total", endpoint="metrics", method="GET", code="401")] == 1
