"""The few kinds of block that our messages are made of, as the plain dicts that Slack takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.render.limits import BUTTON_TEXT, TEXT_OBJECT
from bot.render.text import cut, literal, one_line

Block = dict[str, Any]


def rich(elements: Sequence[Block]) -> Block:
    """A rich_text block: Slack interprets nothing in it."""
    return {"type": "rich_text", "elements": list(elements)}


def section(*elements: Block) -> Block:
    """A paragraph of a rich_text block."""
    return {"type": "rich_text_section", "elements": list(elements)}


def words(text: str, **style: bool) -> Block:
    """A run of literal text, ``bold``, ``italic``, ``strike`` or ``code``."""
    run: Block = {"type": "text", "text": literal(text) or " "}
    return run | {"style": style} if style else run


def emoji(name: str) -> Block:
    """One of Slack's own emoji."""
    return {"type": "emoji", "name": name}


def preformatted(text: str) -> Block:
    """Code in a rich_text block: no fence that the code could close."""
    return {"type": "rich_text_preformatted", "elements": [words(text)]}


def context(*lines: str) -> Block:
    """Small grey lines of literal text."""
    return {"type": "context", "elements": [plain(line) for line in lines]}


def plain(text: str, most: int = TEXT_OBJECT) -> Block:
    """A plain_text object; ``:names:`` in it stay what they are."""
    return {"type": "plain_text", "text": cut(one_line(text), most) or " ", "emoji": False}


def mrkdwn(text: str) -> Block:
    """A mrkdwn object of text that is already escaped; Slack adds no links of its own."""
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def button(label: str, action_id: str, value: str, style: str = "") -> Block:
    """A button; ``style`` primary or danger."""
    made = {"type": "button", "text": plain(label, BUTTON_TEXT), "action_id": action_id, "value": value or "-"}
    return made | {"style": style} if style else made


def actions(buttons: Iterable[Block]) -> Block:
    """A row of buttons."""
    return {"type": "actions", "elements": list(buttons)}


def texts(blocks: Iterable[Any]) -> Iterable[str]:
    """All text that stands in blocks, in order."""
    for block in blocks:
        if isinstance(block, list):
            yield from texts(block)
        elif isinstance(block, dict):
            found = block.get("text")
            if isinstance(found, str):
                yield found
            yield from texts(part for part in block.values() if isinstance(part, dict | list))
