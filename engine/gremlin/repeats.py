"""Refuses loops without a bound."""

from __future__ import annotations

from engine.gremlin.errors import PolicyError
from engine.gremlin.shapes import inner, split_infix, whole_number
from engine.gremlin.tree import Literal, Predicate, Step, Traversal, Value

_MODULATORS = frozenset({"times", "until", "emit"})
_REACHING = frozenset({"eq", "gte", "gt", "within"})
_HINT = (
    "Add times(n), for example repeat(__.out('…')).times(3), or give until() a bound: "
    "until(__.or(__.hasId('…'), __.loops().is(3)))."
)


def check_repeats(traversal: Traversal, max_loops: int) -> None:
    """Every ``repeat`` needs ``times(n)``, or an ``until`` that ends by ``loops()``; n within ``max_loops``.

    Raises PolicyError with code ``unbounded_repeat``.
    """
    for index, step in enumerate(traversal.steps):
        if step.name != "repeat":
            continue
        bounds = [bound for bound in map(_bound, _modulators(traversal.steps, index)) if bound is not None]
        if not bounds:
            raise PolicyError("this repeat() has no bound on its rounds", _HINT, code="unbounded_repeat",
                              position=step.position)  # fmt: skip
        if min(bounds) > max_loops:
            raise PolicyError(f"this repeat() may run {min(bounds)} rounds; {max_loops} are allowed",
                              f"Use at most times({max_loops}).", code="unbounded_repeat",
                              position=step.position)  # fmt: skip


def _modulators(steps: tuple[Step, ...], index: int) -> list[Step]:
    """``times``, ``until`` and ``emit`` that belong to the repeat: behind it, or before it (while-do)."""
    after = index + 1
    while after < len(steps) and steps[after].name in _MODULATORS:
        after += 1
    before = index
    while before > 0 and steps[before - 1].name in _MODULATORS:
        before -= 1
    # modulators right behind an earlier repeat are that one's, not ours
    if before > 0 and steps[before - 1].name == "repeat":
        before = index
    return [*steps[before:index], *steps[index + 1 : after]]


def _bound(modulator: Step) -> int | None:
    if not modulator.args:
        return None
    if modulator.name == "times":
        return whole_number(modulator.args[0])
    if modulator.name == "until":
        return _until_bound(modulator.args[0])
    return None


def _until_bound(value: Value) -> int | None:
    """The round at which ``until`` ends for sure, or None."""
    if not isinstance(value, Traversal):
        return None
    bounds: list[int] = []
    for part in split_infix(value.steps, "or"):
        if len(part) == 2 and part[0].name == "loops" and part[1].name == "is" and part[1].args:
            bounds += _reached(part[1].args[0])
        elif len(part) == 1 and part[0].name == "or" and part[0].args:
            bounds += [bound for bound in map(_until_bound, inner(part[0])) if bound is not None]
    return min(bounds, default=None)


def _reached(value: Value) -> list[int]:
    """The least round number that satisfies ``loops().is(value)`` and every later one, or that is surely met."""
    if isinstance(value, Literal):
        number = whole_number(value)
        return [] if number is None or number < 0 else [number]
    if isinstance(value, Predicate) and value.name in _REACHING and value.args:
        numbers = [number for number in map(whole_number, value.args) if number is not None and number >= 0]
        return [min(numbers) + (value.name == "gt")] if numbers else []
    return []
