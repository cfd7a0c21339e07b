"""Small questions about nodes that several rooms of this package ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from engine.gremlin.tree import ListLiteral, Literal, Predicate, Step, Token, Traversal, Value

LABEL = Token("T", "label")
ID = Token("T", "id")
LOCAL = Token("Scope", "local")
GLOBAL = Token("Scope", "global")
FILTERS = frozenset(
    {"has", "hasLabel", "hasId", "hasNot", "hasKey", "hasValue", "where", "filter", "not", "and", "or"}
)
"""Steps that only leave elements out."""
NEGATIVE = frozenset(
    {"neq", "without", "not", "negate", "notContaining", "notStartingWith", "notEndingWith", "notRegex"}
)


def string(value: Value) -> str | None:
    """The text of a string literal, else None."""
    return str(value.value) if isinstance(value, Literal) and value.kind == "string" else None


def strings(values: Iterable[Value]) -> list[str]:
    """The texts of the string literals among values; those in lists too."""
    found: list[str] = []
    for value in values:
        if isinstance(value, ListLiteral):
            found += strings(value.items)
        elif (text := string(value)) is not None:
            found.append(text)
    return found


def whole_number(value: Value) -> int | None:
    """The value of an integer literal, else None."""
    if isinstance(value, Literal) and isinstance(value.value, int) and not isinstance(value.value, bool):
        return value.value
    return None


def positive(predicate: Predicate) -> bool:
    """Whether a predicate picks values out, rather than leaving some out."""
    if predicate.name in ("and", "or"):
        judge = any if predicate.name == "and" else all
        return judge(isinstance(operand, Predicate) and positive(operand) for operand in predicate.args)
    return predicate.name not in NEGATIVE


_TESTS: dict[str, Callable[[str, list[str]], bool]] = {
    "eq": lambda text, operands: text == operands[0],
    "neq": lambda text, operands: text != operands[0],
    "within": lambda text, operands: text in operands,
    "without": lambda text, operands: text not in operands,
    "containing": lambda text, operands: operands[0] in text,
    "notContaining": lambda text, operands: operands[0] not in text,
    "startingWith": lambda text, operands: text.startswith(operands[0]),
    "notStartingWith": lambda text, operands: not text.startswith(operands[0]),
    "endingWith": lambda text, operands: text.endswith(operands[0]),
    "notEndingWith": lambda text, operands: not text.endswith(operands[0]),
    "gt": lambda text, operands: text > operands[0],
    "gte": lambda text, operands: text >= operands[0],
    "lt": lambda text, operands: text < operands[0],
    "lte": lambda text, operands: text <= operands[0],
    "between": lambda text, operands: operands[0] <= text < operands[1],
    "inside": lambda text, operands: operands[0] < text < operands[1],
    "outside": lambda text, operands: text < operands[0] or text > operands[1],
}


def may_match(value: Value, text: str) -> bool:
    """Whether a label or key criterion (a literal or predicate) lets ``text`` through; True when unsure."""
    if not isinstance(value, Predicate):
        return string(value) == text if isinstance(value, Literal) else text in strings([value])
    operands = [operand for operand in value.args if isinstance(operand, Predicate)]
    if value.name == "and":
        return all(may_match(operand, text) for operand in operands)
    if value.name == "or":
        return any(may_match(operand, text) for operand in operands)
    if value.name in ("not", "negate") and operands:
        return not _certainly(operands[0], text)
    test = _TESTS.get(value.name)
    try:
        return test is None or test(text, strings(value.args))
    except IndexError:
        return True


def _certainly(predicate: Predicate, text: str) -> bool:
    """Whether a predicate lets ``text`` through for sure."""
    operands = [operand for operand in predicate.args if isinstance(operand, Predicate)]
    if predicate.name == "and":
        return all(_certainly(operand, text) for operand in operands)
    if predicate.name == "or":
        return any(_certainly(operand, text) for operand in operands)
    if predicate.name in ("not", "negate") and operands:
        return not may_match(operands[0], text)
    return predicate.name in _TESTS and may_match(predicate, text)


def split_infix(steps: tuple[Step, ...], name: str) -> list[tuple[Step, ...]]:
    """Operands of an infix connective: ``a().or().b()`` stands for ``or(a(), b())``. Else one part."""
    parts: list[tuple[Step, ...]] = []
    start = 0
    for index, step in enumerate(steps):
        if step.name == name and not step.args:
            parts.append(steps[start:index])
            start = index + 1
    return [*parts, steps[start:]]


def infix_prefixed(steps: tuple[Step, ...]) -> Step | None:
    """``has(a).or().has(b)`` as the one step ``or(__.has(a), __.has(b))``; None without such a connective."""
    for name in ("or", "and"):  # `and` binds closer
        parts = split_infix(steps, name)
        if len(parts) > 1 and all(parts):
            joined = [(found,) if (found := infix_prefixed(part)) else part for part in parts]
            return Step(name, tuple([Traversal("__", part) for part in joined]))
    return None


def inner(step: Step) -> list[Traversal]:
    """The anonymous traversals among a step's own arguments."""
    return [value for value in step.args if isinstance(value, Traversal)]


def placeholder_keys(template: str) -> list[str]:
    """The names that ``format('%{name} …')`` fills in."""
    return re.findall(r"%\{([^}]*)\}", template)
