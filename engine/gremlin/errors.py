"""What the language refuses: where, why, and what to write instead."""

from __future__ import annotations

from bisect import bisect_right

from engine.errors import ModelMustAct
from engine.gremlin.tree import Position

_EXCERPT_WIDTH = 72


class GremlinError(ModelMustAct):
    """Gremlin that cannot be taken as it is. ``position`` is where in the text as it was given, when known."""

    code = "invalid"

    def __init__(
        self, message: str, hint: str = "", *, code: str, position: Position | None = None, source: str = ""
    ) -> None:
        super().__init__(message, hint, code=code)
        self.position = position
        self.excerpt = excerpt(source, position) if source and position else ""

    def as_dict(self) -> dict[str, object]:
        """``code``, ``message``, ``hint``, ``position`` (or null) and the marked ``excerpt``."""
        position = self.position._asdict() if self.position else None
        return {**super().as_dict(), "position": position, "excerpt": self.excerpt}


class ParseError(GremlinError):
    """The text is not one Gremlin traversal that this language accepts."""

    code = "syntax"


class PolicyError(GremlinError):
    """The traversal is well formed and not allowed to run."""

    code = "not_allowed"


class Source:
    """A text and the places in it. ``offsets`` maps a cleaned text's offsets back to this text's."""

    def __init__(self, text: str, base: int = 0, offsets: list[int] | None = None) -> None:
        self.text = text
        self._base = base
        self._offsets = offsets
        self._lines = [0] + [i + 1 for i, c in enumerate(text) if c == "\n"] if "\n" in text else [0]

    def position(self, start: int, end: int) -> Position:
        """The place of ``[start, end)`` of the cleaned text, in the text as given."""
        if self._offsets is not None:
            start = self._offsets[min(start, len(self._offsets) - 1)]
            end = self._offsets[min(end, len(self._offsets) - 1)]
        start, end = start + self._base, end + self._base
        if len(self._lines) == 1:
            return Position(1, start + 1, start, end)
        line = bisect_right(self._lines, start)
        return Position(line, start - self._lines[line - 1] + 1, start, end)


def excerpt(text: str, position: Position) -> str:
    """The line at fault, cut to a readable width, with carets below the spot."""
    first = text.rfind("\n", 0, position.start) + 1
    last = text.find("\n", position.start)
    line = text[first : last if last >= 0 else len(text)].rstrip("\r")
    column = position.start - first
    cut = max(0, column - _EXCERPT_WIDTH // 2)
    shown = line[cut : cut + _EXCERPT_WIDTH]
    head, tail = "…" if cut else "", "…" if cut + _EXCERPT_WIDTH < len(line) else ""
    marks = max(1, min(position.end, position.start + len(line) - column) - position.start)
    marks = min(marks, max(1, len(shown) - (column - cut)))
    shown = "".join(character if character.isprintable() else " " for character in shown)
    return f"{head}{shown}{tail}\n{' ' * (len(head) + column - cut)}{'^' * marks}"
