"""``graphdesk ask`` as a person or a program runs it: a process of its own, against a stand-in for the model."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from llmock.scenarios import Delay, Fail, Reply, ToolCall
from llmock.testing import LLMockServer

from engine.store import Store
from tests.support import deskgraph
from tests.support.model_desk import KEY, OPEN, count
from tests.support.serving import until

ROOT = Path(__file__).parents[2]
QUESTION = "How many cases are open?"
ASKS = Reply(tool_calls=(ToolCall("aggregate", count("Open")),))
RIGHT = Reply(f"There are {OPEN} open cases.")


@pytest.fixture(scope="module")
def server():
    with LLMockServer() as running:
        yield running


@pytest.fixture(scope="module")
def graph_file(tmp_path_factory):
    return deskgraph.write_graphson(tmp_path_factory.mktemp("graph") / "desk.json")


@pytest.fixture
def environment(server, graph_file, tmp_path):
    server.state.scenarios.clear()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GRAPHDESK", "ANTHROPIC"))}
    return {
        **kept,
        "GRAPHDESK_HOME": str(tmp_path / "home"),
        "GRAPHDESK_GRAPH": str(graph_file),
        "ANTHROPIC_API_KEY": KEY,
        "ANTHROPIC_BASE_URL": server.base_url("anthropic"),
        "NO_COLOR": "1",
    }


def command(*arguments):
    return [sys.executable, "-c", "from deploy.cli import main; main()", "ask", *arguments]


def ask(environment, *arguments, given=""):
    return subprocess.run(
        command(*arguments), cwd=ROOT, env=environment, input=given, capture_output=True, text=True, timeout=120
    )


def test_json_is_the_whole_answer(environment, server):
    server.state.scenarios.add(ASKS, RIGHT)
    done = ask(environment, "--json", QUESTION)
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert (answer["status"], answer["text"], answer["question"]) == (
        "answered",
        f"There are {OPEN} open cases.",
        QUESTION,
    )
    assert answer["claims"][0]["evidence"]["query"] == 0
    assert answer["queries"][0]["rows"] == [OPEN]
    assert answer["queries"][0]["gremlin"].startswith("g.V()")
    assert answer["usage"]["calls"] == 2
    assert answer["backbone"] == "claude-sonnet-5-5"
    assert {"tables", "suggestions", "warnings", "choices", "unplaced", "route", "task_id"} <= set(answer)


def test_without_a_key_the_offline_backbone_answers(environment):
    del environment["ANTHROPIC_API_KEY"]
    done = ask(environment, "--json", "How many cases are there?")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert (answer["status"], answer["backbone"]) == ("answered", "offline")
    assert answer["queries"][-1]["rows"] == [len(deskgraph.CASES)]
    assert [claim["value"] for claim in answer["claims"]] == [len(deskgraph.CASES)]
    assert answer["usage"]["dollars"] == 0
    assert not answer["warnings"]


def test_a_declined_question_exits_with_three_and_names_the_words(environment):
    del environment["ANTHROPIC_API_KEY"]
    done = ask(environment, "Frobnicate the gizmo of every case?")
    assert (done.returncode, done.stderr) == (3, "")
    assert "gizmo" in done.stdout.lower()


def test_text_shows_the_answer_its_gremlin_and_what_it_took(environment, server):
    server.state.scenarios.add(ASKS, RIGHT)
    done = ask(environment, QUESTION)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == f"There are {OPEN} open cases."
    assert any(line.startswith("g.V()") for line in lines)
    assert "read back:" in done.stdout
    assert "verifier:" in done.stdout
    assert "2 calls of claude-sonnet-5-5" in done.stdout


def test_a_file_is_answered_line_by_line_in_order(environment, server):
    server.state.scenarios.add(Reply("Ask me something about the graph.", times=None))
    lines = [
        json.dumps({"question": "Hello?"}),
        "",
        "{broken",
        json.dumps({"query": "no question"}),
        json.dumps({"question": "   "}),
        json.dumps({"question": 7}),
        json.dumps({"question": "Grüße 👋?"}),
    ]
    done = ask(environment, "--file", "-", given="\n".join(lines))
    assert done.stderr == ""
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["status"] for answer in answers] == ["answered", *["failed"] * 4, "answered"]
    assert [answer["error"]["code"] for answer in answers[1:5]] == ["line", "line", "empty_question", "line"]
    assert "Line 3" in answers[1]["error"]["message"]
    assert answers[-1]["question"] == "Grüße 👋?"
    assert done.returncode == 3


def test_dry_run_prints_the_first_request_without_key_or_network(environment, server):
    environment = {**environment, "ANTHROPIC_BASE_URL": "http://127.0.0.1:1"}
    del environment["ANTHROPIC_API_KEY"]
    done = ask(environment, "--dry-run", QUESTION)
    assert (done.returncode, done.stderr) == (0, "")
    body = json.loads(done.stdout)
    assert body["messages"] == [{"role": "user", "content": [{"type": "text", "text": QUESTION}]}]
    assert {tool["name"] for tool in body["tools"]} >= {
        "find",
        "aggregate",
        "compare",
        "run_gremlin",
        "topic_search",
    }
    system = "\n".join(part["text"] for part in body["system"])
    assert '"open" is a value of case.status' in system
    assert "</data>" not in system  # a note in the graph that would close a tag
    assert 0 < body["approximate_tokens"] < 16_000
    assert not (Path(environment["GRAPHDESK_HOME"]) / "graphdesk.db").exists()


def test_what_was_sent_is_what_dry_run_printed(environment, server):
    printed = json.loads(ask(environment, "--dry-run", QUESTION).stdout)
    server.state.scenarios.add(Reply("Ask me something about the graph."))
    ask(environment, QUESTION)
    record = [record for record in server.state.journal.records() if record.path.endswith("/messages")][-1]
    sent = record.body if isinstance(record.body, dict) else json.loads(record.body)
    del printed["approximate_tokens"]
    del sent["stream"]
    assert sent == printed


def test_a_failing_model_exits_with_one_and_says_what_to_do(environment, server):
    server.state.scenarios.add(Fail(401, times=None))
    done = ask(environment, QUESTION)
    assert done.returncode == 1
    assert "Check ANTHROPIC_API_KEY" in done.stdout
    assert KEY not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_wrong_use_exits_with_two(environment):
    for arguments in ((), ("--file", "x", "question"), ("--nonsense",)):
        done = ask(environment, *arguments)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_trouble_of_the_system_is_one_or_two_lines(environment, tmp_path):
    (tmp_path / "models.toml").write_text("[medium]\nid = ''\n")
    for changed, said in (
        ({"GRAPHDESK_GRAPH": str(tmp_path / "none.json")}, "none.json"),
        ({"GRAPHDESK_MAX_TURNS": "many"}, "GRAPHDESK_MAX_TURNS"),
        ({"GRAPHDESK_MODELS": str(tmp_path / "models.toml")}, "medium.id"),
        ({"DATABASE_URL": "postgresql://user:secret-word@127.0.0.1:1/none"}, "database"),
    ):
        done = ask({**environment, **changed}, QUESTION)
        assert done.returncode == 1, done.stderr
        assert said in done.stderr
        assert len(done.stderr.splitlines()) <= 3
        assert "secret-word" not in done.stderr
        assert done.stdout == ""


def test_an_unexpected_error_is_one_line_and_where_the_details_are(environment):
    Path(environment["GRAPHDESK_HOME"]).mkdir()
    breaking = "import deploy.cli as cli; cli.register = lambda: 1 / 0; cli.main()"

    def broken(**more):
        return subprocess.run(
            [sys.executable, "-c", breaking], cwd=ROOT, env={**environment, **more}, capture_output=True, text=True
        )

    done = broken()
    assert done.returncode == 1
    said, where = done.stderr.splitlines()
    assert "ZeroDivisionError" in said
    assert "ZeroDivisionError" in Path(where.removeprefix("The details are in ").removesuffix(".")).read_text()
    assert "Traceback" in broken(GRAPHDESK_DEBUG="1").stderr


def test_a_closed_pipe_leaves_no_trace(environment, server):
    server.state.scenarios.add(Reply("Ask me something about the graph.", times=None))
    given = "\n".join([json.dumps({"question": "Hello?"})] * 6)
    process = subprocess.Popen(
        command("--file", "-"),
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdin.write(given + "\n")
    process.stdin.close()
    assert json.loads(process.stdout.readline())["status"] == "answered"
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(60) == 0


def test_ctrl_c_leaves_no_trace_and_no_question_open(environment, server):
    server.state.scenarios.add(Delay(100.0, times=None), RIGHT)  # an answer never comes first, however slow all is
    home = Path(environment["GRAPHDESK_HOME"])
    home.mkdir()
    store = Store.open(f"sqlite:///{home / 'graphdesk.db'}")
    process = subprocess.Popen(
        command(QUESTION), cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    until(lambda: store.counts().get("running") or process.poll() is not None, 120)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")
    assert store.counts() == {"failed": 1}
    assert store.tasks().tasks[0].answer["error"]["code"] == "interrupted"
    store.close()
