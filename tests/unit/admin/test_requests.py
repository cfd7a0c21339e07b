"""Over HTTP: tokens on every change, headers on every response, errors that say what to do."""

import csv
import io
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from flask import abort

from engine.answer import LONGEST_QUESTION, Table
from engine.graph.backend import Health
from tests.support import console_desk as given


def test_every_change_needs_a_token(room: Any, client: Any) -> None:
    changing = [rule.rule for rule in room[1].url_map.iter_rules() if "POST" in rule.methods]
    ours = {"/ask", "/graph/refresh", "/questions/<task_id>/stop", "/questions/views", "/sign-out"}
    assert ours <= set(changing)
    for path in (re.sub("<int[^:]*:view_id>", "1", rule) for rule in changing):
        for fields in ({}, {"csrf_token": ""}, {"csrf_token": "guess"}):
            answer = client.http.post(path, data={"question": "How many?"} | fields)
            assert answer.status_code == 400, path
            assert "nothing was changed" in answer.text
    assert room[0].store.counts() == {}
    assert room[0].backend.refreshed == 0


def test_a_token_of_another_session_is_none(room: Any, client: Any) -> None:
    other = room[1].test_client()
    other.get(f"/sign-in/{room[2].issue()}")
    token = re.search(r'name="csrf_token" value="([^"]+)"', other.get("/").text)
    assert token
    assert client.http.post("/ask", data={"question": "How many?", "csrf_token": token[1]}).status_code == 400


@pytest.mark.parametrize("path", ["/", "/sign-in", "/nothing", "/static/console.css", "/questions/none", "/ask"])
def test_headers(client: Any, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert (
        policy["default-src"]
        == policy["object-src"]
        == policy["base-uri"]
        == policy["frame-ancestors"]
        == "'none'"
    )
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert ("no-store" in headers["Cache-Control"]) == (not path.startswith("/static"))


def test_no_page_has_inline_code(client: Any, desk: given.ConsoleDesk) -> None:
    task = desk.ask("How many?", given.counted())
    for path in ("/", "/questions", f"/questions/{task}", "/graph", "/conversations/conversation-1"):
        page = client.get(path).text
        assert not re.search(r"<style|<script(?![^>]* src=)|\sstyle=|\son[a-z]+=|javascript:", page), path


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80"])
def test_foreign_host_names_are_not_answered(client: Any, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/nothing", 404),
        ("/questions/none", 404),
        ("/turns/none", 404),
        ("/questions/none/live", 404),
        ("/conversations/nobody-asked", 404),
        ("/conversations/..%2f..%2fetc", 404),
        ("/ask", 405),
        ("/static/../app.py", 404),
    ],
)
def test_unknown_pages_say_so(client: Any, path: str, code: int) -> None:
    answer = client.get(path)
    assert answer.status_code == code
    assert "<h1>" in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("code", [400, 403, 404, 405, 409, 413, 429, 500, 503])
def test_every_error_is_a_page_with_a_way_out(room: Any, client: Any, code: int) -> None:
    def fail() -> None:
        abort(code)

    room[1].view_functions["graph.index"] = fail
    answer = client.get("/graph")
    assert answer.status_code == code
    page = answer.text
    assert f">{code}<" in page
    assert re.search(r'<a class="btn" href="/">', page)
    assert 'aria-label="Pages"' in page  # in the layout of every page
    note = client.get("/graph", headers={"HX-Request": "true"})
    assert note.status_code == code
    assert "<html" not in note.text
    assert 'role="alert"' in note.text


def test_a_broken_page_shows_no_trace(room: Any, client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr(room[0].store, "listed", broken)
    answer = client.get("/questions")
    assert answer.status_code == 500
    assert "hunter2" not in answer.text
    assert "RuntimeError" not in answer.text


def test_asking_commits_the_question_once(client: Any, desk: given.ConsoleDesk) -> None:
    answer = client.post("/ask", question="  How many\n cases? ", conversation="conversation-1")
    (task,) = desk.store.tasks().tasks
    assert (task.question, task.status, task.conversation) == ("How many cases?", "queued", "conversation-1")
    assert (answer.status_code, answer.location) == (303, f"/conversations/conversation-1#turn-{task.id}")


def test_asking_wakes_the_worker(room: Any, client: Any) -> None:
    woken: list[int] = []
    room[1].extensions["on_submit"] = lambda: woken.append(1)
    client.post("/ask", question="How many?")
    assert woken == [1]


@pytest.mark.parametrize(
    ("question", "code"), [("", 400), (" \n ", 400), ("x" * (LONGEST_QUESTION + 1), 413), ("x" * 200_000, 413)]
)
def test_what_is_no_question_is_refused(client: Any, desk: given.ConsoleDesk, question: str, code: int) -> None:
    assert client.post("/ask", question=question).status_code == code
    assert desk.store.counts() == {}


def test_a_made_up_conversation_is_replaced(client: Any, desk: given.ConsoleDesk) -> None:
    client.post("/ask", question="How many?", conversation="../../x<script>")
    (task,) = desk.store.tasks().tasks
    assert re.fullmatch("[0-9a-f]{16}", task.conversation)


def test_with_htmx_only_the_turn_comes_back(client: Any) -> None:
    answer = client.post(
        "/ask", question="How many?", conversation="conversation-1", headers={"HX-Request": "true"}
    )
    assert answer.text.lstrip().startswith("<article")
    assert answer.headers["HX-Push-Url"] == "/conversations/conversation-1"


def test_a_turn_is_quiet_while_nothing_is_new(client: Any, desk: given.ConsoleDesk) -> None:
    task = desk.ask("How many cases?")
    assert client.get(f"/turns/{task}?seen=queued-0").status_code == 204
    lease = desk.begin(task)
    changed = client.get(f"/turns/{task}?seen=queued-0")
    assert "was refused" in changed.text
    assert "seen=running-2" in changed.text
    assert client.get(f"/turns/{task}?seen=running-2").status_code == 204
    desk.end(lease, given.counted())
    finished = client.get(f"/turns/{task}?seen=running-2").text
    assert "312" in finished
    assert "hx-get" not in finished


def test_a_dead_graph_is_said_and_questions_can_still_be_asked(client: Any, desk: given.ConsoleDesk) -> None:
    desk.backend.state = Health(False, "The server does not answer.", "Start it, then reload.")
    page = client.get("/graph").text
    assert "The server does not answer." in page
    assert "Start it, then reload." in page
    assert client.get("/").status_code == 200
    answer = client.post("/graph/refresh", page="/")
    assert answer.status_code == 503
    assert "Start it, then reload." in answer.text


def test_discovering_anew(client: Any, desk: given.ConsoleDesk) -> None:
    assert client.post("/graph/refresh", page="/graph").location == "/graph"
    assert desk.backend.refreshed == 1


def test_stopping_a_question_that_waits(client: Any, desk: given.ConsoleDesk) -> None:
    task = desk.ask("How many cases?")
    answer = client.post(f"/questions/{task}/stop")
    assert (answer.status_code, answer.location) == (303, f"/questions/{task}")
    page = client.get(f"/questions/{task}").text
    assert "Stopped" in page
    assert "hx-get" not in page
    assert "Stopped" in client.get("/questions").text


def test_stopping_a_question_that_runs(client: Any, desk: given.ConsoleDesk) -> None:
    task = desk.ask("How many cases?")
    desk.begin(task)
    answer = client.post(f"/questions/{task}/stop", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.text) == (204, "")
    assert "Stopping" in client.get(f"/turns/{task}?seen=running-2").text  # at once, not at the next step
    assert client.get(f"/turns/{task}?seen=stopping-2").status_code == 204
    assert client.post("/questions/none/stop").status_code == 404


def test_a_finished_question_stays_as_it_is(client: Any, desk: given.ConsoleDesk) -> None:
    task = desk.ask("How many cases?", given.counted())
    assert client.post(f"/questions/{task}/stop").status_code == 303
    assert desk.store.task(task).status == "answered"


def test_a_table_as_a_file(client: Any, desk: given.ConsoleDesk) -> None:
    rows: list[list[object]] = [["=1+1", -1], ['Zoë, "VPN"', 2.5], [None, 3]]
    answer = replace(given.listed(), tables=[Table("t", ["@name", "n"], rows[:1], 3, "a1")])
    desk.kept["a1"] = rows
    task = desk.ask("Which?", answer)
    sent = client.get(f"/questions/{task}/tables/1.csv")
    assert sent.content_type == "text/csv; charset=utf-8"
    assert sent.headers["Content-Disposition"] == f'attachment; filename="graphdesk-{task}-1.csv"'
    assert list(csv.reader(io.StringIO(sent.data.decode("utf-8-sig")))) == [
        ["'@name", "n"],
        ["'=1+1", "-1"],
        ['Zoë, "VPN"', "2.5"],
        ["", "3"],
    ]


@pytest.mark.parametrize("number", ["0", "2", "-1", "x"])
def test_a_table_that_is_not_there(client: Any, desk: given.ConsoleDesk, number: str) -> None:
    task = desk.ask("Which?", given.listed())
    waiting = desk.ask("And?")
    assert client.get(f"/questions/{task}/tables/{number}.csv").status_code == 404
    assert client.get(f"/questions/{waiting}/tables/1.csv").status_code == 404
    assert client.get("/questions/none/tables/1.csv").status_code == 404


@pytest.mark.parametrize(
    ("backbone", "invited"), [("offline", "Ask another question"), ("m-1", "Ask a follow-up")]
)
def test_the_composer_promises_what_can_be_done(
    client: Any, desk: given.ConsoleDesk, backbone: str, invited: str
) -> None:
    desk.backbone.name = backbone
    desk.ask("How many cases?", given.counted())
    page = client.get("/conversations/conversation-1").text
    assert f'placeholder="{invited}"' in page
    assert f"At most {LONGEST_QUESTION:,} characters" in page


def test_what_was_read_off_a_sample_is_said_where_it_was(client: Any) -> None:
    page = client.get("/graph").text
    before, after = page.split("Read off 1,000 of them")
    assert "<h2>Edges</h2>" in before
    assert "sample" not in after


def test_the_examples_are_thought_of_once_per_catalog(
    client: Any, desk: given.ConsoleDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: list[object] = []

    def follow_ups(_: object, catalog: object) -> list[str]:
        thought.append(catalog)
        return ["How many cases are open?"]

    monkeypatch.setattr("admin.views.chat.follow_ups", follow_ups)
    catalogs = desk.catalogs
    kept = [catalogs.get()]
    monkeypatch.setattr(type(desk), "catalogs", SimpleNamespace(get=lambda: kept[-1]))
    for _ in range(3):
        assert "How many cases are open?" in client.get("/").text
    kept.append(catalogs.get())
    client.get("/")
    assert thought == kept
