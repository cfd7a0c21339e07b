"""``graphdesk run``, ``schema`` and ``health`` as a person or a script meets them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import ROOT, shared

MAIN = "import sys; from deploy.cli import main; sys.argv[0] = 'graphdesk'; main()"
NOWHERE = "ws://127.0.0.1:1/gremlin"


def graphdesk(
    *args: str, graph: Path | None = None, stdin: str = "", **env: str
) -> subprocess.CompletedProcess[str]:
    settings = {"GRAPHDESK_GRAPH": str(graph)} if graph else {}
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("GRAPHDESK_", "GREMLIN_"))}
    return subprocess.run(
        [sys.executable, "-c", MAIN, *args],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**clean, **settings, **env},
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def modern() -> Path:
    return shared("data/tinkerpop/tinkerpop-modern.json")


def test_run_prints_rows(modern: Path) -> None:
    done = graphdesk("run", "g.V().hasLabel('person').values('name').order()", graph=modern)
    assert (done.returncode, done.stdout.split()) == (0, ["josh", "marko", "peter", "vadas"])
    assert "4 rows" in done.stderr


def test_run_as_json(modern: Path) -> None:
    done = graphdesk("run", "--json", "g.V().hasLabel('software').groupCount().by('lang')", graph=modern)
    found = json.loads(done.stdout)
    assert found["rows"] == [{"java": 2}]
    assert found["truncated"] == ""
    assert found["elapsed_ms"] > 0


def test_run_reports_the_row_cap(modern: Path) -> None:
    done = graphdesk("run", "--json", "g.V().hasLabel('person')", graph=modern, GRAPHDESK_QUERY_ROWS="3")
    found = json.loads(done.stdout)
    assert (len(found["rows"]), found["truncated"]) == (3, "rows")


def test_run_a_file_in_order(modern: Path) -> None:
    lines = [
        '{"gremlin": "g.V().hasLabel(\'person\').count()"}',
        "no json",
        '{"gremlin": 7}',
        '{"gremlin": "g.V().drop()"}',
        "",
        '{"gremlin": "g.V().hasLabel(\'software\').count()"}',
    ]
    done = graphdesk("run", "--file", "-", graph=modern, stdin="\n".join(lines))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["rows"] for row in found] == [[4], [], [], [], [2]]
    assert [row["error"] and row["error"]["code"] for row in found] == [None, "line", "line", "mutation", None]
    assert done.returncode == 3


def test_run_refuses_in_one_line(modern: Path) -> None:
    done = graphdesk("run", "g.V().drop()", graph=modern)
    assert (done.returncode, done.stdout) == (3, "")
    assert "Traceback" not in done.stderr
    assert "drop" in done.stderr


@pytest.mark.parametrize("args", [("run", "g.V().hasLabel('x')"), ("schema",), ("health",)])
def test_a_dead_server_is_the_operators_business(args: tuple[str, ...]) -> None:
    done = graphdesk(*args, GREMLIN_URL=NOWHERE)
    assert done.returncode == 1
    said = done.stdout + done.stderr
    assert "cannot be reached" in said
    assert "GREMLIN_URL" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("args", [("run", "g.V().hasLabel('x')"), ("schema",), ("health",)])
def test_a_missing_graph_file_says_how_to_get_one(args: tuple[str, ...], tmp_path: Path) -> None:
    done = graphdesk(*args, graph=tmp_path / "none.gsnap")
    assert done.returncode == 1
    assert "graphdesk sample" in done.stdout + done.stderr


@pytest.mark.parametrize("args", [("run",), ("run", "g.V()", "--file", "-"), ("schema", "--nonsense")])
def test_wrong_use(args: tuple[str, ...]) -> None:
    assert graphdesk(*args).returncode == 2


def test_schema_as_json(modern: Path) -> None:
    found = json.loads(graphdesk("schema", "--json", graph=modern).stdout)
    assert found["vertices"]["person"]["count"] == 4
    assert found["vertices"]["person"]["properties"]["age"]["type"] == "integer"
    assert found["edges"]["created"]["ends"] == [{"out_label": "person", "in_label": "software", "count": 4}]
    assert found["fingerprint"]


def test_schema_for_people(modern: Path) -> None:
    said = graphdesk("schema", "--refresh", graph=modern).stdout
    assert "person (4)" in said
    assert "person -> software (4)" in said


def test_health_as_json(modern: Path) -> None:
    done = graphdesk("health", "--json", graph=modern)
    assert done.returncode == 0
    assert json.loads(done.stdout)["ok"] is True
