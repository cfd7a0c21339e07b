"""Rebuilds trees: the one place that knows how a traversal nests inside values."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from engine.gremlin.tree import ListLiteral, MapLiteral, Predicate, Step, Strategy, Traversal, Value


def rebuild(traversal: Traversal, steps: Callable[[Traversal], tuple[Step, ...]]) -> Traversal:
    """The traversal with ``steps`` applied to it and to every traversal inside it, inner ones first."""
    inner = tuple(
        dataclasses.replace(step, args=tuple(_rebuild_value(value, steps) for value in step.args))
        for step in traversal.steps
    )
    changed = dataclasses.replace(traversal, steps=inner)
    return dataclasses.replace(changed, steps=steps(changed))


def _rebuild_value(value: Value, steps: Callable[[Traversal], tuple[Step, ...]]) -> Value:
    match value:
        case Traversal():
            return rebuild(value, steps)
        case ListLiteral():
            return dataclasses.replace(value, items=tuple(_rebuild_value(item, steps) for item in value.items))
        case MapLiteral():
            return MapLiteral(
                tuple((_rebuild_value(k, steps), _rebuild_value(v, steps)) for k, v in value.entries)
            )
        case Predicate():
            return dataclasses.replace(value, args=tuple(_rebuild_value(item, steps) for item in value.args))
        case Strategy():
            return dataclasses.replace(
                value, args=tuple((name, _rebuild_value(item, steps)) for name, item in value.args)
            )
        case _:
            return value


def anonymous(*steps: Step) -> Traversal:
    """``__.a().b()``."""
    return Traversal("__", steps)
