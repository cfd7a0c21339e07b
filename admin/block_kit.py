"""Block Kit as HTML, as a message looks in Slack: for the trace page and for tests. All text stays text.

Covers the blocks that our messages are made of, and names any other. Styles: static/block-kit.css.
Source: docs.slack.dev/reference/block-kit/blocks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

Block = Mapping[str, Any]

EMOJI = {"warning": "⚠️", "no_entry_sign": "🚫", "grey_question": "❔", "hourglass_flowing_sand": "⏳"}
_LINK = re.compile(r"<(https?://[^\s<>|]+)(?:\|([^<>]+))?>")
_STYLES = {"bold": "strong", "italic": "em", "strike": "s", "code": "code"}


def preview(blocks: Sequence[Block], text: str = "") -> Markup:
    """A message as HTML; without blocks its ``text``. No inline style or script; nothing in it can be clicked."""
    inside = _join(map(_block, blocks)) if blocks else Markup('<p class="bk-text">{}</p>').format(_mrkdwn(text))
    return Markup('<div class="bk-message" dir="auto">{}</div>').format(inside)


def _block(block: Block) -> Markup:
    draw = _BLOCKS.get(str(block.get("type")))
    if draw is None:
        return Markup('<p class="bk-unknown">[{}]</p>').format(block.get("type"))
    return draw(block)


def _rich(block: Block) -> Markup:
    return _wrap("div", "bk-rich", _join(map(_part, block["elements"])))


def _part(part: Block) -> Markup:
    kind = part["type"]
    if kind == "rich_text_list":
        tag = "ol" if part.get("style") == "ordered" else "ul"
        items = _join(_wrap("li", "", _runs(item["elements"])) for item in part["elements"])
        return _wrap(tag, f"bk-list bk-indent-{min(int(part.get('indent') or 0), 8)}", items)
    if kind == "rich_text_preformatted":
        return _wrap("pre", "bk-code", _runs(part["elements"]))
    if kind == "rich_text_quote":
        return _wrap("blockquote", "bk-quote", _runs(part["elements"]))
    return _wrap("p", "bk-section", _runs(part["elements"]))


def _runs(runs: Iterable[Block]) -> Markup:
    return _join(map(_run, runs))


def _run(run: Block) -> Markup:
    if run["type"] == "emoji":
        name = str(run["name"])
        return Markup('<span role="img" aria-label="{}">{}</span>').format(name, EMOJI.get(name, f":{name}:"))
    if run["type"] == "link":
        shown = Markup('<span class="bk-link" title="{}">{}</span>').format(
            run["url"], run.get("text") or run["url"]
        )
    else:
        shown = escape(str(run.get("text", "")))
    for style, tag in _STYLES.items():
        if (run.get("style") or {}).get(style):
            shown = _wrap(tag, "", shown)
    return shown


def _table(block: Block) -> Markup:
    settings = block.get("column_settings") or []
    aligns = [f"bk-{(setting or {}).get('align', 'left')}" for setting in settings]

    def cells(row: Sequence[Block], tag: str) -> Markup:
        return _join(
            _wrap(tag, aligns[index] if index < len(aligns) else "bk-left", _cell(cell))
            for index, cell in enumerate(row)
        )

    rows = block["rows"]
    head = _wrap("thead", "", _wrap("tr", "", cells(rows[0], "th")))
    body = _wrap("tbody", "", _join(_wrap("tr", "", cells(row, "td")) for row in rows[1:]))
    table = _wrap("table", "bk-table", head + body)
    scrolling = Markup('<div class="bk-scroll" tabindex="0" role="group" aria-label="Table">{}</div>')
    return scrolling.format(table)


def _cell(cell: Block) -> Markup:
    return _rich(cell) if cell.get("type") == "rich_text" else escape(str(cell.get("text", "")))


def _context(block: Block) -> Markup:
    return _wrap("p", "bk-context", _join(_wrap("span", "", _text(element)) for element in block["elements"]))


def _section(block: Block) -> Markup:
    texts = [block["text"]] if block.get("text") else []
    return _join(_wrap("p", "bk-section", _text(text)) for text in [*texts, *(block.get("fields") or [])])


def _actions(block: Block) -> Markup:
    return _wrap("p", "bk-actions", _join(map(_button, block["elements"])))


def _button(element: Block) -> Markup:
    style = element.get("style")
    named = f"bk-button bk-{style}" if style in ("primary", "danger") else "bk-button"
    return _wrap(
        "span", named, _text(element["text"]) if element.get("text") else escape(str(element.get("type")))
    )


def _text(text: Block) -> Markup:
    shown = str(text.get("text", ""))
    return _mrkdwn(shown) if text.get("type") == "mrkdwn" else escape(shown)


def _mrkdwn(text: str) -> Markup:
    """Links and line breaks of mrkdwn; its three entities become the characters they stand for."""
    pieces, end = [], 0
    for found in _LINK.finditer(text):
        pieces.append(escape(_plain(text[end : found.start()])))
        label = _plain(found[2] or found[1])
        pieces.append(Markup('<span class="bk-link" title="{}">{}</span>').format(_plain(found[1]), label))
        end = found.end()
    return _join([*pieces, escape(_plain(text[end:]))])


def _plain(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _wrap(tag: str, name: str, inside: Markup) -> Markup:
    """An element around markup; ``tag`` and ``name`` are ours."""
    opened = Markup('<{} class="{}">').format(tag, name) if name else Markup("<{}>").format(tag)
    return opened + inside + Markup("</{}>").format(tag)


def _join(parts: Iterable[Markup]) -> Markup:
    return Markup().join(parts)


_BLOCKS: dict[str, Callable[[Block], Markup]] = {
    "rich_text": _rich,
    "table": _table,
    "context": _context,
    "section": _section,
    "header": lambda block: _wrap("p", "bk-header", _text(block["text"])),
    "divider": lambda _: Markup('<hr class="bk-divider">'),
    "actions": _actions,
}
