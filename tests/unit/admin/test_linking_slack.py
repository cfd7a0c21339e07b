"""Linking people to Slack users on the people page: whose questions are whose, conflicts, the log."""

from pathlib import Path
from typing import Any

import pytest

from engine.store import Actor
from tests.support.console_desk import ConsoleDesk, console

BY = Actor("test")


def test_a_person_is_linked_to_a_slack_user_and_unlinked(client: Any, stranger: Any, desk: ConsoleDesk) -> None:
    person = desk.store.people.add("agent-017", "viewer", BY, email="agent-017@example.org")
    stranger.get(f"/sign-in/{desk.store.links.make(person.id, 60)}")
    task = desk.store.create_task("In Slack?", source="slack", asked_by="slack:T012AB:U034CD").id
    assert stranger.post(f"/questions/{task}/stop", page="/account").status_code == 403
    linked = client.post(f"/people/{person.id}/slack", page="/people", team=" t012ab", user="u034cd ")
    assert linked.status_code == 303
    assert desk.store.people.by_slack("T012AB", "U034CD").id == person.id
    assert (
        "agent-017"
        in client.get("/questions.json?person=slack:T012AB:U034CD").json["questions"][0]["person"]["name"]
    )
    assert stranger.post(f"/questions/{task}/stop", page="/account").status_code == 303  # what is theirs there
    twice = client.post(f"/people/{person.id}/slack", page="/people", team="T012AB", user="U999")
    assert "is linked to the Slack user U034CD" in twice.text
    assert client.post(f"/people/{person.id}/slack/unlink", page="/people").status_code == 303
    assert desk.store.people.by_slack("T012AB", "U034CD") is None
    assert stranger.get("/").status_code == 302  # whoever came in by it is out
    log = desk.store.audit.entries(subject=person.key, action="person").entries
    changes = [(one.action, one.before, one.after) for one in log[:2]]
    gone, there = {"slack_team": None, "slack_user": None}, {"slack_team": "T012AB", "slack_user": "U034CD"}
    assert changes == [("person.slack_unlinked", there, gone), ("person.slack", gone, there)]


def test_a_slack_user_is_of_one_person_and_the_page_says_of_whom(client: Any, desk: ConsoleDesk) -> None:
    first = desk.store.people.add("agent-018", "viewer", BY, slack_team="T1", slack_user="U1")
    second = desk.store.people.add("agent-019", "viewer", BY, email="agent-019@example.org")
    answer = client.post(f"/people/{second.id}/slack", page="/people", team="T1", user="U1")
    assert answer.status_code == 400
    assert "The Slack user U1 is linked to agent-018 already. Unlink it there" in answer.text
    assert "Invite somebody" in answer.text  # on the page itself
    client.post(f"/people/{first.id}/slack/unlink", page="/people")
    assert client.post(f"/people/{second.id}/slack", page="/people", team="T1", user="U1").status_code == 303
    assert client.post("/people/nobody/slack", page="/people", team="T1", user="U2").status_code == 404


@pytest.mark.parametrize(
    ("team", "user"),
    [("", "U1"), ("T1", ""), ("U1", "T1"), ("T1", "@agent"), ("T1", "U1 U2"), ("T1", "U" + "1" * 99)],
)
def test_what_is_no_slack_user_is_refused(client: Any, desk: ConsoleDesk, team: str, user: str) -> None:
    person = desk.store.people.add("agent-019", "viewer", BY)
    answer = client.post(f"/people/{person.id}/slack", page="/people", team=team, user=user)
    assert answer.status_code == 400
    assert "This is not the id of a Slack" in answer.text
    assert desk.store.people.get(person.id).slack_user is None


def test_where_one_workspace_is_set_no_other_is_taken(tmp_path: Path) -> None:
    with console(tmp_path, SLACK_TEAM="T1") as (desk, app, door):
        app.config["WTF_CSRF_ENABLED"] = False
        admin = app.test_client()
        admin.get(f"/sign-in/{door.issue()}")
        assert "Workspace ID" not in admin.get("/people").text
        admin.post(f"/people/{door.person().id}/slack", data={"team": "T2", "user": "U1"})
        assert desk.store.people.by_slack("T1", "U1").id == door.person().id
