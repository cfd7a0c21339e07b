"""The answer's text as rich text: figures that have a source are bold; a model's Markdown keeps its form."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.render.blocks import Block, preformatted, section, words
from engine.answer import Answer, Claim

# No links, images or HTML: a model's link may lead anywhere.
MARKDOWN = ("emphasis", "strikethrough", "backticks", "list", "table", "newline", "fence", "heading", "blockquote")
_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}
_DEEPEST = 8  # Slack's indent of a list goes from 0 to 8


def said(answer: Answer, text: str) -> list[Block]:
    """``text`` (the answer's, or its beginning) as parts of a rich_text block; at least one."""
    figures = _Figures(answer.claims)
    if answer.backbone == "offline":
        parts = [part for part in re.split(r"\n\s*\n", text.strip()) if part.strip()]
        made = [section(*figures.runs(part, {})) for part in parts]
    else:
        made = _Markdown(figures).parts(MarkdownIt("zero").enable(list(MARKDOWN)).parse(text))
    return _spaced(made) or [section(words("There is no text in this answer."))]


class _Figures:
    """Finds the claims in a text."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        known = sorted({claim.text for claim in claims if claim.text.strip() and claim.evidence}, key=len)
        pattern = "|".join(map(re.escape, reversed(known)))
        self._pattern = re.compile(rf"(?<!\w)({pattern})(?!\w)") if known else None

    def runs(self, text: str, style: dict[str, bool]) -> list[Block]:
        """The text as runs, each figure in bold."""
        pieces = self._pattern.split(text) if self._pattern else [text]
        return [
            words(piece, **(style | {"bold": True} if index % 2 else style))
            for index, piece in enumerate(pieces)
            if piece
        ]


@dataclass
class _Markdown:
    """Turns Markdown tokens into parts of a rich_text block."""

    figures: _Figures
    made: list[Block] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)  # the lists we are in: bullet, ordered
    cells: list[str] | None = None
    rows: list[str] = field(default_factory=list)
    quoted: int = 0
    heading: bool = False

    def parts(self, tokens: Sequence[Token]) -> list[Block]:
        for token in tokens:
            self._take(token)
        return self.made

    def _take(self, token: Token) -> None:
        kind = token.type
        if kind == "inline":
            self._inline(token)
        elif kind in ("fence", "code_block"):
            self.made.append(preformatted(token.content.rstrip("\n")))
        elif kind in ("bullet_list_open", "ordered_list_open"):
            self.lists.append(kind.split("_")[0])
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self.lists.pop()
        elif kind in ("blockquote_open", "blockquote_close"):
            self.quoted += token.nesting
        elif kind in ("heading_open", "heading_close"):
            self.heading = token.nesting == 1
        else:
            self._table(token)

    def _table(self, token: Token) -> None:
        if token.type == "table_open":
            self.rows = []
        elif token.type == "tr_open":
            self.cells = []
        elif token.type == "tr_close" and self.cells is not None:
            self.rows.append(" | ".join(self.cells))
            self.cells = None
        elif token.type == "table_close":
            self.made.append(preformatted("\n".join(self.rows)))

    def _inline(self, token: Token) -> None:
        if self.cells is not None:
            self.cells.append(token.content)
            return
        runs = list(self._runs(token.children or [])) or [words(" ")]
        if self.lists:
            self._item(section(*runs))
        elif self.quoted:
            self.made.append({"type": "rich_text_quote", "elements": runs})
        else:
            self.made.append(section(*runs))

    def _item(self, item: Block) -> None:
        style = self.lists[-1]
        indent = min(len(self.lists) - 1, _DEEPEST)
        last = self.made[-1] if self.made else {}
        if (last.get("type"), last.get("style"), last.get("indent")) == ("rich_text_list", style, indent):
            last["elements"].append(item)
        else:
            self.made.append({"type": "rich_text_list", "style": style, "indent": indent, "elements": [item]})

    def _runs(self, tokens: Sequence[Token]) -> Iterator[Block]:
        style: dict[str, bool] = {"bold": True} if self.heading else {}
        for token in tokens:
            name = _STYLES.get(token.type.rsplit("_", 1)[0])
            if name and token.nesting == 1:
                style = style | {name: True}
            elif name and token.nesting == -1:
                style = {key: value for key, value in style.items() if key != name or self.heading}
            elif token.type == "code_inline":
                yield words(token.content, **(style | {"code": True}))
            elif token.type in ("softbreak", "hardbreak"):
                yield words("\n")
            elif token.content:
                yield from self.figures.runs(token.content, style)


def _spaced(parts: list[Block]) -> list[Block]:
    """Paragraphs with an empty line between them: Slack itself leaves none."""
    for part, after in itertools.pairwise(parts):
        if part["type"] == after["type"] == "rich_text_section":
            part["elements"].append(words("\n"))
    return parts
