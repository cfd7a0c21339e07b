"""What was asked while nobody answered: sent again until it is, asked once, and never lost by a sign-in."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.store import StoreUnavailable
from tests.support import console_desk as given
from tests.support.serving import ROOT, Served, environment, graphdesk

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = pytest.mark.browser
QUESTION = "How many cases are there?"
CASES = 5
AWAY = ("ERR_", "Failed to fetch", "status of 50", "status of 401")


def fill_and_send(page: Any, question: str = QUESTION) -> Any:
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")
    return page.get_by_label("Your question")


def test_a_server_that_was_killed_and_started_again(tmp_path: Path, browser: Any) -> None:
    command = graphdesk("sample", "--cases", str(CASES), "--out", str(tmp_path / "graph.gsnap"))
    subprocess.run(command, cwd=ROOT, env=environment(tmp_path), check=True, capture_output=True)
    served = Served(tmp_path, "--port", "0", "--json")
    context = browser.new_context()
    try:
        said = json.loads(served.line())
        page = context.new_page()
        page.goto(said["sign_in"], timeout=60_000)
        served.process.kill()
        served.process.wait()
        box, lost = fill_and_send(page), page.locator("#lost")
        expect(lost).to_contain_text("does not answer")
        expect(box).to_have_value(QUESTION)
        served = Served(tmp_path, "--port", said["address"].rpartition(":")[2], "--json")
        assert json.loads(served.line())["address"] == said["address"]
        expect(page.get_by_role("article")).to_contain_text(f"{CASES} cases", timeout=60_000)
        expect(lost).to_be_hidden()
        expect(box).to_have_value("")
        page.goto(f"{said['address']}/questions")
        expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(1)
    finally:
        context.close()
        served.stop()


def cut_after(times: int) -> Callable[[Any], None]:
    """Lets requests arrive, and drops the first answers."""
    left = [times]

    def handle(route: Any) -> None:
        if not left[0]:
            route.continue_()
            return
        left[0] -= 1
        route.fetch()
        route.abort("connectionreset")

    return handle


def test_an_answer_that_is_cut_off_asks_nothing_twice(visit: Any, desk: given.ConsoleDesk) -> None:
    desk.script[QUESTION] = given.counted()
    page = visit(allow=AWAY)
    page.route("**/ask", cut_after(1))
    box = fill_and_send(page)
    expect(page.locator("#lost")).to_be_visible()
    expect(box).to_have_value(QUESTION)
    expect(page.get_by_role("article")).to_contain_text("312 cases")
    expect(page.get_by_role("article")).to_have_count(1)
    expect(page.locator("#lost")).to_be_hidden()
    expect(box).to_have_value("")
    assert desk.store.tasks().total == 1
    page.unroute("**/ask")
    desk.script["How many teams?"] = given.listed()
    fill_and_send(page, "How many teams?")
    expect(page.get_by_role("article")).to_have_count(2)


def test_a_page_loaded_anew_meanwhile_asks_nothing_twice(visit: Any, desk: given.ConsoleDesk) -> None:
    desk.ask("How many teams?", given.listed())
    desk.script[QUESTION] = given.counted()
    page = visit("/conversations/conversation-1", allow=AWAY)
    page.route("**/ask", cut_after(1))
    fill_and_send(page)
    expect(page.locator("#lost")).to_be_visible()
    page.reload()
    expect(page.get_by_role("article")).to_have_count(2)  # it did arrive
    box = page.get_by_label("Your question")
    expect(box).to_have_value(QUESTION)
    page.unroute("**/ask")
    box.press("Enter")
    expect(box).to_have_value("")
    expect(page.get_by_role("article")).to_have_count(2)
    assert desk.store.tasks().total == 2


@pytest.mark.parametrize("code", [502, 503, 504])
def test_a_proxy_whose_server_is_away(visit: Any, desk: given.ConsoleDesk, code: int) -> None:
    """The proxy's page takes the place of nothing: neither of a running turn, nor of what is asked."""
    running = desk.ask("How many teams?")
    desk.script[QUESTION] = given.counted()
    page = visit("/conversations/conversation-1", allow=AWAY)

    def away(route: Any) -> None:
        route.fulfill(status=code, content_type="text/html", body="<h1>Bad gateway</h1>")

    page.route("**/turns/*", away)
    page.route("**/ask", away)
    box = fill_and_send(page)
    expect(page.locator("#lost")).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text("Bad gateway")
    expect(box).to_have_value(QUESTION)
    page.unroute("**/turns/*")
    page.unroute("**/ask")
    desk.answer(running, given.listed())
    expect(page.get_by_role("article")).to_have_count(2)
    expect(page.get_by_role("article").first.get_by_role("table")).to_contain_text("Identity")
    expect(page.get_by_role("article").last).to_contain_text("312 cases")
    expect(page.locator("#lost")).to_be_hidden()


def test_our_own_trouble_is_said_while_it_is_tried_again(
    visit: Any, desk: given.ConsoleDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.script[QUESTION] = given.counted()
    page = visit(allow=AWAY)

    def full(*_: object, **__: object) -> None:
        raise StoreUnavailable("The <b>disk</b> is full.", "Make room on it.")

    with monkeypatch.context() as trouble:
        trouble.setattr(desk, "submit", full)
        box, lost = fill_and_send(page), page.locator("#lost")
        expect(lost).to_have_text(
            "The <b>disk</b> is full. Make room on it. Trying again; nothing that was asked is lost."
        )
        expect(box).to_have_value(QUESTION)
    expect(page.get_by_role("article")).to_contain_text("312 cases")
    expect(lost).to_be_hidden()
    page.route("**/ask", lambda route: route.abort("connectionrefused"))
    fill_and_send(page)
    expect(lost).to_have_text("graphdesk does not answer. Trying again; nothing that was asked is lost.")


def test_offline_and_back(visit: Any, desk: given.ConsoleDesk) -> None:
    desk.script["How many of them were resolved?"] = given.listed()
    desk.ask(QUESTION, given.counted())
    page = visit("/conversations/conversation-1", allow=AWAY)
    page.context.set_offline(True)
    page.get_by_role("button", name="How many of them were resolved?").click()
    expect(page.locator("#lost")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("article")).to_have_count(2)
    expect(page.locator("#lost")).to_be_hidden()
    assert desk.store.tasks().total == 2


def test_who_writes_on_decides_when_to_send(visit: Any, desk: given.ConsoleDesk) -> None:
    page = visit(allow=AWAY)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.route("**/ask", lambda route: route.abort("connectionrefused"))
    fill_and_send(page)
    expect(page.locator("#lost")).to_be_visible()
    page.keyboard.type(" And how many teams?")
    expect(page.locator("#lost")).to_be_hidden()
    page.unroute("**/ask")
    page.keyboard.press("Enter")
    expect(page.get_by_role("article")).to_have_count(1)
    (task,) = desk.store.tasks().tasks
    assert task.question == f"{QUESTION} And how many teams?"
    assert len(sent) == 2


ENDS: dict[str, Callable[[Any, Any], Any]] = {
    "the session was ended": lambda _, room: [
        room[0].store.sessions.end_all(person.id, given.Actor("test")) for person in room[0].store.people.all()
    ],
    "the cookie is gone": lambda page, _: page.context.clear_cookies(),
}


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("place", ["/", "/conversations/conversation-1"])
def test_a_question_outlives_the_session(visit: Any, room: Any, how: str, place: str) -> None:
    desk = room[0]
    desk.ask("How many teams?", given.listed())
    desk.script[QUESTION] = given.counted()
    page = visit(place, allow=(*AWAY, "status of 400"))
    ENDS[how](page, room)
    fill_and_send(page)
    page.wait_for_url("**/sign-in")
    expect(page.get_by_role("alert").first).to_contain_text("Your session has ended, so nothing was sent.")
    page.goto(f"/sign-in/{room[2].issue()}")
    assert page.url.endswith(place)
    box = page.get_by_label("Your question")
    expect(box).to_have_value(QUESTION)
    box.press("Enter")
    expect(page.get_by_role("article").last).to_contain_text("312 cases")
    page.reload()
    expect(box).to_have_value("")
    assert desk.store.tasks().total == 2


def test_a_form_of_an_earlier_session_says_so_and_keeps_the_text(visit: Any, room: Any) -> None:
    page = visit(allow=("status of 400",))
    page.context.clear_cookies()
    page.context.request.get(f"/sign-in/{room[2].issue()}", max_redirects=0)  # signed in anew in another tab
    box = fill_and_send(page)
    expect(page.locator("#thread")).to_contain_text("This form is no longer valid. Reload the page")
    expect(box).to_have_value(QUESTION)
    page.reload()
    expect(box).to_have_value(QUESTION)
    box.press("Enter")
    expect(page.get_by_role("article")).to_have_count(1)


def test_what_one_person_wrote_is_shown_to_no_other(visit: Any, room: Any) -> None:
    page = visit(allow=AWAY)
    page.get_by_label("Your question").fill("Who was promoted?")
    page.context.clear_cookies()
    page.goto(f"/sign-in/{room[2].issue('viewer')}")
    expect(page.get_by_label("Your question")).to_have_value("")
    page.context.clear_cookies()
    page.goto(f"/sign-in/{room[2].issue()}")
    expect(page.get_by_label("Your question")).to_have_value("Who was promoted?")
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"/sign-in/{room[2].issue()}")
    expect(page.get_by_label("Your question")).to_have_value("")


def test_a_turn_that_comes_takes_nothing_from_what_is_being_written(visit: Any, desk: given.ConsoleDesk) -> None:
    running = desk.ask("How many teams?")
    page = visit("/conversations/conversation-1")
    page.get_by_label("Your question").fill(QUESTION)
    desk.answer(running, given.listed())
    expect(page.get_by_role("table")).to_contain_text("Identity")
    expect(page.get_by_label("Your question")).to_have_value(QUESTION)
