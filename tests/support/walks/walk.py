"""A traversal being written, and the graphs that it may be written over."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

Kind = OneOf["vertex", "edge", "text", "number", "map", "list", "texts", "any", "path"]
MAX_STEPS = 5
MAX_DEPTH = 3


@dataclass(frozen=True)
class Words:
    """What there is in a graph; values as Gremlin. ``unique``: the text that no two vertices share."""

    labels: tuple[str, ...]
    edges: tuple[str, ...]
    ids: tuple[str, ...]
    texts: dict[str, tuple[str, ...]]
    numbers: dict[str, tuple[str, ...]]
    edge_numbers: dict[str, tuple[str, ...]]
    several: frozenset[str] = frozenset()  # keys that hold several values
    unique: str = "name"


GRAPHS = {
    "modern": Words(
        ("person", "software"),
        ("knows", "created"),
        ("1", "2", "3", "4", "5", "6", "99"),
        {"name": ("'marko'", "'josh'", "'lop'", "'ripple'"), "lang": ("'java'", "'c'")},
        {"age": ("29", "32", "27", "30.5")},
        {"weight": ("0.5", "1.0", "0.4", "1")},
    ),
    "crew": Words(
        ("person", "software"),
        ("develops", "uses", "traverses"),
        ("1", "7", "8", "9", "10", "11"),
        {"name": ("'marko'", "'stephen'", "'gremlin'"), "location": ("'santa fe'", "'brussels'", "'spremberg'")},
        {},
        {"skill": ("3", "4", "5"), "since": ("2009", "2010")},
        frozenset({"location"}),
    ),
    "sink": Words(
        ("message", "loops"), ("link", "self"), ("1000", "2000", "2001"), {"name": ("'a'", "'loop'")}, {}, {}
    ),
}


Steps = Mapping[Kind, Sequence[Callable[["Walk"], None]]]


class Walk:
    """A traversal being written: its text so far, and the kind of what it yields."""

    def __init__(
        self,
        rng: random.Random,
        words: Words,
        steps: dict[Kind, tuple[Callable[[Walk], None], ...]],
        depth: int = 0,
    ) -> None:
        self.rng, self.w, self.steps, self.depth = rng, words, steps, depth
        self.parts: list[str] = []
        self.kind: Kind = "vertex"
        self.marks: list[str] = []
        self.blurred = depth > 0  # what came before may have been chosen among several
        self.numbers = False  # the list that is here is one of numbers

    @property
    def text(self) -> str:
        return ".".join(self.parts)

    def add(self, step: str, kind: Kind | None = None) -> None:
        self.parts.append(step)
        self.kind = kind or self.kind

    def go(self, steps: int) -> None:
        for _ in range(steps):
            self.rng.choice(self.steps[self.kind])(self)

    def inner(self, *first: Callable[[Walk], None], kind: Kind | None = None, more: int = 1) -> Walk:
        """An anonymous traversal from the kind that is here."""
        walk = Walk(self.rng, self.w, self.steps, self.depth + 1)
        walk.kind = kind or self.kind
        for step in first or (self.rng.choice(self.steps[walk.kind]),):
            step(walk)
        if self.depth + 1 < MAX_DEPTH:
            walk.go(self.rng.randint(0, more))
        if not walk.parts:
            walk.add("identity()")
        return walk

    def edge_labels(self) -> str:
        labels = self.rng.sample(self.w.edges, self.rng.randint(0, min(2, len(self.w.edges))))
        return ", ".join(f"'{label}'" for label in labels)

    def keyed(self) -> list[tuple[str, tuple[str, ...], bool]]:
        """Properties of what is here: key, values, whether they are numbers."""
        if self.kind == "edge":
            return [(key, values, True) for key, values in self.w.edge_numbers.items()]
        texts = [(key, values, False) for key, values in self.w.texts.items()]
        return [*texts, *((key, values, True) for key, values in self.w.numbers.items())]

    def single(self) -> list[str]:
        """Keys with at most one value."""
        return [key for key, _, _ in self.keyed() if key not in self.w.several]
