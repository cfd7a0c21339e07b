"""A step with what belongs to it, to be put in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.gremlin.english.nouns import by_noun
from engine.gremlin.english.values import value_phrase
from engine.gremlin.printer import text
from engine.gremlin.shapes import GLOBAL
from engine.gremlin.steps import MUTATING
from engine.gremlin.tree import Step, Traversal, Value


class Reading(NamedTuple):
    """A step, the modulators that belong to it, and how to read an inner traversal.

    ``ahead``: how many of the modulators stand before the step.
    """

    step: Step
    modulators: tuple[Step, ...]
    sequence: Callable[[Traversal], str]
    ahead: int = 0

    @property
    def args(self) -> tuple[Value, ...]:
        """The step's arguments without a scope of ``global``, which changes nothing."""
        return tuple([value for value in self.step.args if value != GLOBAL])

    def inner(self, value: Value) -> str:
        """An inner traversal in words, in parentheses; a value as it is."""
        return f"({self.sequence(value)})" if isinstance(value, Traversal) else value_phrase(value)

    def only(self, *names: str) -> bool:
        """Whether every modulator is one of these."""
        return all(step.name in names for step in self.modulators)


def code(*steps: Step) -> str:
    """Steps as their own text, for what has no words."""
    word = "changes the graph by" if any(step.name in MUTATING for step in steps) else "applies"
    return f"{word} {text(Traversal('__', steps)).removeprefix('__.')}"


def by_phrases(reading: Reading) -> list[str]:
    """What each ``by`` names."""
    return [by_phrase(step, reading) for step in reading.modulators if step.name == "by"]


def by_phrase(step: Step, reading: Reading) -> str:
    """What one ``by`` names of each element."""
    found = by_noun(step)
    if found is not None or not step.args or not isinstance(step.args[0], Traversal):
        return found or "itself"
    return f"what it gives when it {reading.sequence(step.args[0])}"
