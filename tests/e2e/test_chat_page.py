"""The main way through the pages: ask, watch, read, follow the evidence, ask on."""

from dataclasses import replace
from typing import Any

import pytest

from engine.answer import LONGEST_QUESTION, Claim, Evidence, Table
from engine.graph.schema import Schema
from tests.support import console_desk as given

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = pytest.mark.browser
QUESTION = "How many cases did the Network team handle last quarter?"


def test_ask_watch_read_and_open_the_trace(visit: Any, desk: given.ConsoleDesk) -> None:
    page = visit()
    page.get_by_label("Your question").fill(QUESTION)
    page.get_by_role("button", name="Ask", exact=True).click()
    turn = page.get_by_role("article", name=QUESTION)
    expect(turn).to_contain_text("Waiting for its turn")
    expect(page.get_by_label("Your question")).to_have_value("")
    (task,) = desk.store.tasks().tasks
    lease = desk.begin(task.id)
    expect(turn).to_contain_text("Run gremlin was refused")
    desk.end(lease, given.counted())
    expect(turn).to_contain_text("The Network team handled 312 cases last quarter")
    expect(turn).to_contain_text("g.V().hasLabel('case')")
    expect(turn).to_contain_text("Counts the cases created from 1 July to 30 September 2026")
    expect(turn.get_by_label("Verifier").get_by_role("listitem")).to_have_count(4)
    expect(turn).to_contain_text("offline, 2 calls")
    assert page.url.endswith(f"/conversations/{task.conversation}")

    turn.get_by_role("link", name="312").click()  # the figure leads to its query
    assert page.evaluate("document.querySelector(':target')?.getAttribute('aria-label')") == "Query 1"

    turn.get_by_role("link", name="Open the trace").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(QUESTION)
    page.get_by_text("Model call").click()
    expect(page.get_by_text("The step drop() changes the graph.")).to_be_visible()


def test_a_suggestion_asks_in_the_same_conversation(visit: Any, desk: given.ConsoleDesk) -> None:
    desk.ask(QUESTION, given.counted())
    desk.script["How many of them were resolved?"] = given.listed()
    page = visit("/conversations/conversation-1")
    page.get_by_role("button", name="How many of them were resolved?").click()
    expect(page.get_by_role("article")).to_have_count(2)
    expect(page.get_by_role("article").last.get_by_role("table")).to_contain_text("Identity")
    assert {task.conversation for task in desk.store.tasks().tasks} == {"conversation-1"}
    page.reload()
    expect(page.get_by_role("article")).to_have_count(2)


def test_a_choice_is_asked_back_as_buttons(visit: Any, desk: given.ConsoleDesk) -> None:
    choices = given.unclear().choices
    desk.script |= {"How many Access cases?": given.unclear(), choices[1]: given.counted()}
    page = visit()
    page.get_by_label("Your question").fill("How many Access cases?")
    page.keyboard.press("Enter")
    page.get_by_role("button", name=choices[1]).click()
    expect(page.get_by_role("article").last).to_contain_text("312 cases")


def test_by_keyboard_alone(visit: Any, desk: given.ConsoleDesk) -> None:
    desk.script[QUESTION] = given.counted()
    desk.script["How many of them were resolved?"] = given.listed()
    page = visit()

    def tab_to(name: str, most: int = 25) -> None:
        focused = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim()"
        seen = []
        for _ in range(most):
            page.keyboard.press("Tab")
            seen.append(page.evaluate(focused))
            if name in seen[-1]:
                outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert outline != "none", f"{name} does not show that it has the focus"
                return
        raise AssertionError(f"{name!r} was not reached: {seen}")

    expect(page.get_by_label("Your question")).to_be_focused()
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    expect(page.get_by_role("article")).to_contain_text("312 cases")
    expect(page.get_by_label("Your question")).to_be_focused()
    expect(page.get_by_label("Your question")).to_have_value("")
    page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
    page.reload()
    tab_to("Skip to content")
    page.keyboard.press("Enter")
    tab_to("Copy Gremlin")
    tab_to("How many of them were resolved?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("article")).to_have_count(2)


def test_enter_sends_and_shift_enter_does_not(visit: Any, desk: given.ConsoleDesk) -> None:
    page = visit()
    page.get_by_label("Your question").fill("How many")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("cases?")
    assert desk.store.counts() == {}
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="How many cases?")).to_be_visible()


def test_copying_gremlin(visit: Any, desk: given.ConsoleDesk) -> None:
    desk.ask(QUESTION, given.counted())
    page = visit("/conversations/conversation-1")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy Gremlin").click()
    expect(page.locator("#said")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == given.GREMLIN


def test_two_people_see_their_own_conversations(visit: Any, desk: given.ConsoleDesk) -> None:
    first, second = visit(), visit()
    for page, question in ((first, "How many cases?"), (second, "How many teams?")):
        page.get_by_label("Your question").fill(question)
        page.keyboard.press("Enter")
        expect(page.get_by_role("article", name=question)).to_be_visible()
    assert len({task.conversation for task in desk.store.tasks().tasks}) == 2
    expect(first.get_by_role("article")).to_have_count(1)


def test_without_scripts_a_question_is_still_asked(room: Any, browser: Any, desk: given.ConsoleDesk) -> None:
    desk.script[QUESTION] = given.counted()
    context = browser.new_context(java_script_enabled=False, base_url=room[1])
    page = context.new_page()
    page.goto(f"/sign-in/{room[2].issue()}")
    page.get_by_label("Your question").fill(QUESTION)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("article")).to_contain_text("312 cases")
    context.close()


def test_the_trace_follows_a_running_question(visit: Any, desk: given.ConsoleDesk) -> None:
    task = desk.ask(QUESTION)
    page = visit(f"/questions/{task}")
    expect(page.get_by_text("Waiting for its turn")).to_be_visible()
    lease = desk.begin(task)
    expect(page.get_by_text("run_gremlin")).to_be_visible()
    desk.end(lease, given.counted())
    expect(page.get_by_text("The Network team handled")).to_be_visible()
    expect(page.locator("[hx-get]")).to_have_count(0)  # and then keeps still


def test_the_session_ends_while_a_question_runs(visit: Any, desk: given.ConsoleDesk) -> None:
    desk.ask(QUESTION)
    page = visit("/conversations/conversation-1", allow=("status of 401",))
    page.context.clear_cookies()
    page.wait_for_url("**/sign-in")


def test_a_question_sent_twice_in_haste_is_asked_once(visit: Any, desk: given.ConsoleDesk) -> None:
    page = visit()
    page.get_by_label("Your question").fill(QUESTION)
    page.evaluate("const form = document.querySelector('.composer'); form.requestSubmit(); form.requestSubmit()")
    expect(page.get_by_role("article")).to_have_count(1)
    page.get_by_label("Your question").fill("How many teams?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("article")).to_have_count(2)
    assert sum(desk.store.counts().values()) == 2


def test_the_same_question_may_be_asked_again_later(visit: Any, desk: given.ConsoleDesk) -> None:
    """The form stays on the page: what is asked with it next is another question, the same words or not."""
    desk.script[QUESTION] = given.counted()
    page = visit()
    for asked in (1, 2):
        page.get_by_label("Your question").fill(QUESTION)
        page.keyboard.press("Enter")
        expect(page.get_by_role("article")).to_have_count(asked)
    assert desk.store.tasks().total == 2


def test_a_server_that_is_away_is_said_until_it_is_back(visit: Any, desk: given.ConsoleDesk) -> None:
    task = desk.ask(QUESTION)
    page = visit("/conversations/conversation-1", allow=("ERR_CONNECTION_REFUSED", "Failed to fetch"))
    page.route("**/turns/*", lambda route: route.abort("connectionrefused"))
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    page.unroute("**/turns/*")
    expect(page.get_by_role("alert")).to_be_hidden()
    desk.answer(task, given.counted())
    expect(page.get_by_role("article")).to_contain_text("312 cases")


def test_an_empty_console_says_what_to_do(visit: Any, desk: given.ConsoleDesk, accessibility: Any) -> None:
    desk.backend.content = Schema({}, {}, desk.backend.content.discovered_at)
    page = visit()
    for path, says in (
        ("/", "Ask in plain words"),
        ("/questions", "Ask the first one"),
        ("/graph", "graphdesk load"),
    ):
        page.goto(path)
        expect(page.get_by_role("main")).to_contain_text(says)
        assert accessibility(page) == []


def test_finding_a_question(visit: Any, desk: given.ConsoleDesk) -> None:
    for number in range(27):
        desk.ask(f"How many printers are on floor {number}?", given.counted() if number % 9 == 0 else None)
    page = visit("/questions")
    expect(page.get_by_role("listitem")).to_have_count(25)
    page.get_by_role("link", name="Older").click()
    expect(page.get_by_role("listitem")).to_have_count(2)
    page.get_by_role("link", name="Answered 3").click()
    expect(page.get_by_role("listitem")).to_have_count(3)
    page.get_by_label("Search questions and answers").fill("floor 18")
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem")).to_have_count(1)
    page.get_by_label("Search questions and answers").fill("<b>nothing</b>")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Nothing fits")).to_be_visible()
    page.get_by_role("link", name="Show all questions").click()
    expect(page.get_by_role("listitem")).to_have_count(25)


def test_the_page_keeps_still_when_the_answer_comes(visit: Any, desk: given.ConsoleDesk) -> None:
    for number in range(3):
        desk.ask(f"How many printers are on floor {number}?", given.listed())
    page = visit("/conversations/conversation-1")
    page.get_by_label("Your question").fill(QUESTION)
    page.keyboard.press("Enter")
    turn = page.get_by_role("article", name=QUESTION)
    expect(turn).to_be_in_viewport()
    page.evaluate(
        """() => { window.shifted = 0; new PerformanceObserver(list => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
        }).observe({ type: "layout-shift" }); }"""
    )
    (task,) = desk.store.tasks(limit=1).tasks
    lease = desk.begin(task.id)
    expect(turn).to_contain_text("was refused")
    desk.end(lease, given.listed())
    expect(turn.get_by_role("table")).to_be_visible()
    expect(turn.get_by_role("heading", name=QUESTION)).to_be_in_viewport()
    assert page.evaluate("window.shifted") < 0.02


def test_a_table_is_sorted_by_a_column(visit: Any, desk: given.ConsoleDesk) -> None:
    rows: list[list[object]] = [["Network", 9], ["devices", 1200], ["Identity", None], ["Access", 31]]
    answer = replace(given.listed(), tables=[Table("t", ["team", "cases"], rows, 4)])
    desk.ask("Which?", answer)
    desk.ask("And some?", replace(answer, tables=[Table("t", ["team", "cases"], rows, 400)]))
    page = visit("/conversations/conversation-1")
    whole, part = page.get_by_role("table").all()
    shown = "table => [...table.tBodies[0].rows].map(row => row.cells[0].textContent)"
    for name, order in (
        ("cases", ["devices", "Access", "Network", "Identity"]),
        ("cases", ["Identity", "Network", "Access", "devices"]),
        ("team", ["Access", "devices", "Identity", "Network"]),
        ("team", ["Network", "Identity", "devices", "Access"]),
    ):
        whole.get_by_role("button", name=name).click()
        assert whole.evaluate(shown) == order
    assert whole.locator("[aria-sort]").get_attribute("aria-sort") == "descending"
    expect(part.get_by_role("button")).to_have_count(0)  # a part of the rows would mislead


def test_a_table_is_downloaded(visit: Any, desk: given.ConsoleDesk) -> None:
    desk.ask("Which?", given.listed())
    page = visit("/conversations/conversation-1")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename.endswith("-1.csv")


def test_the_length_is_said_near_the_limit(visit: Any, desk: given.ConsoleDesk) -> None:
    page = visit()
    box, length = page.get_by_label("Your question"), page.locator(".length")
    box.fill("How many?")
    expect(length).to_be_empty()
    box.fill("x" * (LONGEST_QUESTION - 10))
    expect(length).to_have_text(f"{LONGEST_QUESTION - 10:,} of {LONGEST_QUESTION:,} characters")
    box.fill("x" * (LONGEST_QUESTION + 1))
    page.keyboard.press("Enter")
    assert not box.evaluate("box => box.checkValidity()")
    assert desk.store.counts() == {}
    expect(box).to_have_value("x" * (LONGEST_QUESTION + 1))  # nothing is cut off behind one's back
    box.fill("How many?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="How many?")).to_be_visible()
    expect(length).to_be_empty()


def test_stopping_and_asking_again(visit: Any, desk: given.ConsoleDesk) -> None:
    page = visit()
    page.get_by_label("Your question").fill(QUESTION)
    page.keyboard.press("Enter")
    turn = page.get_by_role("article")
    turn.get_by_role("button", name="Stop").click()
    expect(turn).to_contain_text("Stopped")
    expect(page.locator("[hx-get]")).to_have_count(0)
    turn.get_by_role("link", name="Open the trace").click()
    desk.script[QUESTION] = given.counted()
    page.get_by_role("button", name="Ask again").click()
    expect(page.get_by_role("article")).to_have_count(2)
    expect(page.get_by_role("article").last).to_contain_text("312 cases")
    assert len({task.conversation for task in desk.store.tasks().tasks}) == 1


def test_a_choice_is_made_on_the_trace(visit: Any, desk: given.ConsoleDesk) -> None:
    choice = given.unclear().choices[0]
    desk.script[choice] = given.counted()
    task = desk.ask("How many Access cases?", given.unclear())
    page = visit(f"/questions/{task}")
    page.get_by_role("button", name=choice).click()
    expect(page.get_by_role("article")).to_have_count(2)
    expect(page.get_by_role("article").last).to_contain_text("312 cases")


@pytest.mark.parametrize("place", ["/questions/{}", "/conversations/conversation-1"])
def test_a_figure_unfolds_its_query(visit: Any, desk: given.ConsoleDesk, place: str) -> None:
    answer = replace(given.counted(), claims=[Claim("312", 312, Evidence(2))], queries=[given.query()] * 3)
    page = visit(place.format(desk.ask(QUESTION, answer)))
    expect(page.get_by_role("group", name="Query 3", exact=True)).to_be_hidden()
    page.get_by_role("link", name="312").click()
    expect(page.get_by_role("group", name="Query 3", exact=True)).to_be_in_viewport()
