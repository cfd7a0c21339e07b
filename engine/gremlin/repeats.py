"""Refuses loops without a bound."""

from __future__ import annotations

from engine.gremlin.errors import PolicyError
from engine.gremlin.shapes import inner, split_infix, string, whole_number
from engine.gremlin.tree import Literal, Predicate, Step, Traversal, Value, traversals_in

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
        if step.name == "repeat":
            rounds = _rounds(traversal.steps, index)
            if rounds > max_loops:
                raise PolicyError(
                    f"this repeat() may run {rounds} rounds; {max_loops} are allowed",
                    f"Use at most times({max_loops}), the rounds of a repeat() inside multiplied.",
                    code="unbounded_repeat",
                    position=step.position,
                )


def _rounds(steps: tuple[Step, ...], index: int) -> int:
    """How many rounds a ``repeat`` may run, those of the repeats inside it multiplied."""
    return rounds_of(steps, index) * max([1, *[_most_rounds(body) for body in inner(steps[index])]])


def rounds_of(steps: tuple[Step, ...], index: int) -> int:
    """How many rounds a ``repeat`` may run itself. Raises PolicyError when it has no bound."""
    step = steps[index]
    modulators = _modulators(steps, index)
    name = string(step.args[0]) if step.args else None
    bounds = [bound for bound in (_bound(modulator, name) for modulator in modulators) if bound is not None]
    if not bounds:
        raise PolicyError("this repeat() has no bound on its rounds", _HINT, code="unbounded_repeat",
                          position=step.position)  # fmt: skip
    times = [modulator for modulator in modulators if modulator.name == "times"]
    # Of several times() engines take one or the other: count with the greatest.
    return max(bounds) if len(times) > 1 else min(bounds)


def _most_rounds(body: Traversal) -> int:
    """The rounds of the repeat inside ``body``, at any depth, that runs the most."""
    found = [1]
    for at, step in enumerate(body.steps):
        if step.name == "repeat":
            found.append(_rounds(body.steps, at))
        else:
            found += [_most_rounds(part) for value in step.args for part in traversals_in(value)]
    return max(found)


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


def _bound(modulator: Step, name: str | None) -> int | None:
    if not modulator.args:
        return None
    if modulator.name == "times":
        return whole_number(modulator.args[0])
    if modulator.name == "until":
        return _until_bound(modulator.args[0], name)
    return None


def _until_bound(value: Value, name: str | None) -> int | None:
    """The round at which ``until`` ends for sure, or None; it must count those of the loop called ``name``."""
    if not isinstance(value, Traversal):
        return None
    bounds: list[int] = []
    for part in split_infix(value.steps, "or"):
        own = bool(part) and part[0].name == "loops" and all(string(value) == name for value in part[0].args)
        if own and len(part) == 2 and part[1].name == "is" and part[1].args:
            bounds += _reached(part[1].args[0])
        elif len(part) == 1 and part[0].name == "or" and part[0].args:
            bounds += [
                bound for bound in (_until_bound(each, name) for each in inner(part[0])) if bound is not None
            ]
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
