"""A form that is sent again (double click, retry, reloaded page) has done once what it asks for."""

import re
import threading
import urllib.parse
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any

import pytest

from engine.store import Actor
from tests.support.console_desk import ConsoleDesk, counted, served

BY = Actor("test")
OLD, NEW = "the old long one here", "correct horse battery staple"
KEY = re.compile(r'name="form_key" value="([^"]+)"')
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
FORM = re.compile(r'<form[^>]* method="post".*?</form>', re.DOTALL)


def state(desk: ConsoleDesk) -> Any:
    """All that a form of the console may change."""
    store, people = desk.store, desk.store.people.all()
    return (
        [task.question for task in store.tasks().tasks],
        [
            (one.name, one.role, one.email, one.slack_user, bool(one.disabled_at), one.password_hash)
            for one in people
        ],
        [len(store.sessions.of(one.id)) for one in people],
        [token.hash for one in people for token in store.tokens.of(one.id)],
        [[(view.name, view.query) for view in store.views.of(one.key, "questions")] for one in people],
        [entry.action for entry in store.audit.entries(limit=500).entries],
    )


class Sent:
    """One form of a page, filled in."""

    def __init__(self, path: str, page: str, fields: dict[str, str]) -> None:
        self.path, self.page, self.fields = path, page, fields


def _token(desk: ConsoleDesk, me: Any) -> Sent:
    desk.store.tokens.make(me.id, "old", BY)
    return Sent(f"/account/tokens/{desk.store.tokens.of(me.id)[0].hash}/revoke", "/account", {})


def _session(desk: ConsoleDesk, me: Any) -> Sent:
    desk.store.sessions.start(me.id, BY)
    own = desk.store.sessions.of(me.id)
    newest = max(own, key=lambda one: one.created)
    return Sent(f"/account/sessions/{newest.id}/end", "/account", {})


def _view(desk: ConsoleDesk, me: Any) -> Sent:
    view = desk.store.views.save(me.key, "questions", "vpn", "q=vpn")
    return Sent(f"/questions/views/{view.id}/delete", "/questions", {})


def _password(desk: ConsoleDesk, me: Any) -> Sent:
    from admin.passwords import hashed

    desk.store.people.set_password(me.id, hashed(OLD), BY)
    return Sent("/account/password", "/people", {"old": OLD, "new": NEW})


def _other(what: str, **fields: str) -> Callable[[ConsoleDesk, Any], Sent]:
    def made(desk: ConsoleDesk, _: Any) -> Sent:
        other = desk.store.people.add("agent-017", "viewer", BY, email="agent-017@example.org")
        return Sent(f"/people/{other.id}/{what}", "/people", fields)

    return made


def _always(path: str, page: str, **fields: str) -> Callable[[ConsoleDesk, Any], Sent]:
    return lambda *_: Sent(path, page, fields)


FORMS: dict[str, tuple[Callable[[ConsoleDesk, Any], Sent], int]] = {  # what, and what is said the second time
    "ask": (_always("/ask", "/", question="How many cases?", conversation="conversation-1"), 303),
    "ask anew": (_always("/ask", "/", question="How many cases?", conversation=""), 303),
    "invite": (_always("/people", "/people", name="a", email="a@example.org", role="viewer"), 409),
    "link": (_other("link"), 409),
    "token": (_always("/account/tokens", "/account", name="nightly"), 409),
    "role": (_other("role", role="reviewer"), 303),
    "disable": (_other("disable"), 303),
    "link slack": (_other("slack", team="T012", user="U012"), 303),
    "revoke a token": (_token, 303),
    "end a session": (_session, 303),
    "save a view": (_always("/questions/views", "/questions?q=vpn", q="vpn", name="vpn"), 303),
    "delete a view": (_view, 303),
    "password": (_password, 303),
}


def filled(client: Any, form: Sent) -> dict[str, str]:
    page = client.get(form.page).text
    token, key = TOKEN.search(page), KEY.search(page)
    assert token
    assert key
    return form.fields | {"csrf_token": token[1], "form_key": key[1]}


@pytest.mark.parametrize("what", FORMS)
def test_sent_twice_it_is_done_once(client: Any, desk: ConsoleDesk, room: Any, what: str) -> None:
    make, code = FORMS[what]
    form = make(desk, room[2].person("admin"))
    body, before = filled(client, form), state(desk)
    first = client.http.post(form.path, data=body)
    done = state(desk)
    assert first.status_code in (200, 303)
    assert done != before
    second = client.http.post(form.path, data=body)
    assert (second.status_code, state(desk)) == (code, done)
    if code == 303:
        assert second.location == first.location
    else:
        assert "done once" in second.text
        assert not re.search("/password/[\\w-]{20}|graphdesk_[\\w-]{20}", second.text)
    another = client.http.post(form.path, data=filled(client, form))  # the person means it: a new page, a new form
    assert another.status_code in (200, 303, 400, 404)


@pytest.mark.parametrize("what", ["ask", "ask anew", "invite", "link", "token", "password"])
def test_sent_twice_at_once_it_is_done_once(client: Any, desk: ConsoleDesk, room: Any, what: str) -> None:
    make, again = FORMS[what]
    form = make(desk, room[2].person("admin"))
    body = filled(client, form)
    tasks, log = len(state(desk)[0]), len(state(desk)[-1])
    cookie = client.http.get_cookie("graphdesk").value
    ready, codes = threading.Barrier(2), []

    def send(address: str) -> None:
        connection = HTTPConnection(address.removeprefix("http://"), timeout=60)
        headers = {"Cookie": f"graphdesk={cookie}", "Content-Type": "application/x-www-form-urlencoded"}
        connection.connect()
        ready.wait(30)
        connection.request("POST", form.path, urllib.parse.urlencode(body), headers)
        codes.append(connection.getresponse().status)
        connection.close()

    with served(room[1]) as address:
        both = [threading.Thread(target=send, args=(address,)) for _ in range(2)]
        for one in both:
            one.start()
        for one in both:
            one.join(60)
    assert sorted(codes) in ([200, 409], [303, 303])
    assert again in codes
    now = state(desk)
    assert len(now[0]) - tasks == (1 if what.startswith("ask") else 0)
    entries = now[-1][: len(now[-1]) - log]  # newest first
    expected = {"invite": ["link.made", "person.added"], "password": ["person.password"]}
    assert entries == expected.get(what, entries[:1])
    assert bool(entries) != what.startswith("ask")


def test_with_htmx_the_question_that_was_asked_is_shown_again(client: Any, desk: ConsoleDesk) -> None:
    desk.script["How many cases?"] = counted()
    form = Sent("/ask", "/", {"question": "How many cases?", "conversation": ""})
    body = filled(client, form)
    first, second = (client.http.post("/ask", data=body, headers={"HX-Request": "true"}) for _ in range(2))
    turn = re.search(r'id="(turn-\w+)"', first.text)
    assert turn
    assert turn[1] in second.text
    assert first.headers["HX-Push-Url"] == second.headers["HX-Push-Url"]
    assert "312" in second.text
    assert desk.store.tasks().total == 1


def test_one_form_may_ask_several_questions(client: Any, desk: ConsoleDesk) -> None:
    body = filled(client, Sent("/ask", "/", {"conversation": "conversation-1"}))
    for question in ("How many cases?", "How many teams?", "How many cases?"):
        client.http.post("/ask", data=body | {"question": question})
    assert sorted(state(desk)[0]) == ["How many cases?", "How many teams?"]


def test_a_form_that_was_refused_may_be_sent_again(client: Any, desk: ConsoleDesk) -> None:
    body = filled(client, Sent("/people", "/people", {"name": "a", "role": "viewer"}))
    assert client.http.post("/people", data=body | {"email": "nowhere"}).status_code == 400
    assert client.http.post("/people", data=body | {"email": "a@example.org"}).status_code == 200
    assert desk.store.people.by_email("a@example.org")


def test_a_form_whose_work_broke_may_be_sent_again(
    client: Any, desk: ConsoleDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = filled(client, Sent("/account/tokens", "/account", {"name": "nightly"}))
    with monkeypatch.context() as there:
        there.setattr("admin.views.account._page", lambda *_, **__: 1 / 0)  # after the token was made
        assert client.http.post("/account/tokens", data=body).status_code == 500
    assert state(desk)[3] == []
    assert client.http.post("/account/tokens", data=body).status_code == 200
    assert len(state(desk)[3]) == 1


def test_the_key_of_somebody_else_takes_nothing_from_me(
    client: Any, stranger: Any, room: Any, desk: ConsoleDesk
) -> None:
    stranger.get(f"/sign-in/{room[2].issue('viewer')}")
    mine, theirs = (
        filled(one, Sent("/ask", "/", {"question": "How many?", "conversation": ""})) for one in (client, stranger)
    )
    client.http.post("/ask", data=mine)
    stranger.http.post("/ask", data=theirs | {"form_key": mine["form_key"]})
    assert sorted(task.asked_by for task in desk.store.tasks().tasks) == sorted(
        room[2].person(role).key for role in ("admin", "viewer")
    )


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "ä" * 20, "\ud800" * 20, "a b c d e f g h i j k l"])
def test_what_is_no_key_counts_as_none(client: Any, desk: ConsoleDesk, key: str) -> None:
    body = filled(client, Sent("/ask", "/", {"question": "How many?"})) | {"form_key": key}
    body = {name: value.encode("utf-8", "surrogatepass").decode("latin-1") for name, value in body.items()}
    assert [client.http.post("/ask", data=body).status_code for _ in range(2)] == [303, 303]
    assert desk.store.tasks().total == 2


def test_every_form_that_changes_something_has_a_key_of_its_own(client: Any, desk: ConsoleDesk, room: Any) -> None:
    task = desk.ask("How many cases?", counted())
    running = desk.ask("How many teams?")
    _other("link")(desk, None)
    _view(desk, room[2].person("admin"))
    _token(desk, room[2].person("admin"))
    paths = ["/", "/conversations/conversation-1", "/questions?q=vpn", "/people", "/account", "/graph"]
    paths += [f"/questions/{task}", f"/questions/{running}"]
    keys = []
    for path in paths:
        for form in FORM.findall(client.get(path).text):
            found = KEY.findall(form)
            assert len(found) == 1, f"{path}: {form}"
            keys += found
    assert len(set(keys)) == len(keys) > 20
