"""The text of an answer as HTML: every figure linked to the query it came from; all else stays text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from admin.values import is_number
from engine.answer import Answer, Claim

MARKDOWN = ("emphasis", "strikethrough", "backticks", "list", "table", "newline", "fence", "heading", "blockquote")


def big_figure(answer: Answer) -> str:
    """The one number that is the whole answer, as the text says it; empty when there is no such number.

    That is the only cell of the only table, or without tables the only figure that has evidence.
    """
    if answer.status != "answered":
        return ""
    figures = [claim for claim in answer.claims if is_number(claim.value) and claim.evidence]
    if is_single_cell(answer):
        value = answer.tables[0].rows[0][0]
        return next((claim.text for claim in figures if claim.value == value), "")
    return figures[0].text if len(figures) == 1 and not answer.tables else ""


def is_single_cell(answer: Answer) -> bool:
    """Whether the only table is a single cell, which the text then says as well."""
    return (
        len(answer.tables) == 1
        and answer.tables[0].total_rows == 1
        and [len(r) for r in answer.tables[0].rows] == [1]
    )


def unsaid(answer: Answer) -> list[str]:
    """The words that could not be read, where the text does not name each of them already."""
    return [] if all(f'"{word}"' in answer.text for word in answer.unplaced) else answer.unplaced


def said(answer: Answer, anchor: str) -> Markup:
    """The answer's text with each figure linked to its query (ids ``anchor-1``, ``anchor-2`` ...).

    Model text is Markdown without links, images or HTML; the offline backbone's is plain.
    """
    mark = _marker(answer.claims, anchor)
    if answer.backbone == "offline":
        parts = [part for part in re.split(r"\n\s*\n", answer.text.strip()) if part]
        return Markup().join(Markup("<p>{}</p>").format(mark(part)) for part in parts)
    reader = MarkdownIt("zero").enable(list(MARKDOWN))
    reader.add_render_rule("text", _text_rule(mark))
    return Markup(reader.render(answer.text))  # noqa: S704 - the reader escapes; it knows no HTML and no links


def _text_rule(mark: Callable[[str], Markup]) -> Callable[..., str]:
    def rule(_: RendererHTML, tokens: Sequence[Token], index: int, *__: object) -> str:
        return str(mark(tokens[index].content))

    return rule


def _marker(claims: Sequence[Claim], anchor: str) -> Callable[[str], Markup]:
    known = {claim.text: claim for claim in claims if claim.text.strip()}
    if not known:
        return lambda text: escape(text)
    longest_first = sorted(known, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")

    def mark(text: str) -> Markup:
        pieces = pattern.split(text)
        return Markup().join(
            _claim(known[piece], anchor) if index % 2 else escape(piece) for index, piece in enumerate(pieces)
        )

    return mark


def _claim(claim: Claim, anchor: str) -> Markup:
    if claim.evidence is None:
        return Markup('<strong class="claim open" title="not found in the results">{}</strong>').format(claim.text)
    number = claim.evidence.query + 1
    return Markup('<a class="claim" href="#{}-{}" title="from query {}">{}</a>').format(
        anchor, number, number, claim.text
    )
