"""A traversal as its steps and predicates in text order, at every depth: what text patterns would look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.gremlin.tree import Literal, Predicate, Step, Traversal, Value, traversals_in


class Event(NamedTuple):
    """One step or predicate, in text order. ``step`` is the step itself, or the step that holds the predicate."""

    step: Step
    predicate: Predicate | None
    previous: Step | None


def events_of(traversal: Traversal) -> Iterator[Event]:
    """Steps and predicates in text order, at every depth."""
    previous: Step | None = None
    for step in traversal.steps:
        yield Event(step, None, previous)
        for value in step.args:
            yield from _events_in(value, step)
        previous = step


def _events_in(value: Value, step: Step) -> Iterator[Event]:
    if isinstance(value, Predicate):
        yield Event(step, value, None)
        for operand in value.args:
            yield from _events_in(operand, step)
    elif isinstance(value, Traversal):
        yield from events_of(value)
    elif not isinstance(value, Literal):
        for inner in traversals_in(value):
            yield from events_of(inner)
