"""``graphdesk check``: exit codes, JSON, files of queries, profiles."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from deploy.cli import check

WALK = (
    "g.V('c').out('hasReason').bothE('similarReason').has('similarityScore', P.gte(0.8)).otherV().in('hasReason')"
)
PROFILE = """
case_label = "ticket"
time_property = "opened"
score_property = "weight"
threshold = 0.5
private_properties = ["email"]
[window]
low = 2024-01-01T00:00:00Z
high = 2024-07-01T00:00:00Z
[[similarity]]
edge = "alike"
bracket = "about"
"""


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    app.callback()(lambda: None)
    check.register(app)
    return app


def run(app: typer.Typer, *arguments: str, given: str | bytes = "") -> Result:
    return CliRunner().invoke(app, ["check", *arguments], input=given)


def test_an_allowed_query(app: typer.Typer) -> None:
    result = run(app, "g.V().has_label('case')", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert list(found) == ["ok", "error", "text", "canonical", "read_back", "verifier", "limit_added"]
    assert found["ok"] is True
    assert found["error"] is None
    assert found["text"] == "g.V().hasLabel('case').limit(100)"
    assert found["canonical"] == "g.V().hasLabel('case')"
    assert found["read_back"] == "Lists at most the first 100 of the case vertices."
    assert found["limit_added"] is True
    assert all(verdict == {"pass": True, "reason": None} for verdict in found["verifier"].values())


def test_a_refused_query(app: typer.Typer) -> None:
    result = run(app, "g.V('a').drop()", "--json")
    assert result.exit_code == 3
    found = json.loads(result.stdout)
    assert found["ok"] is False
    assert {"code", "message", "hint", "position"} <= set(found["error"])
    assert found["error"]["code"] == "mutation"
    assert found["error"]["position"] == {"line": 1, "column": 10, "start": 9, "end": 15}
    assert found["text"] == "g.V('a').drop()"


def test_text_that_is_no_query(app: typer.Typer) -> None:
    found = json.loads(run(app, "x = 1", "--json").stdout)
    assert found["error"]["code"] == "assignment"
    assert found["text"] is None
    assert found["verifier"] is None


def test_for_people(app: typer.Typer) -> None:
    result = run(app, "g.V('a').out().drop()")
    assert result.exit_code == 3
    assert "Refused: drop() changes the graph" in result.stdout
    assert "g.V('a').out().drop()\n                   ^^^^^^" in result.stdout
    assert not re.search(r"\bpass\b|FAIL", result.stdout)
    result = run(app, WALK + ".drop()")  # what a refused query fails is said, what it would pass is no news
    assert re.findall(r"^P\d|\bpass\b", result.stdout, re.M) == ["P1"]
    result = run(app, WALK)
    assert result.exit_code == 0
    assert "FAIL" in result.stdout
    assert "In words:" in result.stdout


def test_a_file_gives_one_line_for_each(app: typer.Typer, tmp_path: Path) -> None:
    lines = [
        json.dumps({"gremlin": "g.V().count()"}),
        "not json",
        "",
        json.dumps({"question": "x"}),
        json.dumps(["g.V()"]),
        json.dumps({"gremlin": 5}),
        json.dumps({"gremlin": "g.V('ü\ud800')"}),
        json.dumps({"gremlin": "g.E().count()", "more": 1}),
    ]
    path = tmp_path / "queries.jsonl"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass") + b"\n\xff\xfe\n")
    for result in (
        run(app, "--file", str(path)),
        run(app, "--file", "-", given=path.read_bytes()),
    ):
        found = [json.loads(line) for line in result.stdout.splitlines()]
        codes = [one["error"]["code"] if one["error"] else "ok" for one in found]
        assert codes == ["ok", "line", "line", "line", "line", "bad_literal", "ok", "line"]
        assert "Line 2" in found[1]["error"]["message"]
        assert found[6]["text"] == "g.E().count()"
        assert result.exit_code == 3


def test_a_file_of_allowed_queries_ends_well(app: typer.Typer) -> None:
    result = run(app, "--file", "-", given='{"gremlin": "g.V().count()"}\n{"gremlin": "g.E().count()"}\n')
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 2


def test_the_profile_decides(app: typer.Typer, tmp_path: Path) -> None:
    path = tmp_path / "profile.toml"
    path.write_text(PROFILE)
    query = (
        "g.V('t').out('about').bothE('alike').has('weight', P.gte(0.5)).otherV().in('about')"
        ".has('opened', P.between(datetime('2024-01-01'), datetime('2024-07-01')))"
    )
    found = json.loads(run(app, query, "--profile", str(path), "--json").stdout)
    assert all(verdict["pass"] for verdict in found["verifier"].values())
    assert "WIN_LO, WIN_HI" in found["canonical"]
    found = json.loads(run(app, query.replace("0.5", "0.4"), "--profile", str(path), "--strict", "--json").stdout)
    assert [verdict["pass"] for verdict in found["verifier"].values()] == [True, False, True, True]
    found = json.loads(run(app, "g.E().hasLabel('alike')", "--profile", str(path), "--json").stdout)
    assert found["error"]["code"] == "similarity_scan"
    found = json.loads(run(app, "g.V().hasLabel('x').values('email')", "--profile", str(path), "--json").stdout)
    assert found["error"]["code"] == "private_property"


def test_strict_differs(app: typer.Typer) -> None:
    query = WALK.replace("0.8", "0.1") + ".has('createdAt', P.between(WIN_LO, WIN_HI))"
    loose = json.loads(run(app, query, "--json").stdout)["verifier"]
    strict = json.loads(run(app, query, "--json", "--strict").stdout)["verifier"]
    assert loose["P2_threshold_on_edge"]["pass"] is True
    assert strict["P2_threshold_on_edge"]["pass"] is False


@pytest.mark.parametrize("arguments", [[], ["g.V()", "--file", "-"], ["g.V()", "--nonsense"]])
def test_wrong_use(app: typer.Typer, arguments: list[str]) -> None:
    assert run(app, *arguments).exit_code == 2


def test_a_missing_file_and_a_broken_profile_are_told_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "profile.toml"
    broken.write_text("case_label = [")
    program = (
        "import sys, typer\nfrom deploy.cli import check\nfrom engine.errors import GraphdeskError\n"
        "app = typer.Typer(); app.callback()(lambda: None); check.register(app)\n"
        "try: app(['check', *sys.argv[1:]])\n"
        "except GraphdeskError as error: print(error.message); sys.exit(3)\n"
    )
    for arguments in (["--file", str(tmp_path / "none")], ["g.V()", "--profile", str(broken)]):
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 3, done.stderr
        assert len(done.stdout.strip().splitlines()) == 1
        assert "Traceback" not in done.stderr
