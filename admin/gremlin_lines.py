"""Gremlin in the lines that people break it in: at a step's dot, never within a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from markupsafe import Markup, escape

ONE_LINE = 84  # characters; what is longer gets a line for each step
_LITERAL = re.compile(r"('[^'\\\s]{1,40}')")
MODULATORS = frozenset({"by", "as", "option", "from", "to", "times", "until", "emit", "with"})


def broken(text: str) -> Markup:
    """Gremlin as HTML: a ``span`` for each line, and a place where it may break before each nested step.

    The text content stays the text, so that what is copied is one line.
    """
    lines = lines_of(text) if len(text) > ONE_LINE else [text]
    return Markup().join(Markup('<span class="line">{}</span>').format(_breakable(line)) for line in lines)


def lines_of(text: str) -> list[str]:
    """The text cut before each step of the outermost traversal; modulators stay with the step they belong to."""
    starts = [at for at, depth in _dots(text) if depth == 0 and _name(text, at) not in MODULATORS]
    cuts = [0, *starts[1:], len(text)]  # "g.V().hasLabel(…)" is the beginning
    return [text[start:end] for start, end in pairwise(cuts) if start < end]


def _breakable(line: str) -> Markup:
    cuts = [0, *(at for at, _ in _dots(line) if at), len(line)]
    return Markup("<wbr>").join(_whole(line[start:end]) for start, end in pairwise(cuts))


def _whole(piece: str) -> Markup:
    """A piece in which short literals are kept on one line, as browsers break dates at their hyphens."""
    parts = enumerate(_LITERAL.split(piece))
    return Markup().join(
        Markup('<span class="whole">{}</span>').format(p) if n % 2 else escape(p) for n, p in parts
    )


def _name(text: str, dot: int) -> str:
    return text[dot + 1 : dot + 12].partition("(")[0]


def _dots(text: str) -> Iterator[tuple[int, int]]:
    """Each dot between two steps: its place, and how many parentheses are open there. Strings are skipped."""
    depth, quote, at = 0, "", 0
    while at < len(text):
        sign = text[at]
        if quote:
            at += sign == "\\"
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "." and text[at - 1 : at] == ")":
            yield at, depth
        at += 1
