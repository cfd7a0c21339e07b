"""The console behind a proxy with TLS, over real sockets; and what anybody may claim who is no such proxy."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from deploy.listening import listen
from tests.support.console_desk import console
from tests.support.slack_openid import CLIENT, SECRET, TEAM, provider
from tests.support.tls_proxy import tls_proxy

SPOOFED = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Host": "evil.example",
    "Forwarded": "for=203.0.113.9;proto=https;host=evil.example",
}
LOOPBACK, CLIENT_ADDRESS = "127.0.0.1", "127.0.0.2"


@contextmanager
def listening(app: Any, trusted_proxy: str | None) -> Iterator[str]:
    server = listen(app, LOOPBACK, 0, trusted_proxy=trusted_proxy)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://{LOOPBACK}:{server.effective_port}"
    finally:
        server.close()
        server.task_dispatcher.shutdown()
        thread.join(5)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Starts a console that believes ``trusted_proxy``, a proxy before it, and a browser of another machine."""
    with ExitStack() as stack:

        def begin(trusted_proxy: str | None = LOOPBACK, *, passes_host: bool = True, **settings: Any) -> Any:
            desk, app, door = stack.enter_context(console(tmp_path, **settings))
            inside = stack.enter_context(listening(app, trusted_proxy))
            proxy = stack.enter_context(tls_proxy(inside, tmp_path, passes_host=passes_host))
            line = httpx.HTTPTransport(verify=proxy.trust, trust_env=False, local_address=CLIENT_ADDRESS)
            browser = httpx.Client(base_url=proxy.address, transport=line, timeout=60)
            return desk, door, inside, stack.enter_context(browser)

        yield begin


def form(page: httpx.Response, **fields: str) -> dict[str, Any]:
    """A form of a page as a browser sends it: with its token, and saying which page it is from."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', page.text)
    assert token, page.text
    return {"data": fields | {"csrf_token": token[1]}, "headers": {"Referer": str(page.url)}}


@pytest.mark.parametrize("passes_host", [True, False])
def test_through_the_proxy_all_is_https(start: Any, passes_host: bool) -> None:
    desk, door, _, browser = start(passes_host=passes_host)
    wanted = browser.get("/questions?q=vpn")
    assert (wanted.status_code, wanted.headers["Location"]) == (302, "/sign-in")
    entered = browser.get(f"/sign-in/{door.issue()}", headers=SPOOFED)
    cookie = entered.headers["Set-Cookie"]
    assert re.match(r"__Host-graphdesk=.*; Secure; HttpOnly; Path=/; SameSite=Lax$", cookie)
    assert "Strict-Transport-Security" in entered.headers
    assert entered.headers["Location"] == "/questions?q=vpn"
    people = browser.get("/people")
    sent = form(people, name="agent-017", email="agent-017@example.org", role="viewer")
    invited = browser.post("/people", **sent)  # over TLS a form must come from the same host
    link = re.search(r"https://localhost:\d+/password/[\w-]+", invited.text)
    assert link, invited.text
    assert link[0].startswith(str(browser.base_url).rstrip("/"))
    assert browser.get(link[0]).status_code == 200
    (entry,) = desk.store.audit.entries(action="person.added", actor=door.person().key).entries
    assert entry.address == CLIENT_ADDRESS  # as the proxy tells it, not as the client does


def test_links_for_elsewhere_go_by_the_public_address(start: Any) -> None:
    desk, door, _, browser = start(GRAPHDESK_URL="https://desk.example/")
    browser.headers["Host"] = "desk.example"
    browser.get(f"/sign-in/{door.issue()}")
    task = desk.ask("How many cases?")
    assert f"https://desk.example/questions/{task}" in browser.get("/questions.csv").text
    made = browser.post(
        f"/people/{door.person().id}/link",
        data=form(browser.get("/people"))["data"],
        headers={"Referer": "https://desk.example/people"},
    )
    assert re.search("https://desk.example/password/[\\w-]+", made.text)
    foreign = browser.post(
        "/people", data=form(browser.get("/people"))["data"], headers={"Referer": "https://evil.example/people"}
    )
    assert foreign.status_code == 400


def test_slack_sends_people_back_to_the_proxy(start: Any) -> None:
    with provider() as slack:
        slack_settings = {"SLACK_CLIENT_ID": CLIENT, "SLACK_CLIENT_SECRET": SECRET, "SLACK_TEAM": TEAM}
        _, _, _, browser = start(**slack_settings, SLACK_API_URL=f"{slack.address}/api/")
        away = browser.get("/sign-in/slack")
        assert f"{urlsplit(slack.address).netloc}/openid/connect/authorize" in away.headers["Location"]
        back = httpx.get(away.headers["Location"], trust_env=False).headers["Location"]
        assert back.startswith(f"{str(browser.base_url).rstrip('/')}/sign-in/slack/back?")
        assert browser.get(back).status_code == 302
        assert browser.get("/").status_code == 200


@pytest.mark.parametrize("trusted_proxy", [None, "192.0.2.1"])
def test_who_is_not_the_proxy_is_not_believed(start: Any, trusted_proxy: str | None) -> None:
    desk, door, inside, _ = start(trusted_proxy)
    with httpx.Client(base_url=inside, headers=SPOOFED, trust_env=False, timeout=60) as client:
        entered = client.get(f"/sign-in/{door.issue()}")
        assert entered.status_code == 302
        assert entered.headers["Set-Cookie"].startswith("graphdesk=")
        assert "Secure" not in entered.headers["Set-Cookie"]
        assert "Strict-Transport-Security" not in entered.headers
        sent = form(client.get("/people"), name="agent-017", email="agent-017@example.org", role="viewer")
        invited = client.post("/people", **sent)
        assert f"{inside}/password/" in invited.text
        assert "evil.example" not in invited.text
        (entry,) = desk.store.audit.entries(action="person.added", actor=door.person().key).entries
        assert entry.address == LOOPBACK
        for number in range(6):  # a guesser does not get new tries by claiming new addresses
            client.headers["X-Forwarded-For"] = f"203.0.113.{number}"
            tried = client.post("/sign-in", **form(client.get("/people"), email="a@example.org", password="x"))
        assert tried.status_code == 429
