"""Whether the steps behind ``V()`` or ``E()`` keep a query from reading the whole graph.

Narrowed: the filters that follow directly pick elements by a label, an id or a property (``has``, ``hasLabel``,
``hasId``; also inside ``and``, ``or``, ``where``, ``filter``, ``match`` and ``union``, when all do).
A filter that only leaves something out narrows nothing. Cheap: counts over all, labels of all, the first of all.
"""

from __future__ import annotations

import re

from engine.gremlin.shapes import FILTERS, GLOBAL, ID, LABEL, inner, positive, split_infix, string, whole_number
from engine.gremlin.tree import Predicate, Step, Traversal, Value

TRANSPARENT = frozenset({"as", "identity", "barrier"})
WHOLE_FILTERS = frozenset({"where", "filter", "and", "match"})
ALTERNATIVES = frozenset({"or", "union", "coalesce"})
_TEXTS = frozenset({"containing", "startingWith", "endingWith", "regex"})
_COUNTS = frozenset({"count", "groupCount", "group", "limit", "range"})
FIRST_FEW = 10_000  # elements that may be taken of all; more than that is the whole graph by another name
_NONSENSE_LABEL = "Zqj"
_MAX_PATTERN = 200


def narrowed(steps: tuple[Step, ...]) -> bool:
    """Whether the filters at the start of ``steps`` pick elements out."""
    alternatives = split_infix(steps, "or")
    if len(alternatives) > 1:
        return all(narrowed(part) for part in alternatives)
    for step in steps:
        if step.name in TRANSPARENT or (step.name == "and" and not step.args):
            continue
        if narrows(step):
            return True
        if step.name not in FILTERS:
            return False
    return False


def narrows(step: Step) -> bool:
    """Whether this one step picks elements out."""
    if step.name in ("hasLabel", "hasId"):
        return bool(step.args) and all(_picks_names(value) for value in step.args)
    if step.name == "has" and len(step.args) == 2 and step.args[0] in (ID, LABEL):
        return _picks_names(step.args[1])
    if step.name == "has":
        return bool(step.args) and (len(step.args) == 3 or _picks(step.args[-1]))
    if step.name in WHOLE_FILTERS:
        return any(narrowed(operand.steps) for operand in inner(step))
    if step.name in ALTERNATIVES:
        operands = inner(step)
        return bool(operands) and all(narrowed(operand.steps) for operand in operands)
    return False


def _picks(value: Value) -> bool:
    if isinstance(value, Predicate):
        return positive(value)
    return not isinstance(value, Traversal)


def _picks_names(value: Value) -> bool:
    """Whether a criterion on labels or ids picks some out; a range or a text in all names lets all through."""
    if not isinstance(value, Predicate):
        return _picks(value)
    operands = [_picks_names(operand) for operand in value.args if isinstance(operand, Predicate)]
    if value.name == "and":
        return any(operands)
    if value.name == "or":
        return all(operands)
    if value.name in _TEXTS:
        return all(text is not None and _tells_names(value.name, text) for text in map(string, value.args))
    return value.name in ("eq", "within")


def _tells_names(name: str, text: str) -> bool:
    """Whether a text or pattern tells names apart; a pattern that is found in nonsense is found anywhere."""
    if name != "regex":
        return bool(text)
    try:
        return len(text) <= _MAX_PATTERN and not re.search(text, _NONSENSE_LABEL)
    except (re.error, RecursionError, OverflowError):
        return False


def cheap(steps: tuple[Step, ...]) -> bool:
    """Counts over all, labels of all, or the first few of all."""
    rest = [step for step in steps if step.name not in TRANSPARENT]
    first = rest[0] if rest else None
    if first is None:
        return False
    if first.name == "label" or (first.name == "values" and not first.args):
        return first.name == "label" and _labels_only(rest[1:])
    return first.name in _COUNTS and _counts(first, rest[1:])


def _counts(step: Step, rest: list[Step]) -> bool:
    modulators = _leading(rest, "by")
    by_label = all(_by_label(by) for by in modulators[:1])
    if step.name == "groupCount":
        return by_label and bool(modulators)
    if step.name == "group":
        return by_label and len(modulators) == 2 and _by_count(modulators[1])
    if step.name in ("limit", "range"):
        numbers = [whole_number(value) for value in step.args if value != GLOBAL]
        return bool(numbers) and all(number is not None and 0 <= number <= FIRST_FEW for number in numbers)
    return not step.args or step.args[0] == GLOBAL  # count(local) counts nothing but ones


def _labels_only(rest: list[Step]) -> bool:
    following = rest[0].name if rest else ""
    return following in ("", "dedup", "groupCount", "count", "limit", "range") or following == "group"


def _leading(steps: list[Step], name: str) -> list[Step]:
    found: list[Step] = []
    for step in steps:
        if step.name != name:
            break
        found.append(step)
    return found


def _by_label(by: Step) -> bool:
    operand = by.args[0] if by.args else None
    if isinstance(operand, Traversal):
        return len(operand.steps) == 1 and operand.steps[0].name == "label"
    return operand == LABEL


def _by_count(by: Step) -> bool:
    operand = by.args[0] if by.args else None
    return isinstance(operand, Traversal) and operand.steps[-1].name == "count" and len(operand.steps) == 1
