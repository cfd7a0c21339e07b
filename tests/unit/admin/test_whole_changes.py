"""A page that breaks half-way has changed nothing: no used link without a password, no person without a link."""

import re
from typing import Any

import pytest

from engine.store import Actor
from tests.support.console_desk import ConsoleDesk

BY = Actor("test")
OLD, NEW = "the old long one here", "correct horse battery staple"


@pytest.fixture
def person(desk: ConsoleDesk) -> Any:
    from admin.passwords import hashed

    return desk.store.people.add(
        "agent-017", "viewer", BY, email="agent-017@example.org", password_hash=hashed(OLD)
    )


def broken(*_: object, **__: object) -> None:
    raise RuntimeError("the power is gone")


def state(desk: ConsoleDesk) -> Any:
    """All that such a change could leave half done."""
    people = desk.store.people.all()
    sessions = {person.id: [one.id for one in desk.store.sessions.of(person.id)] for person in people}
    log = [entry.action for entry in desk.store.audit.entries(limit=200).entries]
    return [(person.name, person.password_hash, person.slack_user) for person in people], sessions, log


@pytest.mark.parametrize("part", ["people.set_password", "sessions.end_all", "sessions.start"])
def test_a_link_for_a_password(
    stranger: Any, desk: ConsoleDesk, person: Any, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    path = f"/password/{desk.store.links.make(person.id, 60, 'password')}"
    kept = desk.store.sessions.start(person.id, BY)
    before = state(desk)
    with monkeypatch.context() as broken_there:
        breaks(broken_there, desk, part)
        assert stranger.post(path, page=path, new=NEW).status_code == 500
    assert state(desk) == before
    assert desk.store.sessions.find(kept)
    assert stranger.post(path, page=path, new=NEW).status_code == 302
    assert desk.store.sessions.find(kept) is None


def test_a_link_to_sign_in(stranger: Any, room: Any, desk: ConsoleDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"/sign-in/{room[2].issue()}"
    with monkeypatch.context() as broken_there:
        breaks(broken_there, desk, "sessions.start")
        assert stranger.get(path).status_code == 500
    assert stranger.get(path).location == "/"


def test_another_password(stranger: Any, desk: ConsoleDesk, person: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stranger.post("/sign-in", page="/sign-in", email=person.email, password=OLD)
    desk.store.sessions.start(person.id, BY)
    before = state(desk)
    with monkeypatch.context() as broken_there:
        breaks(broken_there, desk, "sessions.end_all")
        answer = stranger.post("/account/password", page="/account", old=OLD, new=NEW)
        assert answer.status_code == 500
    assert state(desk) == before


def test_an_invitation(client: Any, desk: ConsoleDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = state(desk)
    with monkeypatch.context() as broken_there:
        breaks(broken_there, desk, "links.make")
        answer = client.post("/people", page="/people", name="a", email="a@example.org", role="viewer")
        assert answer.status_code == 500
    assert state(desk) == before
    again = client.post("/people", page="/people", name="a", email="a@example.org", role="viewer")
    assert re.search("/password/[\\w-]+", again.text)


def breaks(patch: pytest.MonkeyPatch, desk: ConsoleDesk, part: str) -> None:
    room, _, method = part.partition(".")
    patch.setattr(getattr(desk.store, room), method, broken)
