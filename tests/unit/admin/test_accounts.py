"""Passwords, invitations, the throttle, and the pages about people: over HTTP, against the real store."""

import datetime as dt
import re
from typing import Any

import pytest
from sqlmodel import select

from engine.store import Actor, LastAdmin, SignedIn
from tests.support.console_desk import ConsoleDesk

BY = Actor("test")
GOOD = "correct horse battery staple"


def link_in(page: str) -> str:
    found = re.search(r"http://localhost(/password/[\w-]+)", page)
    assert found, page
    return found[1]


def invited(client: Any, role: str = "viewer", email: str = "agent-017@example.org") -> str:
    answer = client.post("/people", page="/people", name="agent-017", email=email, role=role)
    assert answer.status_code == 200
    return link_in(answer.text)


def joined(client: Any, stranger: Any, role: str = "viewer") -> None:
    link = invited(client, role)
    assert stranger.post(link, page=link, new=GOOD).status_code == 302


def test_an_invitation_sets_the_password_once(client: Any, stranger: Any, desk: ConsoleDesk) -> None:
    link = invited(client)
    assert stranger.get(link).status_code == 200  # looking does not use it up
    assert stranger.post(link, page=link, new=GOOD).location == "/"
    assert stranger.get("/").status_code == 200
    assert desk.store.people.by_email("agent-017@example.org").role == "viewer"
    assert stranger.post(link, page="/", new="another long password").status_code == 403


def test_signing_in_by_password_and_back_to_the_page_that_was_wanted(
    room: Any, client: Any, stranger: Any
) -> None:
    joined(client, stranger)
    stranger.post("/sign-out")
    assert stranger.get("/questions?q=vpn").location == "/sign-in"
    answer = stranger.post("/sign-in", page="/sign-in", email=" Agent-017@Example.org ", password=GOOD)
    assert (answer.status_code, answer.location) == (302, "/questions?q=vpn")


@pytest.mark.parametrize(
    ("email", "password"),
    [("agent-017@example.org", "wrong"), ("nobody@example.org", GOOD), ("", ""), ("agent-017@example.org", "")],
)
def test_who_is_not_known_is_told_the_same_as_who_is_wrong(
    client: Any, stranger: Any, email: str, password: str
) -> None:
    joined(client, stranger)
    stranger.post("/sign-out")
    answer = stranger.post("/sign-in", page="/sign-in", email=email, password=password)
    assert answer.status_code == 403
    assert "E-mail and password do not belong together." in answer.text
    assert stranger.get("/").status_code == 302


def test_too_many_tries_must_wait_also_with_the_right_password(client: Any, stranger: Any) -> None:
    joined(client, stranger)
    stranger.post("/sign-out")
    for _ in range(5):
        stranger.post("/sign-in", page="/sign-in", email="agent-017@example.org", password="wrong")
    answer = stranger.post("/sign-in", page="/sign-in", email="agent-017@example.org", password=GOOD)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 15 * 60
    assert re.search(r"Wait \d+ minutes", answer.text)


def test_mistakes_do_not_shut_out_others_of_the_same_address(client: Any, stranger: Any) -> None:
    joined(client, stranger)
    stranger.post("/sign-out")
    for number in range(8):
        stranger.post("/sign-in", page="/sign-in", email=f"agent-{number}@example.org", password="wrong")
    answer = stranger.post("/sign-in", page="/sign-in", email="agent-017@example.org", password=GOOD)
    assert answer.status_code == 302


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_whose_an_address_is(address: str, whose: str) -> None:
    from admin.passwords import network

    assert network(address) == whose


@pytest.mark.parametrize(
    "password", ["", "short", "elevenchars", "aaaaaaaaaaaaaaaa", "Agent-017@example.org", "x" * 201]
)
def test_weak_passwords_leave_the_link_good(client: Any, stranger: Any, password: str) -> None:
    link = invited(client)
    assert stranger.post(link, page=link, new=password).status_code == 400
    assert stranger.post(link, page=link, new="only small letters do").status_code == 302


def test_a_disabled_person_is_out_at_once_and_cannot_come_back(
    client: Any, stranger: Any, desk: ConsoleDesk
) -> None:
    joined(client, stranger)
    person = desk.store.people.by_email("agent-017@example.org")
    token = desk.store.tokens.make(person.id, "a program", BY)
    assert client.post(f"/people/{person.id}/disable", page="/people").status_code == 303
    assert stranger.get("/").status_code == 302
    assert stranger.get("/questions.json", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert stranger.post("/sign-in", page="/sign-in", email=person.email, password=GOOD).status_code == 403
    assert client.post(f"/people/{person.id}/link", page="/people").status_code == 400
    client.post(f"/people/{person.id}/enable", page="/people")
    assert stranger.post("/sign-in", page="/sign-in", email=person.email, password=GOOD).status_code == 302


def test_a_role_counts_from_the_next_request_on(client: Any, stranger: Any, desk: ConsoleDesk) -> None:
    joined(client, stranger)
    assert stranger.get("/people").status_code == 403
    person = desk.store.people.by_email("agent-017@example.org")
    client.post(f"/people/{person.id}/role", page="/people", role="admin")
    assert stranger.get("/people").status_code == 200
    (entry,) = desk.store.audit.entries(action="person.role").entries
    assert (entry.before, entry.after, entry.address) == ({"role": "viewer"}, {"role": "admin"}, "127.0.0.1")


def test_the_last_admin_stays(room: Any, client: Any, desk: ConsoleDesk) -> None:
    me = room[2].person("admin")
    for path, fields in ((f"/people/{me.id}/disable", {}), (f"/people/{me.id}/role", {"role": "viewer"})):
        answer = client.post(path, page="/people", **fields)
        assert answer.status_code == 400
        assert "only admin" in answer.text
    with pytest.raises(LastAdmin):
        desk.store.people.disable(me.id, BY)


@pytest.mark.parametrize(
    ("what", "fields", "then"),
    [
        ("role", {"role": "viewer"}, "/account"),
        ("role", {"role": "reviewer"}, "/account"),
        ("disable", {}, "/sign-in"),
    ],
)
def test_an_admin_is_asked_before_he_gives_himself_up(
    room: Any, client: Any, desk: ConsoleDesk, what: str, fields: dict[str, str], then: str
) -> None:
    me = room[2].person("admin")
    desk.store.people.add("another", "admin", BY)
    answer = client.post(f"/people/{me.id}/{what}", page="/people", **fields)
    assert answer.status_code == 409
    assert "another admin can undo it" in answer.text
    assert desk.store.people.get(me.id) == me
    assert next(entry.action for entry in desk.store.audit.entries(subject=me.key).entries) == "session.started"
    form = re.search(r'<form method="post" class="acts".*?</form>', answer.text, re.DOTALL)
    assert form
    sure = dict(re.findall(r'name="(sure|role)" value="(\w+)"', form[0]))
    assert sure == {"sure": "yes"} | fields
    done = client.post(f"/people/{me.id}/{what}", page="/people", **sure)
    assert (done.status_code, done.location) == (303, then)
    assert client.get(then).status_code == 200
    assert client.get("/people").status_code == (302 if what == "disable" else 403)


def test_what_another_admin_did_meanwhile_is_not_undone_unseen(client: Any, desk: ConsoleDesk) -> None:
    person = desk.store.people.add("agent-017", "viewer", BY)
    was = re.search(r'name="was" value="(\w+)"', client.get("/people").text.partition("agent-017")[2])
    assert was
    desk.store.people.set_role(person.id, "admin", BY)  # another admin, while the page was open
    answer = client.post(f"/people/{person.id}/role", page="/people", role="reviewer", was=was[1])
    assert answer.status_code == 400
    assert "Meanwhile agent-017 was made admin." in answer.text
    assert desk.store.people.get(person.id).role == "admin"
    assert (
        client.post(f"/people/{person.id}/role", page="/people", role="reviewer", was="admin").status_code == 303
    )


def test_the_log_past_its_end_leads_back(client: Any) -> None:
    page = client.get("/audit?offset=5000").text
    assert "No more entries this way" in page
    assert "Show the newest" in page
    assert client.get("/audit?offset=5000&actor=nobody").text.count("Nothing fits") == 1


def test_a_view_that_no_database_can_number_is_not_there(client: Any) -> None:
    for number in (2**31, 10**40):
        assert client.post(f"/questions/views/{number}/delete").status_code == 404


def test_who_may_not_is_told_why_and_whom_to_ask(room: Any, stranger: Any, desk: ConsoleDesk) -> None:
    stranger.get(f"/sign-in/{room[2].issue('viewer')}")
    admin, gone = desk.store.people.add("agent-001", "admin", BY), desk.store.people.add("agent-002", "admin", BY)
    desk.store.people.disable(gone.id, BY)
    answer = stranger.get("/people")
    assert answer.status_code == 403
    assert "This is for admins, and your role is viewer." in answer.text
    assert admin.name in answer.text
    assert gone.name not in answer.text
    error = stranger.get("/people.json").json["error"]
    assert (error["code"], error["status"]) == ("forbidden", 403)
    assert "your role is viewer" in error["message"]
    assert "reviewers and admins" in stranger.post("/graph/refresh", page="/").text


def test_an_admin_ends_the_sessions_of_somebody(client: Any, stranger: Any, desk: ConsoleDesk) -> None:
    joined(client, stranger)
    person = desk.store.people.by_email("agent-017@example.org")
    client.post(f"/people/{person.id}/end-sessions", page="/people")
    assert stranger.get("/").status_code == 302


def test_a_new_password_ends_other_sessions(room: Any, client: Any, stranger: Any) -> None:
    joined(client, stranger)
    other = type(stranger)(room[1])
    other.post("/sign-in", page="/sign-in", email="agent-017@example.org", password=GOOD)
    assert other.get("/").status_code == 200
    wrong = stranger.post("/account/password", page="/account", old="wrong", new="another long password")
    assert wrong.status_code == 400
    assert "The old password is not right." in wrong.text
    assert 'aria-label="Password"' in wrong.text  # on the page itself, to be tried again
    changed = stranger.post("/account/password", page="/account", old=GOOD, new="another long password")
    assert changed.status_code == 303
    assert stranger.get("/").status_code == 200
    assert other.get("/").status_code == 302


def test_signing_in_begins_a_new_session(room: Any, stranger: Any) -> None:
    stranger.get(f"/sign-in/{room[2].issue()}")
    first = stranger.http.get_cookie("graphdesk").value
    stranger.post("/sign-out")
    stranger.http.set_cookie("graphdesk", first)  # a cookie kept from before
    assert stranger.get("/").status_code == 302
    stranger.get(f"/sign-in/{room[2].issue()}")
    assert stranger.get("/").status_code == 200


@pytest.mark.parametrize("which", ["idle", "lifetime"])
def test_sessions_time_out(client: Any, desk: ConsoleDesk, which: str) -> None:
    long_ago = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    with desk.store._database.write() as session:
        for one in session.exec(select(SignedIn)):
            setattr(one, "seen" if which == "idle" else "expires", long_ago)
    assert client.get("/").status_code == 302


def test_tokens_are_made_shown_once_and_revoked(client: Any, stranger: Any) -> None:
    page = client.post("/account/tokens", page="/account", name="nightly report").text
    token = re.search(r"graphdesk_[\w-]{40,}", page)
    assert token
    bearing = {"Authorization": f"Bearer {token[0]}"}
    assert stranger.get("/questions.json", headers=bearing).status_code == 200
    later = client.get("/account").text
    assert token[0] not in later
    path = re.search(r'action="(/account/tokens/\w+/revoke)"', later)
    assert client.post(path[1], page="/account").status_code == 303
    assert stranger.get("/questions.json", headers=bearing).status_code == 401


def test_nobody_ends_sessions_or_tokens_of_others(
    client: Any, stranger: Any, room: Any, desk: ConsoleDesk
) -> None:
    joined(client, stranger)
    me = room[2].person("admin")
    desk.store.tokens.make(me.id, "mine", BY)
    (token,), session = desk.store.tokens.of(me.id), desk.store.sessions.of(me.id)[0]
    assert stranger.post(f"/account/tokens/{token.hash}/revoke", page="/account").status_code == 404
    assert stranger.post(f"/account/sessions/{session.id}/end", page="/account").status_code == 404
    assert client.get("/").status_code == 200
    assert len(desk.store.tokens.of(me.id)) == 1


def test_what_was_written_stays_when_it_will_not_do(client: Any) -> None:
    answer = client.post("/people", page="/people", name="agent-020", email="nowhere", role="reviewer")
    assert answer.status_code == 400
    assert "This is no e-mail address." in answer.text
    assert 'value="agent-020"' in answer.text
    assert "<option selected>reviewer" in answer.text


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "", "email": "a@example.org", "role": "viewer"},
        {"name": "agent-017", "email": "example.org", "role": "viewer"},
        {"name": "agent-017", "email": "a b@example.org", "role": "viewer"},
        {"name": "agent-017", "email": "a@example.org", "role": "owner"},
        {"name": "x" * 81, "email": "a@example.org", "role": "viewer"},
    ],
)
def test_bad_invitations_add_nobody(client: Any, desk: ConsoleDesk, fields: dict[str, str]) -> None:
    before = len(desk.store.people.all())
    assert client.post("/people", page="/people", **fields).status_code == 400
    assert len(desk.store.people.all()) == before


def test_no_two_people_of_one_email(client: Any) -> None:
    invited(client)
    answer = client.post("/people", page="/people", name="x", email="AGENT-017@example.org", role="viewer")
    assert answer.status_code == 400
    assert "already" in answer.text


def test_the_log_shows_who_what_and_of_whom(room: Any, client: Any, stranger: Any, desk: ConsoleDesk) -> None:
    joined(client, stranger)
    person = desk.store.people.by_email("agent-017@example.org")
    page = client.get(f"/audit?subject={person.key}&action=person").text
    assert page.count("<li>") == 2
    assert "person.password" in page
    assert "person.added" in page
    assert "scrypt" not in page
    assert client.get("/audit?actor=&action=link").location == "/audit?action=link"
    assert "Nothing fits" in client.get("/audit?to=2000-01-01").text
    assert client.get("/audit?offset=x").status_code == 400


def test_the_log_in_pages(client: Any, desk: ConsoleDesk) -> None:
    for number in range(60):
        desk.store.audit.add(BY, "thing.changed", f"thing:{number}", {"n": 0}, {"n": number})
    first = client.get("/audit?action=thing").text
    assert "60 entries" in first
    assert first.count("<li>") == 50
    assert "offset=50" in first
    assert client.get("/audit?action=thing&offset=50").text.count("<li>") == 10


def test_settings_are_shown_and_no_secret(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from admin.views.settings import shown
    from engine.settings import Settings, read_settings

    given = {
        "ANTHROPIC_API_KEY": "sk-secret",
        "DATABASE_URL": "postgresql://desk:hunter2@db.example/desk?password=hunter3",
    }
    monkeypatch.setenv("GRAPHDESK_PORT", "9000")
    found = {one.name: one for one in shown(read_settings(GRAPHDESK_HOME=tmp_path, **given))}
    assert set(found) == {field.alias for field in Settings.model_fields.values()}
    assert (found["ANTHROPIC_API_KEY"].value, found["SLACK_BOT_TOKEN"].value) == ("set", "not set")
    assert found["DATABASE_URL"].value == "postgresql://desk:…@db.example/desk?…"
    assert (found["GRAPHDESK_PORT"].value, found["GRAPHDESK_PORT"].source) == ("9000", "environment")
    assert found["GRAPHDESK_HOST"].source == "default"
    assert found["GRAPHDESK_HOME"].source == "command line"
    assert not any("hunter" in one.value or "sk-" in one.value for one in found.values())


def test_what_nobody_set_is_shown_as_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    from admin.views.settings import shown
    from engine.settings import Settings

    for field in Settings.model_fields.values():
        monkeypatch.delenv(str(field.alias), raising=False)
    assert {one.source for one in shown(Settings())} == {"default"}
