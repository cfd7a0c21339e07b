"""``graphdesk doctor``: each thing broken in turn is named, with what to do, and hides none of the others."""

import json
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from typer import Typer
from typer.testing import CliRunner

from deploy import packages
from deploy.cli import doctor as command
from deploy.cli import health
from engine.settings import Settings
from engine.store import Store, StoreUnavailable
from tests.support import deskgraph

ALL = {
    "packages",
    "settings",
    "home",
    "database",
    "graph",
    "schema",
    "profile",
    "model",
    "slack",
    "qdrant",
    "clock",
}
PROFILE = 'name = "desk"\ncase_label = "case"\ntime_property = "createdAt"\n[name_properties]\nteam = "name"\n'


@pytest.fixture(autouse=True)
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A lock file that fits, whatever is installed where the tests run."""
    file = tmp_path / "some.lock"
    file.write_text(f"pytest=={version('pytest')} \\\n    --hash=sha256:00\n")
    monkeypatch.setattr(packages, "LOCK", file)
    return file


@pytest.fixture
def home(tmp_path: Path) -> Path:
    deskgraph.write_graphson(tmp_path / "desk.json")
    (tmp_path / "right.toml").write_text(PROFILE)
    return tmp_path


def health_of(home: Path) -> Any:
    """What ``graphdesk health`` says."""
    app = Typer()
    app.callback()(lambda: None)
    health.register(app)
    graph = {"GRAPHDESK_HOME": str(home), "GRAPHDESK_GRAPH": str(home / "desk.json")}
    return json.loads(CliRunner(env=graph).invoke(app, ["health", "--json"]).output)


def run(home: Path, *arguments: str, **environment: str) -> Any:
    app = Typer()
    app.callback()(lambda: None)
    command.register(app)
    cleared: dict[str, str | None] = dict.fromkeys(f.alias or "" for f in Settings.model_fields.values())
    given = {
        "GRAPHDESK_HOME": str(home),
        "GRAPHDESK_GRAPH": str(home / "desk.json"),
        "GRAPHDESK_PROFILE": str(home / "right.toml"),
        "GRAPHDESK_PORT": "0",
    }
    return CliRunner(env={**cleared, **given, **environment}).invoke(app, ["doctor", *arguments])


def found(home: Path, **environment: str) -> dict[str, dict[str, str]]:
    result = run(home, "--json", **environment)
    told = json.loads(result.output)
    checks = {check["name"]: check for check in told["checks"]}
    broken = any(check["level"] == "broken" for check in checks.values())
    assert (result.exit_code, told["ok"]) == ((1, False) if broken else (0, True))
    assert all(check["hint"] for check in checks.values() if check["level"] != "ok")
    return checks


def test_all_well_and_nothing_made(home: Path) -> None:
    before = sorted(home.rglob("*"))
    checks = found(home)
    assert {check["level"] for check in checks.values()} == {"ok"}
    assert checks.keys() >= ALL
    assert sorted(home.rglob("*")) == before


@pytest.mark.parametrize(
    ("locked", "level", "said"),
    [
        ("no-such-package==1.0 \\", "broken", "missing no-such-package"),
        ("pytest==0.1 \\", "warning", f"pytest {version('pytest')} instead of 0.1"),
        ("colorama-of-windows==1.0 ; sys_platform == 'win32' \\", "ok", "all are there"),
        ("no-such-package==1.0 ; sys_platform != 'win32' \\", "broken", "missing no-such-package"),
    ],
)
def test_packages_that_are_not_as_locked(home: Path, lock: Path, locked: str, level: str, said: str) -> None:
    lock.write_text(f"{locked}\n    --hash=sha256:00\n    # via something\n")
    check = found(home)["packages"]
    assert (check["level"], said in check["detail"]) == (level, True)
    assert (f"-m pip install --require-hashes -r {lock}" in check["hint"]) == (level != "ok")


def test_lines_for_people(home: Path) -> None:
    result = run(home, QDRANT_URL="http://127.0.0.1:1")
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert "ok      model: no key is set: the offline backbone answers what it can read in full" in lines
    at = lines.index("broken  qdrant: 127.0.0.1:1 does not answer.")
    assert lines[at + 1].strip() == "Start Qdrant, or correct QDRANT_URL."


@pytest.mark.parametrize(
    ("changes", "name", "level", "said"),
    [
        ({"GRAPHDESK_MAX_TOKENS": "many"}, "settings", "broken", "GRAPHDESK_MAX_TOKENS is 'many'"),
        ({"GRAPHDESK_MAX_TOKEN": "5"}, "settings", "warning", "GRAPHDESK_MAX_TOKEN"),
        ({"GRAPHDESK_DEBUG": "1"}, "logs", "warning", "logs"),
        ({"GRAPHDESK_NOW": "2025-01-01T00:00:00Z"}, "time", "warning", "2025-01-01"),
        ({"GRAPHDESK_HOME": "/proc/nowhere"}, "home", "broken", "/proc/nowhere"),
        ({"DATABASE_URL": "postgresql://me:hidden9@127.0.0.1:1/x"}, "database", "broken", "does not answer"),
        ({"DATABASE_URL": "mysql://me:hidden9@127.0.0.1/x"}, "database", "broken", "does not know: mysql"),
        ({"DATABASE_URL": "nonsense"}, "database", "broken", "DATABASE_URL"),
        ({"GRAPHDESK_GRAPH": "nowhere.json"}, "graph", "broken", "nowhere.json"),
        ({"GREMLIN_URL": "ws://127.0.0.1:1/gremlin"}, "graph", "broken", ""),
        ({"GRAPHDESK_PROFILE": "nowhere.toml"}, "graph", "broken", "nowhere.toml"),
        (
            {"GRAPHDESK_MODELS": "nowhere.toml", "ANTHROPIC_API_KEY": "k-hidden9"},
            "model",
            "broken",
            "file of models",
        ),
        ({"SLACK_BOT_TOKEN": "xoxp-hidden9"}, "slack bot token", "broken", "no bot token"),
        ({"SLACK_CLIENT_ID": "1.2"}, "slack sign-in", "broken", "SLACK_TEAM and SLACK_CLIENT_SECRET are not set"),
        ({"QDRANT_URL": "http://me:hidden9@127.0.0.1:1"}, "qdrant", "broken", "does not answer"),
        ({"QDRANT_URL": "nonsense"}, "qdrant", "broken", "QDRANT_URL is no address"),
        ({"GRAPHDESK_HOST": "0.0.0.0"}, "address", "warning", "without TLS"),
        ({"GRAPHDESK_TRUSTED_PROXY": "127.0.0.1"}, "address", "warning", "no public address"),
    ],
)
def test_what_is_wrong_is_named(home: Path, changes: dict[str, str], name: str, level: str, said: str) -> None:
    checks = found(home, SLACK_API_URL="http://127.0.0.1:1/", **changes)
    assert checks[name]["level"] == level
    assert said in checks[name]["detail"]
    assert "hidden9" not in json.dumps(checks)
    if level == "broken" and name != "settings":  # the others are looked at all the same
        assert {"settings", "home", "clock", "model"} <= checks.keys()


@pytest.mark.parametrize(
    ("applied", "level"), [("0001", "warning"), ("9999", "broken"), (None, "ok")], ids=["behind", "ahead", "empty"]
)
def test_the_version_of_the_tables(home: Path, applied: str | None, level: str) -> None:
    if applied is None:
        sqlite3.connect(home / "graphdesk.db").close()
    else:
        Store.open(f"sqlite:///{home / 'graphdesk.db'}").close()
        with sqlite3.connect(home / "graphdesk.db") as database:
            database.execute("UPDATE alembic_version SET version_num = ?", (applied,))
        database.close()
    check = found(home)["database"]
    assert check["level"] == level
    assert (applied or "empty") in check["detail"]


def test_an_older_program_leaves_newer_tables_alone(home: Path) -> None:
    file = home / "graphdesk.db"
    Store.open(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreUnavailable) as refused:
        Store.open(f"sqlite:///{file}")
    assert refused.value.message == f"The tables are newer than this program: {file}."
    assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)
    database.close()


def test_a_file_that_is_no_database(home: Path) -> None:
    (home / "graphdesk.db").write_bytes(b"no database" * 1000)
    assert found(home)["database"]["level"] == "broken"


@pytest.mark.parametrize(
    ("waits", "beats", "level", "said"),
    [
        (False, False, "ok", "No question waits"),
        (True, False, "broken", "Questions that wait: 1"),
        (True, True, "ok", "desk-1 answers 0 of 4"),
    ],
)
def test_who_answers(home: Path, waits: bool, beats: bool, level: str, said: str) -> None:
    with closing(Store.open(f"sqlite:///{home / 'graphdesk.db'}")) as store:
        if waits:
            store.create_task("How many cases?")
        if beats:
            store.worker_beats("1", "desk-1", 4)
    workers = found(home)["workers"]
    assert (workers["level"], said in workers["detail"]) == (level, True)
    asked = health_of(home)["workers"]
    assert (asked["ok"], asked["detail"]) == (level != "broken", workers["detail"])


def test_a_question_whose_workers_are_gone_waits_too(home: Path) -> None:
    with closing(Store.open(f"sqlite:///{home / 'graphdesk.db'}")) as store:
        store.create_task("How many cases?")
        store.claim("1", -1)
    assert "Questions that wait: 1" in found(home)["workers"]["detail"]
    assert not health_of(home)["ok"]


@pytest.mark.parametrize(
    ("written", "missing"),
    [
        ('case_label = "ticket"\n', "ticket"),
        ('case_label = "case"\ntime_property = "opened"\n', "case.opened"),
        ('taxonomy_labels = ["shelf"]\n', "shelf"),
        ('[free_text]\ncase = ["note", "novel"]\n', "case.novel"),
        ('[[similarity]]\nedge = "similarTo"\nbracket = "hasTopic"\n', "similarTo, hasTopic"),
    ],
)
def test_a_profile_of_another_graph(home: Path, written: str, missing: str) -> None:
    (home / "right.toml").write_text(f'name = "x"\n{written}')
    check = found(home)["profile"]
    assert (check["level"], check["detail"]) == ("broken", f"not in the graph: {missing}")


def test_no_profile(home: Path) -> None:
    assert found(home, GRAPHDESK_PROFILE="")["profile"]["level"] == "warning"


def test_a_port_that_is_taken(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        check = found(home, GRAPHDESK_PORT="", PORT=str(taken.getsockname()[1]))["port of the pages"]
    assert check["level"] == "warning"


@pytest.fixture
def other_clock() -> Iterator[Any]:
    """A server with a clock of its own, in seconds from ours."""
    skew = [0.0]

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_POST = do_GET  # noqa: N815

        def date_time_string(self, timestamp: float | None = None) -> str:
            import time

            return super().date_time_string(time.time() + skew[0])

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield skew, f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("skew", "level"), [(0, "ok"), (-60, "warning"), (3600, "broken")])
def test_a_clock_that_is_wrong(home: Path, other_clock: Any, skew: int, level: str) -> None:
    other_clock[0][0] = skew
    checks = found(
        home, SLACK_BOT_TOKEN="xoxb-x", SLACK_API_URL=f"{other_clock[1]}/api/", QDRANT_URL=other_clock[1]
    )
    assert checks["clock"]["level"] == level
    assert checks["qdrant"]["level"] == "ok"
