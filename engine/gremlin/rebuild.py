"""Rebuilding a tree from the inside out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

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
    """The tree with ``on_value`` applied to every argument and ``on_steps`` to every chain, inner before outer."""
    steps = tuple(
        [
            Step(step.name, tuple([_value(value, on_steps, on_value) for value in step.args]), step.position)
            if step.args
            else step
            for step in traversal.steps
        ]
    )
    return Traversal(traversal.root, on_steps(steps), traversal.terminal)


def _value(value: Value, on_steps: OnSteps, on_value: OnValue) -> Value:
    match value:
        case Traversal():
            value = rebuilt(value, on_steps, on_value)
        case Predicate() | Construct():
            value = replace(value, args=tuple([_value(item, on_steps, on_value) for item in value.args]))
        case ListLiteral():
            value = replace(value, items=tuple([_value(item, on_steps, on_value) for item in value.items]))
        case MapLiteral():
            value = MapLiteral(
                tuple(
                    [
                        (_value(key, on_steps, on_value), _value(item, on_steps, on_value))
                        for key, item in value.entries
                    ]
                )
            )
        case Strategy():
            value = replace(
                value, args=tuple([(name, _value(item, on_steps, on_value)) for name, item in value.args])
            )
        case Literal():
            pass
    return on_value(value)
