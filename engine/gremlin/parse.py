"""From text to one traversal, whatever the text is wrapped in; or a refusal that says what to change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.gremlin.errors import ParseError
from engine.gremlin.tree import Position, Traversal
from engine.gremlin.values import value_of

if TYPE_CHECKING:
    from engine.gremlin.tables import Tables

MAX_CHARACTERS = 32_000


def parse(text: str, bindings: Mapping[str, Any] | None = None) -> Traversal:
    """Exactly one traversal that starts with ``g``.

    ``bindings`` gives bare names their values (plain Python values or tree nodes); a name without one stays a
    ``Variable``. Raises ParseError, with code, message, hint, position and a marked excerpt, and nothing else.
    """
    from engine.gremlin.clean import clean
    from engine.gremlin.diagnose import diagnose
    from engine.gremlin.lexer import TooDeep, words
    from engine.gremlin.resolve import Resolver, too_deep
    from engine.gremlin.tables import Unexpected

    if len(text) > MAX_CHARACTERS:
        raise ParseError(
            f"the query has {len(text)} characters; {MAX_CHARACTERS} are allowed",
            "Ask a narrower question, or split it into several queries.",
            code="too_long",
            position=Position(1, 1, 0, 1),
        )
    cleaned, source = clean(text)
    try:
        raw = _grammar().run(words(cleaned))
    except Unexpected as unexpected:
        raise diagnose(unexpected.word, cleaned, source) from None
    except TooDeep as error:
        raise too_deep(source, error.start) from None
    return Resolver(source, {name: value_of(value) for name, value in (bindings or {}).items()}).query(raw)


@cache
def _grammar() -> Tables:
    from lark import Lark

    from engine.gremlin.lexer import Lexer
    from engine.gremlin.raw import ToRaw
    from engine.gremlin.tables import Tables

    grammar = Path(__file__).with_name("grammar.lark").read_text("utf-8")
    return Tables(Lark(grammar, parser="lalr", lexer=Lexer, transformer=ToRaw()))
