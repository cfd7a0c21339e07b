"""One spelling for predicates and numbers that mean the same."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from engine.gremlin.printer import value_text
from engine.gremlin.tree import ListLiteral, Literal, Predicate, Value

_OPPOSITES = {"eq": "neq", "within": "without", "containing": "notContaining", "startingWith": "notStartingWith"}
_OPPOSITES |= {"endingWith": "notEndingWith", "regex": "notRegex"}
_OPPOSITES |= {right: left for left, right in _OPPOSITES.items()}
_REVERSED = {"gt": "lte", "lte": "gt", "lt": "gte", "gte": "lt"}
_BOUNDS = {"between": ("gte", "lt"), "inside": ("gt", "lt")}
_GATHERED = {"or": ("eq", "within"), "and": ("neq", "without")}
COMPARISONS = frozenset({*_REVERSED, *_BOUNDS})
_INTERVALS = {("gte", "lt"): "between", ("gt", "lt"): "inside"}
_WHOLE = frozenset({"byte", "short", "long", "bigint"})


def normal_value(value: Value) -> Value:
    """The value in its one spelling; its parts already are."""
    if isinstance(value, Literal):
        if isinstance(value.value, dt.datetime) and value.value.tzinfo:
            return replace(value, value=value.value.astimezone(dt.UTC))
        return replace(value, kind="int") if value.kind in _WHOLE else value
    if isinstance(value, Predicate):
        return _predicate(value)
    return value


def without_eq(value: Value) -> Value:
    """``P.eq(x)`` as ``x``, for arguments where both mean the same."""
    plain = isinstance(value, Predicate) and value.name == "eq" and len(value.args) == 1
    return value.args[0] if plain and isinstance(value, Predicate) else value


def _predicate(predicate: Predicate) -> Value:
    name, args = predicate.name, predicate.args
    if name in ("not", "negate") and args and isinstance(args[0], Predicate):
        return _opposite(args[0])
    if name in ("within", "without"):
        return _membership(predicate)
    if name == "outside" and len(args) == 2:
        return _predicate(Predicate("P", "or", (_compared("lt", args[0]), _compared("gt", args[1]))))
    if name in _GATHERED and (gathered := _gathered(predicate)):
        return _membership(gathered)
    if name == "and":
        return _conjunction(predicate)
    if name == "or":
        operands = _sorted(predicate)
        return operands[0] if len(operands) == 1 else replace(predicate, args=operands)
    return predicate


def _opposite(predicate: Predicate) -> Value:
    """What ``not`` of a predicate in its one spelling means."""
    name, args = predicate.name, predicate.args
    if name in ("not", "negate"):
        return args[0]
    if other := _OPPOSITES.get(name) or _REVERSED.get(name):
        return normal_value(replace(predicate, name=other))
    if name in _BOUNDS and len(args) == 2:
        low, high = _BOUNDS[name]
        return _opposite(Predicate("P", "and", (_compared(low, args[0]), _compared(high, args[1]))))
    if name in ("and", "or"):
        operands = tuple([_opposite(operand) for operand in args if isinstance(operand, Predicate)])
        return _predicate(Predicate("P", "or" if name == "and" else "and", operands))
    return Predicate("P", "not", (predicate,))


def _compared(name: str, value: Value) -> Predicate:
    return Predicate("P", name, (value,))


def _gathered(predicate: Predicate) -> Predicate | None:
    """``eq(a).or(eq(b))`` as ``within(a, b)``, ``neq(a).and(neq(b))`` as ``without(a, b)``."""
    one, several = _GATHERED[predicate.name]
    found: list[Value] = []
    for operand in predicate.args:
        if not isinstance(operand, Predicate) or operand.name not in (one, several):
            return None
        found += operand.args
    return Predicate("P", several, tuple(found))


def _membership(predicate: Predicate) -> Value:
    args = predicate.args
    if len(args) == 1 and isinstance(args[0], ListLiteral):
        if len(args[0].items) == 1 and isinstance(args[0].items[0], ListLiteral):
            return predicate  # a list of one list is not that list
        args = args[0].items
    args = tuple(sorted(dict.fromkeys(args), key=value_text))
    if len(args) == 1 and not isinstance(args[0], ListLiteral):
        return replace(predicate, name="eq" if predicate.name == "within" else "neq", args=args)
    return replace(predicate, args=args)


def _conjunction(predicate: Predicate) -> Value:
    args = _sorted(predicate)
    for low in args:
        for high in args:
            if not isinstance(low, Predicate) or not isinstance(high, Predicate):
                continue
            name = _INTERVALS.get((low.name, high.name))
            if name and len(low.args) == len(high.args) == 1:
                interval = Predicate("P", name, (low.args[0], high.args[0]))
                rest = [operand for operand in args if operand not in (low, high)]
                return normal_value(Predicate("P", "and", (interval, *rest))) if rest else interval
    return args[0] if len(args) == 1 else replace(predicate, args=args)


def _sorted(predicate: Predicate) -> tuple[Value, ...]:
    """Operands of one connective in one order; those of a nested one of the same name among them."""
    flat: list[Value] = []
    for operand in predicate.args:
        nested = isinstance(operand, Predicate) and operand.name == predicate.name
        flat += operand.args if nested and isinstance(operand, Predicate) else [operand]
    return tuple(sorted(dict.fromkeys(flat), key=value_text))
