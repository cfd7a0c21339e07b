"""Rebuilding a tree from the inside out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import is_

from engine.gremlin.tree import (
    Construct,
    ListLiteral,
    Literal,
    MapLiteral,
    Predicate,
    Step,
    Strategy,
    Traversal,
    Value,
)

OnSteps = Callable[[tuple[Step, ...]], tuple[Step, ...]]
OnValue = Callable[[Value], Value]


def rebuilt(traversal: Traversal, on_steps: OnSteps, on_value: OnValue = lambda value: value) -> Traversal:
    """The tree with ``on_value`` applied to every argument and ``on_steps`` to every chain, inner before outer.

    What neither changes is kept as the node that it was.
    """
    given = traversal.steps
    steps = on_steps(tuple([_step(step, on_steps, on_value) if step.args else step for step in given]))
    return traversal if _same(steps, given) else Traversal(traversal.root, steps, traversal.terminal)


def anonymous(*steps: Step) -> Traversal:
    """``__.a().b()``."""
    return Traversal("__", steps)


def _step(step: Step, on_steps: OnSteps, on_value: OnValue) -> Step:
    args = _each(step.args, on_steps, on_value)
    return step if args is step.args else Step(step.name, args, step.position)


def _each(values: tuple[Value, ...], on_steps: OnSteps, on_value: OnValue) -> tuple[Value, ...]:
    changed = tuple([_value(value, on_steps, on_value) for value in values])
    return values if _same(changed, values) else changed


def _same(changed: tuple[object, ...], given: tuple[object, ...]) -> bool:
    """Whether these are the very same nodes; equal ones may still differ in the zone of a moment."""
    return len(changed) == len(given) and all(map(is_, changed, given))


def _value(value: Value, on_steps: OnSteps, on_value: OnValue) -> Value:
    match value:
        case Literal():
            pass
        case Traversal():
            value = rebuilt(value, on_steps, on_value)
        case Predicate() | Construct():
            args = _each(value.args, on_steps, on_value)
            value = value if args is value.args else replace(value, args=args)
        case ListLiteral():
            items = _each(value.items, on_steps, on_value)
            value = value if items is value.items else replace(value, items=items)
        case MapLiteral():
            entries = tuple([_each(entry, on_steps, on_value) for entry in value.entries])
            value = value if _same(entries, value.entries) else MapLiteral(entries)  # type: ignore[arg-type]
        case Strategy():
            named = [(name, _value(item, on_steps, on_value)) for name, item in value.args]
            value = replace(value, args=tuple(named))
    return on_value(value)
