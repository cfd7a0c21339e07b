"""Adds a limit where a query could return as many rows as the graph has elements."""

from __future__ import annotations

from engine.gremlin.shapes import GLOBAL, LOCAL, infix_prefixed, whole_number
from engine.gremlin.steps import words
from engine.gremlin.tree import Literal, Step, Traversal

DEFAULT_LIMIT = 100

_REDUCING = frozenset({"count", "sum", "min", "max", "mean", "fold", "cap"})
_GROUPING = frozenset({"group", "groupCount", "tree"})  # reducing unless they fill a named side effect
_CUTTING = frozenset({"limit", "range", "tail", "sample"})
_KEEPING = frozenset(
    words(
        """
    by as has hasLabel hasId hasKey hasNot hasValue is where filter not and or dedup order select project path id
    label constant count sum min max mean fold limit range tail sample skip asString asNumber asDate asBool dateAdd
    dateDiff length toUpper toLower trim lTrim rTrim replace split substring concat format math reverse conjoin
    combine merge difference disjunct intersect product identity barrier with simplePath cyclicPath coin option
    elementMap valueMap propertyMap key value loops sack otherV inV outV toV aggregate store sideEffect timeLimit
    any all none index element round floor ceil from to values properties
    """
    )
)
"""Steps that never make more rows than they are given, or only as many as an element has properties."""


def add_limit(traversal: Traversal, rows: int = DEFAULT_LIMIT) -> tuple[Traversal, bool]:
    """The traversal with ``limit(rows)`` at its end, and True; or as it is, and False, when it is bounded already.

    Bounded: it ends in an aggregate (``count``, ``group`` …), a cut (``limit``, ``range``, ``tail``, ``sample``),
    ``next(n)`` or ``hasNext()``, and nothing behind that multiplies rows.
    """
    terminal = traversal.terminal.name if traversal.terminal else ""
    if terminal in ("next", "tryNext", "hasNext") or _bounded(traversal):
        return traversal, False
    limit = Step("limit", (Literal(rows, "int"),))
    steps = traversal.steps
    if joined := infix_prefixed(steps[1:]):
        steps = (steps[0], joined)  # or the limit would belong to the last operand
    return Traversal(traversal.root, (*steps, limit), traversal.terminal), True


def _bounded(traversal: Traversal) -> bool:
    bounded = False
    for step in traversal.steps:
        if step.name in _REDUCING or step.name in _CUTTING:
            bounded = bounded or _cuts(step)
        elif step.name in _GROUPING:
            bounded = bounded or not step.args
        elif step.name == "inject" and step is traversal.steps[0]:
            bounded = True
        elif step.name not in _KEEPING:
            bounded = False
    return bounded


def _cuts(step: Step) -> bool:
    if step.args and step.args[0] == LOCAL:
        return False
    if step.name == "range":
        numbers = [whole_number(value) for value in step.args if value != GLOBAL]
        return len(numbers) == 2 and numbers[1] is not None and numbers[1] >= 0
    if step.name == "limit":
        number = whole_number(step.args[-1]) if step.args else None
        return number is not None and number >= 0
    return True
