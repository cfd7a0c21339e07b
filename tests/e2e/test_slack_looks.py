"""Messages as people see them: the preview of Block Kit, in both themes and on a phone."""

from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from admin import create_app
from admin.block_kit import preview
from bot.preview import preview_of
from bot.render import SIZES, render
from bot.render.notices import GREETING, notice
from engine.answer import Answer
from engine.settings import Settings
from tests.support.console_desk import ConsoleDesk, Door, served
from tests.support.slack_answers import gallery

pytestmark = pytest.mark.browser
CSS = (Path(__file__).resolve().parents[2] / "admin/static/block-kit.css").read_text()
WATCH = (
    "document.addEventListener('securitypolicyviolation',"
    " event => console.error('blocked: ' + event.violatedDirective + ' ' + event.blockedURI))"
)
TRACE = "https://desk.example/questions/0123456789abcdef"
PAGE = """<!doctype html><html lang="en" data-bs-theme="{theme}"><head><title>Messages</title>
<meta name="viewport" content="width=device-width"><style>{css}
body {{ margin: 0; padding: 12px; background: {ground}; color: {ink}; font-family: sans-serif; }}
h1 {{ font-size: 20px; }} h2 {{ font-size: 13px; margin: 12px 0 4px; }}</style></head>
<body><main><h1>Messages</h1>{inside}</main></body></html>"""


def page_of(theme: str, answers: dict[str, Answer]) -> str:
    messages = {name: render(answer, TRACE) for name, answer in answers.items()}
    shown = [f"<h2>{name}</h2>{preview(message.blocks, message.text)}" for name, message in messages.items()]
    shown += [
        f"<h2>{kind}</h2>{preview(made['blocks'], made['text'])}" for kind, made in [("hello", notice(GREETING))]
    ]
    shown.append(f"<h2>plain</h2>{preview([], render(answers['wide'], TRACE, SIZES[-1]).text)}")
    dark = theme == "dark"
    ground, ink = ("#121016", "#eeeeee") if dark else ("#f4f4f4", "#111111")
    return PAGE.format(theme=theme, css=CSS, inside="".join(shown), ground=ground, ink=ink)


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_messages_can_be_read_everywhere(
    browser: Any, accessibility: Callable[[Any], list[str]], theme: str, width: int, tmp_path: Path
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=theme)
    page = context.new_page()
    page.set_content(page_of(theme, gallery()))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("window.hacked") is None
    assert page.locator(".bk-message").count() == len(gallery()) + 2
    assert accessibility(page) == []
    page.screenshot(path=str(tmp_path / "messages.png"), full_page=True)
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_trace_shows_what_was_posted_and_why_it_could_not_be(
    browser: Any, accessibility: Callable[[Any], list[str]], tmp_path: Path, theme: str
) -> None:
    desk = ConsoleDesk(tmp_path)
    app = create_app(desk, Settings(GRAPHDESK_HOME=tmp_path), slack_message=preview_of(desk, ""))  # type: ignore[arg-type]
    where = {"team": "T1", "channel": "C1", "thread_ts": "1.1"}
    task = desk.store.create_task("How many?", source="slack", delivery=where)
    desk.answer(task.id, gallery()["hostile"])
    claimed = desk.store.claim_delivery("test", 60)
    assert claimed
    desk.store.undeliverable(claimed[1], "The channel is archived. (is_archived)")
    with served(app) as address:
        context = browser.new_context(base_url=address, color_scheme=theme, viewport={"width": 390, "height": 844})
        context.add_init_script(WATCH)
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.goto(f"/sign-in/{Door(desk.store).issue()}")
        page.goto(f"/questions/{task.id}")
        assert page.get_by_text("The channel is archived. (is_archived)").is_visible()
        page.get_by_text("What was posted").click()
        assert page.locator(".bk-message").is_visible()
        assert page.evaluate("window.hacked") is None
        assert accessibility(page) == []
        assert complaints == []
        context.close()


@pytest.mark.parametrize(
    ("shown", "has_table", "said"),
    [
        ({}, True, "The CSV file has"),
        ({"shown": {"size": 0, "attach": False}}, True, "on the trace page"),
        ({"shown": {"size": 2, "attach": True}}, False, "\nWarning: "),
        ({"shown": {"size": 99}}, True, "The CSV file has"),  # by a newer program
    ],
)
def test_a_message_that_had_to_be_reduced_is_shown_as_it_was_posted(
    tmp_path: Path, shown: dict[str, Any], has_table: bool, said: str
) -> None:
    desk = ConsoleDesk(tmp_path)
    task = desk.store.create_task("Which?", source="slack", delivery={"team": "T1", "channel": "C1"})
    desk.answer(task.id, gallery()["wide"])
    claimed = desk.store.claim_delivery("test", 60)
    assert claimed
    desk.store.delivered(claimed[1], shown)
    app = create_app(desk, Settings(GRAPHDESK_HOME=tmp_path), slack_message=preview_of(desk, ""))  # type: ignore[arg-type]
    client = app.test_client()
    client.get(f"/sign-in/{Door(desk.store).issue()}")
    message = client.get(f"/questions/{task.id}").text.partition("bk-message")[2].partition("</details>")[0]
    assert ("bk-table" in message) == has_table
    assert said in message


def test_hostile_text_stays_text() -> None:
    tags: set[str] = set()
    attributes: set[str] = set()

    class Seen(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.add(tag)
            attributes.update(name for name, _ in attrs)

    for answer in gallery().values():
        Seen().feed(str(preview(render(answer, TRACE).blocks)))
    assert not tags & {"script", "img", "a", "style", "iframe", "svg"}
    assert attributes == {"class", "dir", "role", "aria-label", "tabindex", "title"}


def test_what_is_not_drawn_is_named() -> None:
    assert "[video]" in preview([{"type": "video"}])
    assert preview([], "a &lt; b &amp;amp; <https://a.example|label>").count("bk-link") == 1
