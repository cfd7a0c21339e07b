"""Role × route, made from the app's own map of addresses: whatever has no rule is refused to everyone."""

import re
import secrets
from pathlib import Path
from typing import Any

import pytest

from admin.roles import RULES, allowed
from engine.store import ROLES, Actor
from tests.support.console_desk import console

BY = Actor("test")
OPEN = {
    "static",
    *("signing_in.to_slack", "signing_in.from_slack"),
    *("signing_in.ask", "signing_in.with_password", "signing_in.redeem", "signing_in.choose", "signing_in.chosen"),
}
ADMIN = {
    *("api.people", "api.audit", "audit.index", "settings.index"),
    *("people.index", "people.invite", "people.link", "people.role", "people.disable", "people.enable"),
    *("people.end_sessions", "people.link_slack", "people.unlink_slack"),
}
REVIEWER = {"graph.refresh"}


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A client of each role and one of nobody, on an app without form tokens: those are tried elsewhere."""
    with console(Path(tmp_path_factory.mktemp("roles"))) as (_, app, door):
        app.config["WTF_CSRF_ENABLED"] = False
        found = {role: app.test_client() for role in (*ROLES, None)}
        for role in ROLES:
            assert found[role].get(f"/sign-in/{door.issue(role)}").status_code == 302
        yield app, found, door


def routes(app: Any) -> list[tuple[str, str, str]]:
    """Endpoint, method, an address: every method of every rule."""
    return [
        (rule.endpoint, method, re.sub("<[^>]*>", "1", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in sorted(rule.methods)
        if method != "OPTIONS"
    ]


def test_every_route_has_a_rule_and_every_rule_a_route(clients: Any) -> None:
    assert {endpoint for endpoint, *_ in routes(clients[0])} == set(RULES)


def test_the_rules_are_as_meant() -> None:
    """Written down a second time: who opens an address to more people says so twice."""
    assert {endpoint for endpoint, least in RULES.items() if least == "anyone"} == OPEN
    assert {endpoint for endpoint, least in RULES.items() if least == "admin"} == ADMIN
    assert {endpoint for endpoint, least in RULES.items() if least == "reviewer"} == REVIEWER


@pytest.mark.parametrize("role", [None, *ROLES])
def test_each_role_on_each_route(clients: Any, role: str | None) -> None:
    app, found, _ = clients
    for endpoint, method, path in routes(app):
        if role and endpoint in ("signing_in.sign_out", "account.end_others"):
            continue  # would end the session that the other routes are tried with
        code = found[role].open(path, method=method).status_code
        if allowed(endpoint, role):
            assert code not in (401, 403) or endpoint.startswith("signing_in."), f"{role} {method} {path}: {code}"
        elif role:
            assert code == 403, f"{role} {method} {path}: {code}"
        else:
            assert code == (401 if endpoint.startswith("api.") else 302), f"{method} {path}: {code}"


# role × whose question: may it be stopped, or gone on with in its conversation
MAY_GO_ON = {
    ("viewer", "own"): True,
    ("viewer", "own, in Slack"): True,
    ("viewer", "others'"): False,
    ("viewer", "nobody's"): False,
    **{(role, whose): True for role in ("reviewer", "admin") for whose in ("own", "others'", "nobody's")},
}


@pytest.mark.parametrize(("role", "whose"), MAY_GO_ON)
def test_each_role_with_whose_question(clients: Any, role: Any, whose: str) -> None:
    app, found, door = clients
    desk, me, other = (
        app.extensions["desk"],
        door.person(role),
        door.person("admin" if role != "admin" else "viewer"),
    )
    if whose == "own, in Slack":
        me = desk.store.people.link_slack(me.id, "T1", f"U-{role}", BY)
    asked_by = {"own": me.key, "own, in Slack": f"slack:T1:U-{role}", "others'": other.key, "nobody's": ""}[whose]
    conversation = f"conversation-{secrets.token_hex(4)}"
    task = desk.submit("How many?", asked_by, conversation)
    before = desk.store.tasks().total
    stopped = found[role].post(f"/questions/{task}/stop")
    asked = found[role].post("/ask", data={"question": "And then?", "conversation": conversation})
    page = found[role].get(f"/conversations/{conversation}").text
    if MAY_GO_ON[role, whose]:
        assert (stopped.status_code, asked.status_code) == (303, 303)
        assert desk.store.task(task).stop_requested
        assert "data-composer" in page
    else:
        assert (stopped.status_code, asked.status_code) == (403, 403)
        assert not desk.store.task(task).stop_requested
        assert desk.store.tasks().total == before
        assert "data-composer" not in page
        assert f"/questions/{task}/stop" not in page
        anew = found[role].post("/ask", data={"question": "And then?", "conversation": ""})
        assert anew.status_code == 303  # whoever may ask may ask the same


def test_a_refusal_says_why(clients: Any) -> None:
    app, found, door = clients
    task = app.extensions["desk"].submit("How many?", door.person("admin").key)
    said = found["viewer"].post(f"/questions/{task}/stop").text
    assert "somebody else&#39;s question" in said


def test_a_route_without_a_rule_is_refused(tmp_path: Path) -> None:
    with console(tmp_path) as (_, app, door):
        app.add_url_rule("/new", "new", lambda: "secret")
        client = app.test_client()
        assert client.get("/new").status_code == 302
        client.get(f"/sign-in/{door.issue()}")
        answer = client.get("/new")
        assert answer.status_code == 403
        assert "secret" not in answer.text


@pytest.mark.parametrize("role", ["", "Admin", "owner", "anyone"])
def test_an_unknown_role_may_nothing(role: str) -> None:
    assert not any(allowed(endpoint, role) for endpoint in RULES if endpoint not in OPEN)
