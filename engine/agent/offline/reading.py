"""What a question was read as."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal as OneOf

from engine.operators.params import Aggregate, Compare, Filter, Find

Params = Aggregate | Find | Compare
Style = OneOf["count", "exists", "list", "groups", "measure", "share", "compare", "lookup"]


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The words that would have said one reading of tokens [start, end) (character offsets) outright."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a question that has been read, up to token ``end``.

    ``cost`` grows with each assumption; ``clock``: the time property last named by a verb; ``sides``: the last
    filter cut into named alternatives ("phone or email"), for comparisons.
    """

    end: int
    filters: tuple[Filter, ...] = ()
    cost: float = 0
    clock: str | None = None
    notes: tuple[str, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    sides: tuple[tuple[str, Filter], ...] = ()
    last: int = 0  # how many of ``filters`` the last constituent added

    def then(self, other: Part) -> Part:
        """This part followed by another."""
        return Part(
            other.end,
            self.filters + other.filters,
            self.cost + other.cost,
            other.clock or self.clock,
            self.notes + other.notes,
            self.rewrites + other.rewrites,
            other.sides or self.sides,
            len(other.filters),
        )


@dataclass(frozen=True, slots=True)
class Parse:
    """A whole question read: the operator's parameters, and the ways they are told."""

    params: Params
    style: Style
    cost: float
    notes: tuple[str, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    subject: str = ""  # what is counted or listed, in the question's words


@dataclass(frozen=True, slots=True)
class Reading:
    """The outcome of reading: one operator call, or choices, or a refusal that says why."""

    status: OneOf["answered", "clarify", "declined"]
    params: Params | None = None
    style: Style = "count"
    notes: tuple[str, ...] = ()
    text: str = ""
    choices: tuple[str, ...] = ()
    unplaced: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = field(default=())

    @property
    def operator(self) -> str:
        """The operator's name: ``aggregate``, ``find`` or ``compare``."""
        return type(self.params).__name__.lower() if self.params is not None else ""
