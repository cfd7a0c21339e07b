"""Questions, health and live traces in Chromium: both themes, a phone, the keyboard alone, nothing blocked."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.store import StepTaken
from tests.support import console_desk as given

pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.browser

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PAGES = {
    "filtered": "/questions?source=console&warnings=no&from=2020-01-01&over_seconds=0.01",
    "searched": "/questions?q=hacked",
    "nothing": "/questions?q=zzz&status=failed&person=slack:T:U&error=x",
    "health": "/health",
    "posted": "/questions/{posted}",
    "lost": "/questions/{lost}",
    "owed": "/questions/{owed}",
}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One console for the pages that are only looked at."""
    with (
        given.console(tmp_path_factory.mktemp("lists")) as (desk, app, door),
        given.served(app) as address,
    ):
        # What is imported for the first page does not count against the browser's time.
        app.test_client().get(f"/sign-in/{door.issue()}", follow_redirects=True)
        yield desk, address, door


@pytest.fixture(scope="module")
def asked(room: Any) -> dict[str, str]:
    desk = room[0]
    desk.ask(given.HOSTILE, given.hostile())
    for number in range(30):
        desk.ask(f"How many cases in region {number}?", given.counted())
    store = desk.store
    for worker, name in (("w1", given.HOSTILE), ("w2", "worker on desk-2"), ("w3", "web on desk-1")):
        store.worker_beats(worker, name, 2)
    store.worker_ends("w3")
    store.views.save("person:x", "questions", given.HOSTILE[:60], "status=failed", shared=True)
    ids = {}
    for name in ("posted", "lost", "owed"):
        target = {"team": "T1", "channel": "C1", "thread_ts": "1700000000.000100"}
        task = store.create_task(f"{name}?", source="slack", asked_by="slack:T1:U1", delivery=target)
        desk.answer(task.id, given.listed())
        ids[name] = task.id
        if name != "owed":
            claimed = store.claim_delivery("d", 60)
            assert claimed
            if name == "posted":
                store.delivered(claimed[1])
            else:
                store.undeliverable(claimed[1], "The bot is not in the channel. (not_in_channel)")
    return ids


@pytest.mark.parametrize("name", PAGES)
def test_every_page_in_every_light(visit: Any, asked: dict[str, str], accessibility: Any, name: str) -> None:
    page = visit(PAGES[name].format(**asked))
    for theme, width in (("light", 1280), ("dark", 390)):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("theme => document.documentElement.dataset.bsTheme === theme", arg=theme)
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert accessibility(page) == [], f"{theme} at {width}"
        assert page.evaluate(OVERFLOW) <= 0, f"{theme} at {width}"
    assert page.evaluate("window.hacked") is None


def test_a_trace_leads_to_its_thread_and_says_what_became_of_it(visit: Any, asked: dict[str, str]) -> None:
    page = visit(f"/questions/{asked['lost']}")
    assert page.get_by_text("Could not be posted").is_visible()
    assert page.get_by_text("The bot is not in the channel.").is_visible()
    link = page.get_by_role("link", name="Open the thread").get_attribute("href")
    assert link == "https://app.slack.com/client/T1/C1/thread/C1-1700000000.000100"
    page.goto(f"/questions/{asked['posted']}")
    assert page.get_by_text("Posted", exact=True).is_visible()


def press(page: Any, until: Callable[[Any], bool], most: int = 60) -> None:
    """Go on by Tab until the focus is where it should be."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if until(page.evaluate("document.activeElement.textContent.trim() + '|' + document.activeElement.id")):
            return
    raise AssertionError("the keyboard does not get there")


def test_filters_and_views_by_keyboard_alone(visit: Any, asked: dict[str, str]) -> None:
    page = visit("/questions")
    press(page, lambda at: at.endswith("|q"))
    page.keyboard.type("region 7")
    page.keyboard.press("Enter")
    page.wait_for_url("**/questions?q=region+7")
    press(page, lambda at: at.startswith("Filters"))
    page.keyboard.press("Enter")
    press(page, lambda at: at.endswith("|f-over_seconds"))
    page.keyboard.type("0.01")
    page.keyboard.press("Enter")
    page.wait_for_url("**/questions?q=region+7&over_seconds=0.01")
    press(page, lambda at: at.startswith("Save this view"))
    page.keyboard.press("Enter")
    press(page, lambda at: at.endswith("|view-name"))
    page.keyboard.type("Region seven")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Region seven").wait_for()
    page.get_by_role("button", name="Delete the view Region seven").click()
    page.wait_for_url("**/questions")
    assert page.get_by_role("link", name="Region seven").count() == 0


def test_a_live_trace_keeps_what_is_unfolded_and_where_one_is(visit: Any, room: Any) -> None:
    desk = room[0]
    task = desk.ask("How many are open now?", None, "conversation-live")
    lease = desk.begin(task)
    page = visit(f"/questions/{task}")
    first = page.locator("#step-1 summary")
    first.focus()
    page.keyboard.press("Enter")
    top = first.bounding_box()["y"]
    desk.store.add_step(
        lease, StepTaken("query", "count", {"gremlin": "g.V().count()"}, desk.store.task(task).created, 3)
    )
    page.locator("#step-3").wait_for()
    assert page.locator("#step-1 details").get_attribute("open") is not None
    assert page.evaluate("document.activeElement.closest('li')?.id") == "step-1"
    assert first.bounding_box()["y"] == top
    desk.end(lease, given.counted())
    page.get_by_role("button", name="Ask again").wait_for()
    assert page.locator("#step-1 details").get_attribute("open") is not None
    assert page.locator("#trace[hx-get]").count() == 0


def test_a_trace_is_live_until_its_answer_is_posted(visit: Any, room: Any) -> None:
    store = room[0].store
    task = store.create_task("Soon?", source="slack", delivery={"team": "T1", "channel": "C1", "thread_ts": "1.2"})
    room[0].answer(task.id, given.counted())
    page = visit(f"/questions/{task.id}")
    assert page.get_by_text("To be posted").is_visible()
    claimed = store.claim_delivery("d", 60)
    while claimed and claimed[0].task_id != task.id:  # those of the other pages are held meanwhile
        claimed = store.claim_delivery("d", 60)
    assert claimed
    store.delivered(claimed[1])
    page.get_by_text("Posted", exact=True).wait_for()
