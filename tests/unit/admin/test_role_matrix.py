"""Role × route, made from the app's own map of addresses: whatever has no rule is refused to everyone."""

import re
from pathlib import Path
from typing import Any

import pytest

from admin.roles import RULES, allowed
from engine.store import ROLES
from tests.support.console_desk import console

OPEN = {
    "static",
    *("signing_in.to_slack", "signing_in.from_slack"),
    *("signing_in.ask", "signing_in.with_password", "signing_in.redeem", "signing_in.choose", "signing_in.chosen"),
}
ADMIN = {
    *("api.people", "api.audit", "audit.index", "settings.index"),
    *("people.index", "people.invite", "people.link", "people.role", "people.disable", "people.enable"),
    "people.end_sessions",
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
