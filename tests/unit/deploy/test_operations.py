"""Who gets /metrics, what readiness says, and that each metric is explained in the guide."""

import re
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from werkzeug.test import Client

from deploy.ops import Operations
from engine.errors import OperatorMustAct
from engine.metrics import Metrics
from engine.settings import Settings
from tests.shared import ROOT
from tests.support.model_scripted import FixedGraph, calls, says, scripted_desk

HERE, THERE = "127.0.0.1", "192.0.2.7"


@pytest.fixture
def desk(tmp_path: Path) -> Any:
    made = scripted_desk(tmp_path, calls(("no_such_tool", {})), says("The answer."))
    made.observer = Metrics(made.store)
    yield made
    made.close()


def client(desk: Any, **settings: str) -> Client:
    given = Settings(GRAPHDESK_HOME=desk.settings.home, **settings)
    return Client(Operations(desk, given, desk.observer))


@pytest.mark.parametrize(
    ("settings", "address", "headers", "code"),
    [
        ({}, HERE, {}, 200),
        ({}, "::1", {}, 200),
        ({}, THERE, {}, 403),
        ({}, "", {}, 403),
        ({}, HERE, {"X-Forwarded-For": "127.0.0.1"}, 403),
        ({}, HERE, {"Forwarded": "for=127.0.0.1"}, 403),
        ({}, HERE, {"X-Real-IP": "127.0.0.1"}, 403),
        ({"GRAPHDESK_URL": "https://desk.example"}, HERE, {}, 403),
        ({"GRAPHDESK_TRUSTED_PROXY": HERE}, HERE, {}, 403),
        ({"GRAPHDESK_METRICS_TOKEN": "token"}, HERE, {}, 401),
        ({"GRAPHDESK_METRICS_TOKEN": "token"}, HERE, {"Authorization": "Bearer tokem"}, 401),
        ({"GRAPHDESK_METRICS_TOKEN": "token"}, HERE, {"Authorization": "Bearer tökén"}, 401),
        ({"GRAPHDESK_METRICS_TOKEN": "token"}, HERE, {"Authorization": "Basic token"}, 401),
        ({"GRAPHDESK_METRICS_TOKEN": "token"}, THERE, {"Authorization": "Bearer token"}, 200),
    ],
)
def test_who_gets_the_metrics(
    desk: Any, settings: dict[str, str], address: str, headers: dict[str, str], code: int
) -> None:
    answered = client(desk, **settings).get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": address})
    assert answered.status_code == code
    assert ("graphdesk_questions" in answered.text) == (code == 200)


def test_alive_though_not_ready(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = client(desk)
    assert (asked.get("/healthz").status_code, asked.get("/readyz").status_code) == (200, 200)

    def away() -> Any:
        raise OperatorMustAct("The database does not answer: a secret place.")

    monkeypatch.setattr(desk.store, "counts", away)
    answered = asked.get("/readyz")
    assert answered.status_code == 503
    assert answered.json == {"ok": False, "graph": True, "store": False, "model": True}
    assert asked.get("/healthz").status_code == 200


@pytest.mark.parametrize(("method", "path", "code"), [("POST", "/metrics", 405), ("GET", "/else", 404)])
def test_nothing_else_is_answered(desk: Any, method: str, path: str, code: int) -> None:
    assert client(desk).open(path, method=method).status_code == code


def test_a_database_that_is_away_is_a_metric(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> Any:
        raise OperatorMustAct("away")

    monkeypatch.setattr(desk.store, "counts_by_source", away)
    text = desk.observer.text().decode()
    assert "graphdesk_store_up 0.0" in text
    assert "graphdesk_queue_waiting" not in text


def counted(desk: Any) -> dict[str, float]:
    found = {}
    for family in text_string_to_metric_families(desk.observer.text().decode()):
        for one in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(one.labels.items()))
            found[f"{one.name}{{{labels}}}"] = one.value
    return found


def test_what_a_question_took_is_counted(desk: Any) -> None:
    desk.submit("Waits?")
    desk.ask("Well?", source="command")
    found = counted(desk)
    assert found["graphdesk_model_calls_total{model=scripted,outcome=answered}"] == 2
    assert found["graphdesk_model_tokens_total{kind=input,model=scripted}"] == 200
    assert found["graphdesk_model_tokens_total{kind=output,model=scripted}"] == 20
    assert found["graphdesk_model_dollars_total{model=scripted}"] == pytest.approx(0.002)
    assert found["graphdesk_refusals_total{code=unknown_tool}"] == 1
    assert found["graphdesk_answer_seconds_count{source=command,status=answered}"] == 1
    assert found["graphdesk_questions{source=console,status=queued}"] == 1
    assert found["graphdesk_queue_waiting{}"] == 1
    assert 0 < found["graphdesk_queue_oldest_seconds{}"] < 60


def test_of_several_processes_gauges_say_the_same_and_counts_add_up(desk: Any) -> None:
    """The other one shares the database, as a worker beside the web does."""
    desk.store.worker_beats("w1", "host-a:1", 2)
    other, desk.observer = desk.observer, Metrics(desk.store)
    desk.ask("Well?", source="command")
    here = counted(desk)
    desk.observer = other
    there = counted(desk)
    asked = "graphdesk_answer_seconds_count{source=command,status=answered}"
    calls = "graphdesk_model_calls_total{model=scripted,outcome=answered}"
    assert (here[asked], there.get(asked, 0)) == (1, 0)
    assert (here[calls], there.get(calls, 0)) == (2, 0)
    held = (
        "graphdesk_questions",
        "graphdesk_queue",
        "graphdesk_deliveries",
        "graphdesk_workers",
        "graphdesk_store",
    )
    said = {name: value for name, value in here.items() if name.startswith(held)}
    assert said == {name: value for name, value in there.items() if name.startswith(held)}
    assert said["graphdesk_questions{source=command,status=answered}"] == 1
    assert said["graphdesk_workers{state=alive}"] == 1
    assert said["graphdesk_workers{state=silent}"] == 0


def test_each_metric_is_explained_in_the_guide_and_named_as_prometheus_wants(desk: Any) -> None:
    text = desk.observer.text().decode()
    told = dict(re.findall(r"^# TYPE (graphdesk_\w+) (\w+)$", text, re.M))
    told = {name: kind for name, kind in told.items() if not name.endswith("_created")}
    guide = (ROOT / "deploy" / "README.md").read_text()
    assert dict(re.findall(r"^\| `(graphdesk_\w+)` \| (\w+) \|", guide, re.M)) == told
    for name, kind in told.items():
        assert name.endswith("_total") == (kind == "counter"), name
        assert kind != "histogram" or name.endswith("_seconds"), name


def test_no_label_is_what_a_stranger_sends(desk: Any) -> None:
    asked = client(desk)
    for number in range(5):
        asked.open(f"/path-{number}", method=f"M{number}")
    requests = [name for name in counted(desk) if name.startswith("graphdesk_http_requests_total")]
    assert requests == ["graphdesk_http_requests_total{code=404,endpoint=unknown,method=other}"]


def test_a_graph_that_is_away_is_not_ready(tmp_path: Path) -> None:
    class Away(FixedGraph):
        def health(self) -> Any:
            from engine.graph.backend import Health

            return Health(False, "The graph does not answer.", "Start it.")

    desk = scripted_desk(tmp_path, says("x"), graph=Away())
    desk.observer = Metrics(desk.store)
    assert client(desk).get("/readyz").status_code == 503
    desk.close()
