"""One table of exit codes: in every ``--help``, in README, and what the commands really end with."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.cli import COMMANDS
from deploy.cli.exits import MEANINGS
from tests.shared import ROOT

CALL = "from deploy.cli import main; main()"
OURS = re.compile("GRAPHDESK_|GREMLIN_|ANTHROPIC_|DATABASE_URL|QDRANT_URL")


def graphdesk(
    home: Path, *arguments: str, given: str = "", shell: str = "", **settings: str
) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not OURS.match(name)}
    command = [sys.executable, "-c", CALL, *arguments]
    if shell:
        command = ["bash", "-c", f'set -o pipefail; "$@" {shell}', "bash", *command]
    return subprocess.run(
        command,
        cwd=home,
        env={**env, "GRAPHDESK_HOME": str(home), "PYTHONPATH": str(ROOT), **settings},
        input=given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_help_tells_every_code_and_takes_a_closed_pipe(command: str, tmp_path: Path) -> None:
    done = graphdesk(tmp_path, command, "--help", shell="| head -n 1")
    assert (done.returncode, done.stderr) == (0, "")
    said = " ".join(graphdesk(tmp_path, command, "--help").stdout.split())
    for code, meaning in MEANINGS.items():
        assert f"{code} {meaning}" in said


def test_the_readme_has_the_same_table() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+?) \|$", (ROOT / "README.md").read_text(), re.M)
    assert {int(code): meaning for code, meaning in rows} == MEANINGS


def test_the_version(tmp_path: Path) -> None:
    done = graphdesk(tmp_path, "--version")
    assert done.returncode == 0
    assert re.fullmatch(r"graphdesk \d+\.\d+\S*\n", done.stdout)


MISSING = "none-there"
NAMED = {
    "ask": ("ask", "--file", MISSING),
    "check": ("check", "--file", MISSING),
    "check profile": ("check", "--profile", MISSING, "g.V('a')"),
    "run": ("run", "--file", MISSING),
    "load": ("load", f"{MISSING}.json"),
    "load tables": ("load", "--mapping", "incidents", f"{MISSING}.csv"),
    "load mapping": ("load", "--mapping", f"{MISSING}.toml", "a.csv"),
    "load draft": ("load", "--draft-mapping", f"{MISSING}.csv"),
}


@pytest.mark.parametrize("arguments", NAMED.values(), ids=NAMED)
def test_a_named_file_that_is_missing_is_refused_input(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = graphdesk(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (3, "")
    assert MISSING in done.stderr
    as_json = graphdesk(tmp_path, *arguments, *(["--json"] if "--draft-mapping" not in arguments else []))
    assert as_json.returncode == 3
    if "--draft-mapping" not in arguments:
        assert json.loads(as_json.stdout)["error"]["code"]
        assert as_json.stderr == ""


MISUSED = [
    ("load", "--out", "a.gsnap", "--to", "ws://127.0.0.1:1/gremlin", "a.json"),
    ("load", "--mapping", "m.toml", "--draft-mapping", "a.csv"),
    ("profile", "--shipped", "sample", "--current"),
    ("sample", "--cases", "0"),
    ("sample", "--anchor", "0001-01-01"),
    ("sample", "--anchor", "yesterday"),
    ("serve", "--port", "70000"),
    ("ask", "--dry-run", "--file", "x"),
    ("ask", "one", "two"),
    ("check",),
    ("health", "now"),
    ("--bogus",),
    ("no-such-command",),
]


@pytest.mark.parametrize("arguments", MISUSED, ids=" ".join)
def test_wrong_use_is_told_with_the_way_to_help(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = graphdesk(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "-h' for help" in done.stderr
    assert "Error: " in done.stderr


def test_a_row_over_the_size_cap_is_told_everywhere(tmp_path: Path) -> None:
    graphdesk(tmp_path, "sample", "--cases", "3")
    query = "g.V().hasLabel('case').values('number').fold()"
    for arguments in (("run", query), ("run", "--json", query), ("ask", "List the teams")):
        done = graphdesk(tmp_path, *arguments, GRAPHDESK_QUERY_BYTES="10")
        said = done.stdout + done.stderr
        assert "10 bytes" in said
        assert "GRAPHDESK_QUERY_BYTES" in said
        assert "There are no" not in said


OF_THE_SYSTEM = {
    "ask": ("ask", "How many?"),
    "run": ("run", "g.V().hasLabel('a').count()"),
    "schema": ("schema",),
    "profile": ("profile",),
    "health": ("health",),
    "serve": ("serve", "--port", "0"),
}


@pytest.mark.parametrize("arguments", OF_THE_SYSTEM.values(), ids=OF_THE_SYSTEM)
def test_a_graph_that_is_missing_is_the_systems(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = graphdesk(tmp_path, *arguments)
    assert done.returncode == 1
    said = done.stdout + done.stderr
    assert f"There is no graph file {tmp_path / 'graph.gsnap'}; GRAPHDESK_HOME" in said
    as_json = graphdesk(tmp_path, *arguments, "--json")
    assert (as_json.returncode, as_json.stderr) == (1, "")
    found = json.loads(as_json.stdout)
    assert "graph.gsnap" in json.dumps(found.get("error") or found)


WRONG = {
    "GRAPHDESK_PORT": "70000",
    "GRAPHDESK_QUERY_ROWS": "0",
    "GRAPHDESK_QUERY_SECONDS": "nan",
    "GRAPHDESK_MAX_DOLLARS": "-1",
    "GRAPHDESK_NOW": "tomorrow",
    "GRAPHDESK_MODEL_TIER": "huge",
    "GRAPHDESK_DEBUG": "perhaps",
    "GREMLIN_DIALECT": "cypher",
    "GRAPHDESK_HOME": __file__,
    "SLACK_API_URL": "foo",
}


@pytest.mark.parametrize(("name", "value"), WRONG.items())
def test_a_wrong_setting_is_named_with_its_value(name: str, value: str, tmp_path: Path) -> None:
    done = graphdesk(tmp_path, "schema", **{name: value})
    assert (done.returncode, done.stdout) == (1, "")
    assert f"A setting is wrong: {name} is {value!r}" in done.stderr
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize(
    "arguments",
    [*OF_THE_SYSTEM.values(), ("worker",), ("doctor",), ("slack", "check"), ("slack", "manifest")],
    ids=" ".join,
)
def test_every_command_names_it_before_it_begins(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = graphdesk(tmp_path, *arguments, SLACK_API_URL="foo", SLACK_BOT_TOKEN="xoxb-1")
    assert done.returncode == 1
    assert "SLACK_API_URL is 'foo'" in done.stdout + done.stderr
    assert "https://slack.com/api/" in done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_query_that_is_refused_needs_no_graph(tmp_path: Path) -> None:
    done = graphdesk(tmp_path, "run", "g.V().drop()")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.splitlines() == [
        "graphdesk: drop() changes the graph; queries are read-only",
        "    g.V().drop()",
        "          ^^^^^^",
        "Remove drop() and only read.",
    ]


@pytest.mark.parametrize("content", [b"no database" * 200, None])
def test_a_broken_database_is_named_with_its_file(content: bytes | None, tmp_path: Path) -> None:
    graphdesk(tmp_path, "sample", "--cases", "1")
    database = tmp_path / "graphdesk.db"
    database.write_bytes(content) if content else database.mkdir()
    for arguments in (("ask", "How many cases?"), ("ask", "--json", "How many cases?"), ("health",)):
        done = graphdesk(tmp_path, *arguments)
        assert done.returncode == 1
        assert str(database) in done.stdout + done.stderr
    assert json.loads(graphdesk(tmp_path, "ask", "--json", "How many cases?").stdout)["status"] == "failed"


@pytest.mark.parametrize(
    "arguments", [("--version",), ("schema", "--help"), ("check", "g.V()", "--json")], ids=" ".join
)
def test_output_that_cannot_be_written_is_said(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = graphdesk(tmp_path, *arguments, shell=">/dev/full")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "graphdesk: The output could not be written: No space left on device.",
        "Free some space where it goes to.",
    ]


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_what_is_closed_from_the_start_goes_nowhere(closed: str, tmp_path: Path) -> None:
    done = graphdesk(tmp_path, "check", "g.V('a').out()", "--json", shell=closed)
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (">&-" not in closed.replace("2>&-", ""))
