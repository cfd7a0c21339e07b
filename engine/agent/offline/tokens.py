"""Pass 1: a question into tokens, with the numbers, windows of time and quoted strings among them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal as OneOf

from engine.agent.offline.dates import Window, find_windows
from engine.catalog.words import fold, lemma
from engine.graph.profile import Profile

MOST_CHARACTERS = 1_000
MOST_TOKENS = 80

_PIECE = re.compile(
    r"""(?P<quoted>"[^"]{1,200}"|“[^”]{1,200}”|‘[^’]{1,200}’|(?<!\w)'[^']{1,200}'(?!\w))
    |(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w)|\d+\.\d+(?![\w.]))
    |(?P<possessive>['’]s?(?!\w))
    |(?P<word>[^\W_]+(?:['’](?!s\b)[^\W\d_]+)?)
    |(?P<symbol><=|>=|==|!=|\S)""",
    re.VERBOSE,
)
_SILENT = frozenset("?!.()[]_-–—\"'`“”‘’*#/")
_NUMBER_WORDS = frozenset(
    [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "sixty",
        "seventy",
        "eighty",
        "ninety",
        "hundred",
        "thousand",
        "million",
        "and",
        "a",
    ]
)

_SHORT_IS = frozenset(["what", "who", "where", "when", "which", "there", "it", "that", "how", "here"])

Kind = OneOf["word", "number", "quoted", "possessive", "symbol"]


@dataclass(frozen=True)
class Token:
    """One token: ``text`` as written, ``low`` folded, its place in the question, and a number if it is one."""

    kind: Kind
    text: str
    low: str
    start: int
    end: int
    glued: bool = False  # no space stands before it
    number: float | int | None = None
    corrected: str = ""  # what a misspelt word was taken for; ``low`` then holds it

    @cached_property
    def lemma(self) -> str:
        """The base form."""
        return lemma(self.low)


@dataclass(frozen=True)
class Tokens:
    """The tokens of one question; ``windows`` by the token they start at; ``refused``: times not readable."""

    text: str
    items: tuple[Token, ...]
    windows: dict[int, list[tuple[Window, int]]] = field(default_factory=dict)
    refused: dict[int, tuple[int, str]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.items)

    def number_at(self, i: int) -> tuple[float | int, int] | None:
        """The number that starts at token ``i``, in digits or words, and the token after it."""
        if i >= len(self.items):
            return None
        token = self.items[i]
        if token.number is not None:
            return token.number, i + 1
        if token.low not in _NUMBER_WORDS or token.low == "and":
            return None
        return _spelled(self.items, i)

    def raw(self, i: int, j: int) -> str:
        """The question's own text of tokens ``i`` up to ``j``."""
        return self.text[self.items[i].start : self.items[j - 1].end] if j > i else ""


def cut(question: str) -> tuple[str, tuple[Token, ...]]:
    """The question with its white space and control characters made plain, and its tokens."""
    text = " ".join("".join(c if c.isprintable() else " " for c in question).split())
    found = [token for match in _PIECE.finditer(text) if (token := _token(match, text)) is not None]
    return text, tuple(_opened(token, found[n - 1].low if n else "") for n, token in enumerate(found))


def _opened(token: Token, before: str) -> Token:
    """``what's`` -> what is."""
    if token.kind == "possessive" and before in _SHORT_IS:
        return Token("word", token.text, "is", token.start, token.end)
    return token


def locate(
    text: str, items: tuple[Token, ...], profile: Profile, now: dt.datetime, names: Callable[[str], object]
) -> Tokens:
    """Find the windows of time among tokens. ``now``: the aware time that relative windows are measured from.

    ``names``: whether a word is a value of the graph's. "Late in June" then also holds "in June", of what is late.
    """
    windows: dict[int, list[tuple[Window, int]]] = {}
    refused: dict[int, tuple[int, str]] = {}
    found, problems = find_windows(text, profile, now)
    for window in found:
        span = _span(items, window.start, window.end)
        if span and items[span[0]].low not in ("weekend", "weekends"):  # of no week: a kind of day, no window
            windows.setdefault(span[0], []).append((window, span[1]))
            if items[span[0]].low in ("early", "late") and names(items[span[0]].low):
                windows |= _rest(text, items, span, profile, now)
    for start, end, reason in problems:
        if span := _span(items, start, end):
            refused[span[0]] = (span[1], reason)
    return Tokens(text, items, windows, refused)


def _rest(
    text: str, items: tuple[Token, ...], span: tuple[int, int], profile: Profile, now: dt.datetime
) -> dict[int, list[tuple[Window, int]]]:
    """What is left of a window without its first word."""
    word = items[span[0]]
    masked = text[: word.start] + " " * (word.end - word.start) + text[word.end :]
    found = [(window, _span(items, window.start, window.end)) for window in find_windows(masked, profile, now)[0]]
    return {at[0]: [(window, at[1])] for window, at in found if at and at[0] > span[0] and at[1] == span[1]}


def _token(match: re.Match[str], text: str) -> Token | None:
    kind, piece, start, end = match.lastgroup, match.group(), match.start(), match.end()
    glued = start > 0 and not text[start - 1].isspace()
    if kind == "quoted":
        return Token("quoted", piece[1:-1], fold(piece[1:-1]).strip(), start, end, glued)
    if kind == "possessive":
        return Token("possessive", piece, "'s", start, end, glued)
    if kind == "number":
        value = float(piece.replace(",", ""))
        return Token(
            "number", piece, piece.replace(",", ""), start, end, glued, int(value) if value.is_integer() else value
        )
    if kind == "word":
        low = fold(piece).replace("’", "'")
        if low.endswith("n't"):
            low = "not"
        return Token("word", piece, low, start, end, glued, int(piece) if _plain(piece) else None)
    if piece in ":;–—" or (piece == "-" and not glued):
        return Token("symbol", piece, ",", start, end, glued)
    return None if piece in _SILENT else Token("symbol", piece, piece, start, end, glued)


def _plain(piece: str) -> bool:
    return piece.isascii() and piece.isdigit() and len(piece) < 16


def _spelled(items: tuple[Token, ...], i: int) -> tuple[int, int] | None:
    from text_to_num import text2num

    j = i
    while j < len(items) and j < i + 7 and items[j].low in _NUMBER_WORDS:
        j += 1
    for end in range(j, i, -1):
        words = [token.low for token in items[i:end]]
        if words[-1] in ("and", "a"):
            continue
        try:
            return int(text2num(" ".join(words), "en")), end
        except ValueError:
            continue
    return None


def _span(items: tuple[Token, ...], start: int, end: int) -> tuple[int, int] | None:
    """The tokens between two character offsets: (first, after last)."""
    inside = [n for n, token in enumerate(items) if token.start < end and token.end > start]
    return (inside[0], inside[-1] + 1) if inside else None
