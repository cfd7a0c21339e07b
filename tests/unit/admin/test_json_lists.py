"""The lists as JSON: shapes as documented, the filters of the pages, tokens, errors that programs can read."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import admin
from engine.store import Actor
from tests.support import console_desk as given

DOCS = Path(admin.__file__).parent / "docs"
SCHEMA = json.loads((DOCS / "api.schema.json").read_text())
BY = Actor("command")


def fits(answer: Any, shape: str) -> Any:
    """The body, which has the documented shape."""
    assert answer.content_type.startswith("application/json"), answer.text
    body = answer.get_json()
    jsonschema.Draft202012Validator({"$ref": f"#/$defs/{shape}", "$defs": SCHEMA["$defs"]}).validate(body)
    return body


@pytest.fixture
def asked(desk: given.ConsoleDesk) -> dict[str, str]:
    ids = {
        "counted": desk.ask("How many cases?", given.counted()),
        "listed": desk.ask("Which teams?", given.listed()),
        "failed": desk.ask("And now?", given.failed()),
        "waits": desk.ask("Later?"),
    }
    ids["slack"] = desk.store.create_task(
        "From Slack?", source="slack", asked_by="slack:T1:U1", delivery={"channel": "C1", "thread_ts": "1.2"}
    ).id
    return ids


def token_of(desk: given.ConsoleDesk, role: str) -> tuple[str, str]:
    person = desk.store.people.add(f"the {role}", role, BY, email=f"{role}@example.org")
    return desk.store.tokens.make(person.id, "a program", BY), person.id


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize(
    "query", ["", "q=teams", "status=open", "status=failed&warnings=no", "source=slack", "from=2100-01-01"]
)
def test_the_same_address_lists_the_same_questions(client: Any, asked: dict[str, str], query: str) -> None:
    page = client.get(f"/questions?{query}").text
    body = fits(client.get(f"/questions.json?{query}"), "questions")
    assert re.findall(r'<a href="(/questions/\w+)">\s*<span class="q"', page) == [
        one["page"] for one in body["questions"]
    ]
    assert body["total"] == len(body["questions"])


def test_a_question_as_json(client: Any, asked: dict[str, str]) -> None:
    body = fits(client.get("/questions.json?q=how+many"), "questions")
    (one,) = body["questions"]
    assert (one["question"], one["status"], one["seconds"]) == ("How many cases?", "answered", 0.041)
    assert body["facets"]["status"]["answered"] == 1
    trace = fits(client.get(one["json"]), "trace")
    assert trace["answer"]["text"].startswith("The Network team handled 312 cases")
    assert [step["kind"] for step in trace["steps"]] == ["model_call", "tool_call", "query"]
    owed = fits(client.get(f"/questions/{asked['slack']}.json"), "trace")
    assert (owed["delivery"]["state"], owed["delivery"]["channel"], owed["answer"]) == ("waiting", "C1", None)


def test_next_leads_through_all_of_them_once(client: Any, desk: given.ConsoleDesk) -> None:
    for number in range(7):
        desk.ask(f"Question {number}")
    address, met = "/questions.json?limit=3&q=question", []
    while address:
        answer = client.get(address)
        body = fits(answer, "questions")
        met += [one["question"] for one in body["questions"]]
        assert (f'<{body["next"]}>; rel="next"' in answer.headers.getlist("Link")) == (body["next"] is not None)
        address = body["next"]
        desk.ask("Question of somebody else")
    assert met == [f"Question {number}" for number in range(6, -1, -1)]


def test_other_lists(client: Any, desk: given.ConsoleDesk, asked: dict[str, str]) -> None:
    token_of(desk, "viewer")
    token_of(desk, "admin")
    desk.store.views.save("person:x", "questions", "Failed", "status=failed", shared=True)
    assert [one["role"] for one in fits(client.get("/people.json?q=ADMIN@example"), "people")["people"]] == [
        "admin"
    ]
    assert fits(client.get("/people.json?role=viewer"), "people")["total"] == 1
    first = fits(client.get("/people.json?limit=2"), "people")
    met, following = first["people"], first["next"]
    while following:
        more = fits(client.get(following), "people")
        met, following = met + more["people"], more["next"]
    assert len({one["id"] for one in met}) == len(met) == first["total"]
    entries = fits(client.get("/audit.json?action=token"), "audit")
    assert [entry["action"] for entry in entries["entries"]] == ["token.made", "token.made"]
    older = fits(client.get("/audit.json?limit=1"), "audit")
    assert fits(client.get(older["next"]), "audit")["entries"][0]["id"] == older["entries"][0]["id"] - 1
    assert fits(client.get("/audit.json?to=2000-01-01"), "audit")["total"] == 0
    (view,) = fits(client.get("/questions/views.json"), "views")["views"]
    assert view["query"] == "status=failed"
    assert fits(client.get("/health.json"), "health")["ok"] is True


def test_no_secret_is_told(client: Any, desk: given.ConsoleDesk) -> None:
    token, person = token_of(desk, "admin")
    desk.store.people.set_password(person, "scrypt-hash-of-a-password", BY)
    for path in ("/people.json", "/audit.json", "/health.json"):
        said = client.get(path).text
        assert token not in said
        assert "scrypt-hash" not in said


def test_a_token_acts_as_its_person(stranger: Any, desk: given.ConsoleDesk, asked: dict[str, str]) -> None:
    token, person = token_of(desk, "viewer")
    assert fits(stranger.get("/questions.json", headers=bearing(token)), "questions")["total"] == 5
    desk.store.views.save(f"person:{person}", "questions", "Mine", "q=x")
    (view,) = fits(stranger.get("/questions/views.json", headers=bearing(token)), "views")["views"]
    assert view["name"] == "Mine"
    for path in ("/people.json", "/audit.json"):
        assert stranger.get(path, headers=bearing(token)).status_code == 403
        fits(stranger.get(path, headers=bearing(token)), "error")
    admin_token, _ = token_of(desk, "admin")
    assert fits(stranger.get("/people.json?role=viewer", headers=bearing(admin_token)), "people")["total"] == 1
    desk.store.people.disable(person, BY)
    assert stranger.get("/questions.json", headers=bearing(token)).status_code == 401


@pytest.mark.parametrize(
    "header", [None, "Bearer", "Bearer ", "Bearer graphdesk_guess", "Basic eDp5", "Bearer \u00e9"]
)
def test_without_a_good_token_nothing_is_told(stranger: Any, asked: dict[str, str], header: str | None) -> None:
    paths = [
        "/questions.json",
        f"/questions/{asked['counted']}.json",
        "/people.json",
        "/audit.json",
        "/health.json",
    ]
    for path in [*paths, "/questions/views.json"]:
        answer = stranger.get(path, headers={"Authorization": header} if header else {})
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer"
        fits(answer, "error")


def test_a_token_opens_no_page(stranger: Any, desk: given.ConsoleDesk) -> None:
    """Pages have forms, whose tokens belong to a session."""
    token, _ = token_of(desk, "admin")
    for path in ("/", "/questions", "/questions.csv"):
        assert stranger.get(path, headers=bearing(token)).status_code == 302
    assert stranger.http.post("/ask", data={"question": "?"}, headers=bearing(token)).status_code in (302, 400)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/questions.json?status=lost", 400, "bad_query"),
        ("/questions.json?form=2026-01-01", 400, "bad_query"),
        ("/questions.json?limit=0", 400, "bad_query"),
        ("/questions.json?limit=201", 400, "bad_query"),
        ("/questions.json?limit=many", 400, "bad_query"),
        ("/questions.json?limit=%C2%B2", 400, "bad_query"),
        ("/questions.json?older_than=nobody", 404, "unknown_task"),
        ("/questions/nobody.json", 404, "unknown_task"),
        ("/people.json?role=king", 400, "bad_query"),
        ("/people.json?offset=-1", 400, "bad_query"),
        ("/audit.json?from=never", 400, "bad_query"),
        ("/nothing.json", 404, "not_found"),
    ],
)
def test_errors(client: Any, path: str, status: int, code: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, fits(answer, "error")["error"]["code"]) == (status, code)


def test_a_broken_list_says_nothing_of_its_inside(
    client: Any, desk: given.ConsoleDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr(desk.store, "facets", broken)
    answer = client.get("/questions.json")
    assert (answer.status_code, fits(answer, "error")["error"]["code"]) == (500, "internal")
    assert "hunter2" not in answer.text


def test_every_address_is_documented(room: Any) -> None:
    known = {rule.rule for rule in room[1].url_map.iter_rules() if rule.endpoint.startswith("api.")}
    documented = set(re.findall(r"^\| `([^`]+)`", (DOCS / "api.md").read_text(), re.MULTILINE))
    assert documented == {path.replace("<task_id>", "<id>") for path in known}
