"""Every page in both themes: AA by axe, nothing wider than a phone, nothing that the browser blocks."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.answer import Table
from engine.graph.backend import Health
from engine.store import Actor
from tests.support import console_desk as given

pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.browser

# name -> (path, expected status); {task} ... are the questions of the fixture below
PAGES = {
    "new": ("/", 200),
    "conversation": ("/conversations/conversation-1", 200),
    "not-answered": ("/conversations/conversation-2", 200),
    "hostile": ("/conversations/conversation-3", 200),
    "too-much": ("/conversations/conversation-5", 200),
    "running": ("/conversations/conversation-4", 200),
    "questions": ("/questions", 200),
    "nothing-fits": ("/questions?q=zzz", 200),
    "trace": ("/questions/{answered}", 200),
    "not-answered-trace": ("/questions/{declined}", 200),
    "too-much-trace": ("/questions/{extreme}", 200),
    "hostile-trace": ("/questions/{hostile}", 200),
    "running-trace": ("/questions/{running}", 200),
    "graph": ("/graph", 200),
    "account": ("/account", 200),
    "people": ("/people", 200),
    "settings": ("/settings", 200),
    "audit": ("/audit", 200),
    "nothing-in-the-log": ("/audit?to=2000-01-01", 200),
    "choose-password": ("/password/{link}", 200),
    "unknown": ("/nothing", 404),
}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One console for all of this file: its tests only look."""
    with (
        given.console(tmp_path_factory.mktemp("console")) as (desk, app, door),
        given.served(app) as address,
    ):
        yield desk, address, door


@pytest.fixture(scope="module")
def asked(room: Any) -> dict[str, str]:
    desk = room[0]
    desk.ask("Which teams handled the most cases?", given.listed())
    desk.ask("How many Access cases?", given.unclear(), "conversation-2")
    declined = desk.ask("Why are users usually frustrated?", given.declined(), "conversation-2")
    desk.ask("And now?", given.failed(), "conversation-2")
    running = desk.ask("How many cases are open?", None, "conversation-4")
    desk.begin(running)
    by, people = Actor("test", "192.0.2.1"), desk.store.people
    people.add(given.HOSTILE, "viewer", by, email=f"{'x' * 80}@example.org", slack_team="T1", slack_user="U1")
    locked_out = people.add("agent-018", "reviewer", by, email="agent-018@example.org")
    people.disable(locked_out.id, by)
    invited = people.add("agent-019", "viewer", by, email="agent-019@example.org")
    desk.store.tokens.make(room[2].person().id, given.HOSTILE, by)
    return {
        "link": desk.store.links.make(invited.id, 600, "password", by),
        "answered": desk.ask("How many cases last quarter?", given.counted()),
        "hostile": desk.ask(given.HOSTILE, given.hostile(), "conversation-3"),
        "running": running,
        "declined": declined,
        "extreme": desk.ask("كم " + "👩‍👩‍👧‍👦" * 60 + "z" * 400, given.extreme(), "conversation-5"),
    }


def in_every_light(page: Any, accessibility: Any) -> None:
    """AA in both themes, the light one at a desk and the dark one on a phone; nothing too wide, all unfolded."""
    for theme, width in (("light", 1280), ("dark", 390)):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("theme => document.documentElement.dataset.bsTheme === theme", arg=theme)
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert accessibility(page) == [], f"{theme} at {width}"
        assert page.evaluate(OVERFLOW) <= 0, f"{theme} at {width}"


def is_inert(page: Any) -> None:
    assert page.evaluate("window.hacked") is None
    assert page.locator("main img, main script, main iframe, main a[href^=javascript]").count() == 0


@pytest.mark.parametrize("name", PAGES)
def test_every_page_in_every_light(visit: Any, asked: dict[str, str], accessibility: Any, name: str) -> None:
    path, code = PAGES[name]
    page = visit(path.format(**asked), expect=code)
    in_every_light(page, accessibility)
    is_inert(page)


def test_sign_in_page(visit: Any, accessibility: Any) -> None:
    page = visit()
    page.context.clear_cookies()
    page.goto("/questions")
    assert page.url.endswith("/sign-in")
    in_every_light(page, accessibility)


def test_a_link_that_was_used_up(visit: Any, accessibility: Any) -> None:
    page = visit(expect=200, allow=("status of 403",))
    page.context.clear_cookies()
    page.goto("/sign-in/used-up")
    in_every_light(page, accessibility)


def test_hostile_names_in_the_graph(
    visit: Any, desk: given.ConsoleDesk, accessibility: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.backend, "content", given.graph_schema(given.HOSTILE))
    page = visit("/graph")
    in_every_light(page, accessibility)
    is_inert(page)


def test_a_dead_graph_with_a_hostile_message(
    visit: Any, desk: given.ConsoleDesk, accessibility: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.backend, "state", Health(False, given.HOSTILE, given.HOSTILE))
    page = visit("/graph")
    in_every_light(page, accessibility)
    is_inert(page)


@pytest.mark.parametrize("path", ["/conversations/conversation-3", "/questions", "/questions/{hostile}", "/"])
def test_hostile_text_is_shown_as_it_is(visit: Any, asked: dict[str, str], path: str) -> None:
    page = visit(path.format(**asked))
    shown = page.locator("main").text_content()
    assert "<script>window.hacked = 1</script>" in shown
    assert "{{ 7*7 }}" in shown
    is_inert(page)


def test_hostile_text_asked_from_the_page(visit: Any, desk: given.ConsoleDesk) -> None:
    page = visit()
    page.get_by_label("Your question").fill(given.HOSTILE)
    page.keyboard.press("Enter")
    page.locator("article").wait_for()
    task = desk.store.tasks().tasks[0]
    assert task.question == given.HOSTILE
    desk.answer(task.id, given.hostile())
    page.locator("article[data-done]").wait_for()
    is_inert(page)
    assert page.evaluate(OVERFLOW) <= 0


def test_theme_follows_the_system_until_one_is_chosen(visit: Any) -> None:
    page = visit(theme="light")
    shown = "document.documentElement.dataset.bsTheme"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"{shown} === 'dark'")
    page.get_by_role("button", name="Theme: follows the system").click()
    page.get_by_role("button", name="Theme: light").wait_for()
    assert page.evaluate(shown) == "light"
    page.goto("/questions")
    assert page.evaluate(shown) == "light"
    page.get_by_role("button", name="Theme: light").click()
    page.get_by_role("button", name="Theme: dark").click()
    assert page.evaluate(shown) == "dark"  # the system's again


def test_each_page_says_in_its_title_which_it_is(visit: Any, asked: dict[str, str]) -> None:
    page = visit()
    titles = {}
    for name in ("new", "conversation", "questions", "trace", "graph", "account", "people", "settings", "audit"):
        page.goto(PAGES[name][0].format(**asked))
        titles[name] = page.title()
        assert page.locator("h1").count() == 1
    assert len(set(titles.values())) == len(titles)
    assert all(title.endswith(" · graphdesk") for title in titles.values())


def test_on_a_phone_a_table_shows_its_figures(visit: Any, desk: given.ConsoleDesk) -> None:
    rows: list[list[object]] = [["Collaboration Services", 1234.5], ["Network Operations", 2.25]]
    table = Table("t", ["team name", "avg createdAt to resolvedAt (hours)"], rows, 2)
    desk.ask("How long?", replace(given.listed(), tables=[table]), "conversation-6")
    page = visit("/conversations/conversation-6", width=390)
    box = page.get_by_role("cell", name="1,234.50").bounding_box()
    assert box["x"] + box["width"] <= 390
