"""The words of Gremlin text. One regular expression does the work; the grammar's terminals are its group names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lark.lexer import Lexer as LarkLexer

_NAME = r"(?:[^\W\d]|\$)[\w$]*"
_STRING = (
    r"'''(?:[^'\\]|\\.|'(?!''))*'''"
    r'|"""(?:[^"\\]|\\.|"(?!""))*"""'
    r"|'(?:[^'\\]|\\.)*'"
    r'|"(?:[^"\\]|\\.)*"'
    r"|`(?:[^`\\]|\\.)*`"
)
_DIGITS = r"[0-9](?:[0-9_]*[0-9])?"
_NUMBER = (
    rf"[+-]?(?:0[xX][0-9a-fA-F](?:[0-9a-fA-F_]*[0-9a-fA-F])?[sSnNiIlL]?"
    rf"|(?:{_DIGITS})?\.{_DIGITS}(?:[eE][+-]?[0-9]+)?[fFdDmM]?"
    rf"|{_DIGITS}[eE][+-]?[0-9]+[fFdDmM]?"
    rf"|{_DIGITS}[bBsSnNiIlLfFdDmM]?"
    rf"|(?<=[+-])Infinity)(?![\w$])"
)
_WORDS = re.compile(
    rf"\s+"
    rf"|(?P<DOTTED_CALL>\.\s*{_NAME}\s*\()"
    rf"|(?P<ATOM>{_STRING}|{_NUMBER})"
    rf"|(?P<RPAR>\))"
    rf"|(?P<_COMMA>,)"
    rf"|(?P<CALL>{_NAME}\s*\()"
    rf"|(?P<NAME>{_NAME})"
    rf"|(?P<DOTTED>\.\s*{_NAME})"
    rf"|(?P<LPAR>\()|(?P<LSQB>\[)|(?P<RSQB>\])|(?P<LBRACE>\{{)|(?P<RBRACE>\}})"
    rf"|(?P<_COLON>:)|(?P<_SEMI>;)|(?P<_DOTS>\.\.)|(?P<_EQUALS>=)"
    rf"|(?P<UNCLOSED>['\"`].*)|(?P<OTHER>.)",
    re.DOTALL,
)


OPENING = frozenset({"CALL", "DOTTED_CALL", "LPAR", "LSQB", "LBRACE"})
CLOSING = frozenset({"RPAR", "RSQB", "RBRACE"})
_DEEPER = dict.fromkeys(OPENING, 1) | dict.fromkeys(CLOSING, -1)
MAX_DEPTH = 64


class Word:
    """One token: terminal name, text, and where it stands. Slim, because there are a hundred in a query."""

    __slots__ = ("end_pos", "start_pos", "type", "value")

    def __init__(self, type: str | None, value: str, start_pos: int, end_pos: int) -> None:
        self.type = type
        self.value = value
        self.start_pos = start_pos
        self.end_pos = end_pos

    @property
    def start(self) -> int:
        """Where it starts, under the name that every other part of the text has."""
        return self.start_pos

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.end_pos


class TooDeep(Exception):
    """Brackets are nested deeper than allowed; ``start`` is the offset of the first one too many."""

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.start = start


def words(text: str) -> Iterator[Word]:
    """The words of ``text``, white space left out. Every character is in some word. Raises TooDeep."""
    depth = 0
    for found in _WORDS.finditer(text):
        kind = found.lastgroup
        if kind:
            start, end = found.span()
            if kind in _DEEPER:
                depth += _DEEPER[kind]
                if depth > MAX_DEPTH:
                    raise TooDeep(start)
            yield Word(kind, text[start:end], start, end)


class Lexer(LarkLexer):
    """``words`` in the form in which lark calls a lexer."""

    def __init__(self, _configuration: Any) -> None:
        pass

    lex = staticmethod(words)  # type: ignore[assignment]
