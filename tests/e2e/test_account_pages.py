"""The pages about accounts in a browser: by keyboard alone, from invitation to signing in and out."""

from typing import Any

import pytest

from engine.store import Actor
from tests.support import console_desk as given

pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.browser

FOCUSED = (
    "(one => one.getAttribute('aria-label') || one.labels?.[0]?.textContent || one.textContent)"
    "(document.activeElement)"
)


def tab_to(page: Any, name: str, most: int = 60) -> None:
    """Press Tab until what has the focus is called ``name``."""
    for _ in range(most):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused.strip() == name:
            return
    raise AssertionError(f"no {name} within {most} presses of Tab")


def test_inviting_and_joining_by_keyboard_alone(visit: Any, desk: given.ConsoleDesk) -> None:
    page = visit("/people")
    page.evaluate("document.querySelector('details.refine').open = false")
    tab_to(page, "Invite somebody")
    page.keyboard.press("Enter")
    tab_to(page, "Name")
    page.keyboard.type("agent-017")
    page.keyboard.press("Tab")
    page.keyboard.type("agent-017@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type("reviewer")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    link = page.locator(".once pre code").text_content().strip()
    tab_to(page, "Sign out")  # the button of the bar
    page.keyboard.press("Enter")
    page.wait_for_url("**/sign-in")
    page.goto(link)
    tab_to(page, "New password")
    page.keyboard.type("correct horse battery staple")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="What would you like to know?").wait_for()
    person = desk.store.people.by_email("agent-017@example.org")
    assert person
    assert person.role == "reviewer"


def test_a_double_click_shows_the_link_that_works(visit: Any, desk: given.ConsoleDesk) -> None:
    page = visit("/people", allow=("status of 409",))
    page.get_by_label("Name").fill("agent-017")
    page.get_by_label("E-mail").fill("agent-017@example.org")
    page.get_by_role("button", name="Invite").dblclick()
    link = page.locator(".once pre code").text_content().strip()
    assert desk.store.links.look(link.rpartition("/")[2], "password")
    page.reload()  # the browser sends the form again
    page.get_by_text("was done once").wait_for()
    assert desk.store.links.look(link.rpartition("/")[2], "password")


def test_back_after_signing_out_shows_nothing(visit: Any, desk: given.ConsoleDesk) -> None:
    desk.ask("How many cases?", given.counted())
    page = visit("/questions")
    page.get_by_text("How many cases?").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    page.go_back()
    page.get_by_role("heading", name="Sign in").wait_for()
    assert page.get_by_text("How many cases?").count() == 0


def test_linking_to_slack_by_keyboard_alone(visit: Any, desk: given.ConsoleDesk, accessibility: Any) -> None:
    by, people = Actor("test"), desk.store.people
    people.add("agent-017", "viewer", by, slack_team="T1", slack_user="U1")
    person = people.add("agent-018", "viewer", by, email="agent-018@example.org")
    page = visit("/people", allow=("status of 400",))
    for user, said in (("U1", "is linked to agent-017 already"), ("u2", "Slack user U2")):
        tab_to(page, "Link to a Slack user: agent-018")
        page.keyboard.press("Enter")
        tab_to(page, "Workspace ID")
        page.keyboard.type("t1")
        tab_to(page, "Member ID")
        page.keyboard.type(user)
        page.keyboard.press("Enter")
        page.get_by_text(said).wait_for()
        assert accessibility(page) == []
    assert people.by_slack("T1", "U2").id == person.id
    tab_to(page, "Unlink Slack from agent-018 and sign them out")
    page.keyboard.press("Enter")
    page.get_by_label("Link to a Slack user: agent-018").wait_for()


def test_a_viewer_reads_along_and_asks_elsewhere(
    visit: Any, room: Any, desk: given.ConsoleDesk, accessibility: Any
) -> None:
    task = desk.ask("How many cases?", given.counted())
    running = desk.ask("And open ones?")
    page = visit("/")
    page.context.clear_cookies()
    page.goto(f"/sign-in/{room[2].issue('viewer')}")
    page.goto("/conversations/conversation-1")
    assert page.get_by_label("Your question").count() == 0
    assert page.get_by_role("button", name="Stop").count() == 0
    assert accessibility(page) == []
    desk.answer(running, given.counted())  # the page follows it all the same
    page.locator(f"#turn-{running}[data-done]").wait_for()
    page.goto(f"/questions/{task}")
    tab_to(page, "Ask it yourself")
    page.keyboard.press("Enter")
    page.wait_for_url("**/conversations/*")
    assert "conversation-1" not in page.url
    assert desk.store.tasks().tasks[0].asked_by == room[2].person("viewer").key


def test_a_token_is_made_by_keyboard_and_can_be_copied(visit: Any) -> None:
    page = visit("/account")
    tab_to(page, "What it is for")
    page.keyboard.type("nightly report")
    page.keyboard.press("Enter")
    token = page.locator(".once pre code")
    token.wait_for()
    assert token.text_content().strip().startswith("graphdesk_")
    page.get_by_role("button", name="Copy the token").wait_for()
    tab_to(page, "Revoke the token nightly report")
    page.keyboard.press("Enter")
    page.get_by_text("None yet.").wait_for()


def test_the_deep_link_survives_signing_in(visit: Any, desk: given.ConsoleDesk) -> None:
    from admin.passwords import hashed

    task = desk.ask("How many cases?", given.counted())
    desk.store.people.add(
        "agent-017",
        "viewer",
        Actor("test"),
        email="agent-017@example.org",
        password_hash=hashed("a long password"),
    )
    page = visit()
    page.context.clear_cookies()
    page.goto(f"/questions/{task}")
    page.get_by_label("E-mail").fill("agent-017@example.org")
    page.get_by_label("Password").fill("a long password")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/questions/{task}")
