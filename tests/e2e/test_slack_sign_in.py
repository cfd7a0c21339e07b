"""Sign in with Slack over real HTTP, against a provider that answers as Slack does, and may lie."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from joserfc.jwk import RSAKey

from engine.store import Actor
from tests.support.console_desk import console, served
from tests.support.slack_openid import CLIENT, SECRET, TEAM, USER, Provider, provider

BY = Actor("test")


@pytest.fixture
def slack() -> Iterator[Provider]:
    with provider() as running:
        yield running


@pytest.fixture
def start(slack: Provider, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Starts a console whose people sign in there; gives its store and a browser."""
    opened: list[Any] = []

    def begin(**more: Any) -> Any:
        settings = {
            "SLACK_CLIENT_ID": CLIENT,
            "SLACK_CLIENT_SECRET": SECRET,
            "SLACK_TEAM": TEAM,
            "SLACK_API_URL": f"{slack.address}/api/",
        }
        room = console(tmp_path, **(settings | more))
        desk, app, _ = room.__enter__()
        pages = served(app)
        browser = httpx.Client(base_url=pages.__enter__(), follow_redirects=True, trust_env=False, timeout=60)
        opened.extend((browser, pages, room))
        return desk.store, browser

    yield begin
    for one in opened:
        one.__exit__(None, None, None)


def test_the_first_time_makes_a_viewer_and_leads_to_the_page_that_was_wanted(start: Any, slack: Provider) -> None:
    store, browser = start()
    assert 'href="/sign-in/slack"' in browser.get("/questions?q=vpn").text
    page = browser.get("/sign-in/slack")
    assert (page.status_code, page.url.path, page.url.query) == (200, "/questions", b"q=vpn")
    person = store.people.by_slack(TEAM, USER)
    assert (person.name, person.role, person.email) == ("agent-017", "viewer", None)
    assert slack.asked["team"] == TEAM
    assert len(slack.asked["state"]) >= 20
    assert len(slack.asked["nonce"]) >= 20
    assert slack.asked["scope"].split() == ["openid", "profile", "email"]
    assert slack.asked["redirect_uri"].endswith("/sign-in/slack/back")
    assert [entry.actor for entry in store.audit.entries(action="person.added", subject=person.key).entries] == [
        f"slack:{TEAM}:{USER}"
    ]


def test_who_is_there_already_stays_who_they_are(start: Any) -> None:
    store, browser = start()
    known = store.people.add("the support lead", "admin", BY, slack_team=TEAM, slack_user=USER)
    store.people.add("somebody else", "admin", BY, email="agent-017@example.org")
    assert browser.get("/sign-in/slack").url.path == "/"
    assert browser.get("/people").status_code == 200
    assert store.sessions.of(known.id)
    assert len(store.people.all()) == 2


@pytest.mark.parametrize(
    "claims",
    [
        {"https://slack.com/team_id": "T0OTHER"},
        {"https://slack.com/team_id": None},
        {"https://slack.com/team_id": [TEAM]},
        {"https://slack.com/user_id": None},
        {"https://slack.com/user_id": ""},
        {"nonce": "another"},
        {"nonce": None},
        {"aud": "another app"},
        {"iss": "https://evil.example"},
        {"exp": 1},
    ],
    ids=lambda claims: "-".join(f"{name}={value}" for name, value in claims.items()),
)
def test_a_token_that_does_not_fit_lets_nobody_in(start: Any, slack: Provider, claims: dict[str, Any]) -> None:
    store, browser = start()
    slack.claims = claims
    page = browser.get("/sign-in/slack")
    assert page.status_code == 403
    assert 'role="alert"' in page.text
    assert store.people.all() == []
    assert browser.get("/", follow_redirects=False).status_code == 302


def test_a_token_signed_by_another_key_lets_nobody_in(start: Any, slack: Provider) -> None:
    store, browser = start()
    slack.signer = RSAKey.generate_key(2048)
    assert browser.get("/sign-in/slack").status_code == 403
    assert store.people.all() == []


@pytest.mark.parametrize("query", ["", "?code=code-0&state=guess", "?error=access_denied&state=x", "?state=x"])
def test_coming_back_without_having_gone_lets_nobody_in(start: Any, query: str) -> None:
    store, browser = start()
    assert browser.get(f"/sign-in/slack/back{query}").status_code == 403
    assert store.people.all() == []


def test_the_way_back_works_once(start: Any) -> None:
    _, browser = start()
    there = browser.get("/sign-in/slack", follow_redirects=False)
    back = httpx.get(there.headers["Location"], trust_env=False, timeout=30).headers["Location"]
    other = httpx.Client(base_url=browser.base_url, trust_env=False, timeout=30)
    assert other.get(back).status_code == 403  # another browser has not gone there
    assert browser.get(back).status_code == 200
    browser.cookies.clear()
    assert browser.get(back).status_code == 403


def test_a_disabled_person_stays_out(start: Any) -> None:
    store, browser = start()
    known = store.people.add("agent-017", "viewer", BY, slack_team=TEAM, slack_user=USER)
    store.people.disable(known.id, BY)
    page = browser.get("/sign-in/slack")
    assert (page.status_code, "disabled" in page.text) == (403, True)


@pytest.mark.parametrize("role", ["reviewer", "nobody"])
def test_what_the_setting_says_of_new_people(start: Any, role: str) -> None:
    store, browser = start(SLACK_NEW_PEOPLE=role)
    assert browser.get("/sign-in/slack").status_code == (403 if role == "nobody" else 200)
    assert [person.role for person in store.people.all()] == ([] if role == "nobody" else [role])


def test_slack_away_is_said(start: Any, slack: Provider) -> None:
    _, browser = start()
    slack.down = True
    page = browser.get("/sign-in/slack")
    assert page.status_code == 503
    assert "Slack does not answer" in page.text


def test_without_the_settings_there_is_no_such_way(start: Any) -> None:
    _, browser = start(SLACK_TEAM=None)
    assert "Sign in with Slack" not in browser.get("/sign-in").text
    assert browser.get("/sign-in/slack").status_code == 404
    assert browser.get("/sign-in/slack/back").status_code == 404
