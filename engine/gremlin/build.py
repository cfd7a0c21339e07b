"""A small fluent builder: ``g.V().hasLabel("case").where(__.out("has").has("n", P.gt(3))).tree`` gives a tree.

Step names are Gremlin's own; those that Python keeps for itself (or that hide a builtin) may carry an underscore:
``in_``, ``as_``, ``is_``, ``not_``, ``and_``, ``or_``, ``from_``, ``with_``. Builders are immutable: each call
gives a new one. Arguments are plain Python values, tree nodes, or builders.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from engine.gremlin.steps import ENUMS, PREDICATES, STEPS
from engine.gremlin.tree import Predicate, Step, Token, Traversal, Value
from engine.gremlin.values import value_of


@dataclass(frozen=True, slots=True)
class Builder:
    """A traversal in the making. ``tree`` is what it stands for so far."""

    tree: Traversal

    def __getattr__(self, name: str) -> _Call:
        step = name.removesuffix("_")
        if step not in STEPS:
            raise AttributeError(f"Gremlin has no step {name!r}")
        return partial(self.step, step)

    def step(self, name: str, /, *args: Any) -> Builder:
        """This traversal with one more step."""
        return self.then(Step(name, tuple(_argument(argument) for argument in args)))

    def then(self, *steps: Step) -> Builder:
        """This traversal with whole steps appended."""
        return Builder(Traversal(self.tree.root, self.tree.steps + steps, self.tree.terminal))


class _Call(Protocol):
    def __call__(self, *args: Any) -> Builder: ...


class _Predicates:
    """``P.gt(5)``; ``both(P.gt(1), P.lt(5))`` joins them."""

    def __init__(self, family: str) -> None:
        self._family = family

    def __getattr__(self, name: str) -> _Make:
        word = name.removesuffix("_")
        if PREDICATES.get(word) != self._family:
            raise AttributeError(f"{self._family} has no predicate {name!r}")
        return partial(predicate, word)


class _Make(Protocol):
    def __call__(self, *args: Any) -> Predicate: ...


class _Enum:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, constant: str) -> Token:
        word = constant.removesuffix("_")
        if word not in ENUMS[self._name]:
            raise AttributeError(f"{self._name} has no constant {constant!r}")
        return Token(self._name, word)


def predicate(name: str, /, *args: Any) -> Predicate:
    """A predicate by name: ``predicate("within", "a", "b")``."""
    family = PREDICATES[name]
    return Predicate("TextP" if family == "TextP" else "P", name, tuple(_argument(argument) for argument in args))


def all_of(first: Predicate, *others: Predicate) -> Predicate:
    """``first.and(other)...``; one alone is itself."""
    return _joined("and", first, others)


def any_of(first: Predicate, *others: Predicate) -> Predicate:
    """``first.or(other)...``; one alone is itself."""
    return _joined("or", first, others)


def negated(operand: Predicate) -> Predicate:
    """``operand.negate()``."""
    return Predicate("P", "negate", (operand,))


def anonymous(*steps: Step) -> Builder:
    """An anonymous traversal of ready steps."""
    return Builder(Traversal("__", steps))


def _joined(name: str, first: Predicate, others: tuple[Predicate, ...]) -> Predicate:
    if not others:
        return first
    # a.and(b).and(c) is one conjunction of three, as the parser reads it
    head = first.args if first.name == name else (first,)
    return Predicate("P", name, (*head, *others))


def _argument(value: Any) -> Value:
    return value.tree if isinstance(value, Builder) else value_of(value)


g = Builder(Traversal("g", ()))
__ = Builder(Traversal("__", ()))
P = _Predicates("P")
TextP = _Predicates("TextP")
T, Order, Scope, Column, Pop, Pick = map(_Enum, ("T", "Order", "Scope", "Column", "Pop", "Pick"))
Operator, Direction = map(_Enum, ("Operator", "Direction"))
