"""Over HTTP: tokens on every change, headers on every response, errors that say what to do."""

import re
from typing import Any

import pytest

from engine.graph.backend import Health
from tests.support import console_desk as given


def test_every_change_needs_a_token(room: Any, client: Any) -> None:
    changing = [rule.rule for rule in room[1].url_map.iter_rules() if "POST" in rule.methods]
    assert sorted(changing) == ["/ask", "/graph/refresh", "/sign-out"]
    for path in changing:
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


def test_a_broken_page_shows_no_trace(room: Any, client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr(room[0].store, "tasks", broken)
    answer = client.get("/questions")
    assert answer.status_code == 500
    assert "hunter2" not in answer.text
    assert "RuntimeError" not in answer.text


def test_asking_commits_the_question_once(client: Any, desk: given.ConsoleDesk) -> None:
    answer = client.post("/ask", question="  How many\n cases? ", conversation="conversation-1")
    (task,) = desk.store.tasks().tasks
    assert (task.question, task.status, task.conversation) == ("How many cases?", "queued", "conversation-1")
    assert (answer.status_code, answer.location) == (303, f"/conversations/conversation-1#turn-{task.id}")


def test_asking_wakes_the_worker(tmp_path: Any) -> None:
    from admin import SignIn, create_app
    from engine.settings import Settings
    from tests.unit.admin.conftest import Client

    woken: list[int] = []
    desk, door = given.ConsoleDesk(tmp_path), SignIn()
    app = create_app(desk, Settings(GRAPHDESK_HOME=tmp_path), door, lambda: woken.append(1))  # type: ignore[arg-type]
    client = Client(app)
    client.get(f"/sign-in/{door.issue()}")
    client.post("/ask", question="How many?")
    assert woken == [1]


@pytest.mark.parametrize(
    ("question", "code"), [("", 400), (" \n ", 400), ("x" * 2_001, 413), ("x" * 200_000, 413)]
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
    assert "run_gremlin" in changed.text
    assert f"seen=running-2" in changed.text  # noqa: F541
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
