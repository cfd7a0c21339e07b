"""Says what is wrong with a text that the grammar does not accept."""

from __future__ import annotations

from lark.exceptions import UnexpectedInput

from engine.gremlin.errors import ParseError, Source


def diagnose(error: UnexpectedInput, cleaned: str, source: Source) -> ParseError:
    """The refusal for a syntax error, by what was met and where."""
    start = error.pos_in_stream or 0
    return ParseError(
        "unexpected text",
        "Check the brackets.",
        code="syntax",
        position=source.position(start, start + 1),
        source=source.text,
    )
