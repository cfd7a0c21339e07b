"""Messages as people see them: the preview of Block Kit, in both themes and on a phone."""

from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from admin.block_kit import preview
from bot.render import SIZES, render
from bot.render.notices import GREETING, notice
from engine.answer import Answer
from tests.support.slack_answers import gallery

pytestmark = pytest.mark.browser
CSS = (Path(__file__).resolve().parents[2] / "admin/static/block-kit.css").read_text()
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
