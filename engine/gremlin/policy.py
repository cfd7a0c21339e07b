"""What may run: an allow-list of steps, and rules on cost and privacy. Judged on the tree, at every depth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.gremlin.errors import PolicyError
from engine.gremlin.growth import check_growth
from engine.gremlin.names import nearest_step
from engine.gremlin.patterns import slow
from engine.gremlin.privacy import check_privacy
from engine.gremlin.repeats import check_repeats
from engine.gremlin.scans import check_scans
from engine.gremlin.shapes import FILTERS, string, strings, whole_number
from engine.gremlin.steps import FORBIDDEN, MUTATING, NEEDING, READING, SOURCE
from engine.gremlin.tree import (
    Construct,
    ListLiteral,
    MapLiteral,
    Predicate,
    Step,
    Strategy,
    Token,
    Traversal,
    Value,
    Variable,
    traversals_in,
)

_STARTS = frozenset({"V", "E", "inject", "union"})
_COUNTING = frozenset({"limit", "range", "sample", "skip", "tail"})
_SIGNS = {  # comparisons as other languages write them, which stand for a property in has(label, key, value)
    **{">": "gt", ">=": "gte", "<": "lt", "<=": "lte", "=": "eq", "==": "eq", "!=": "neq", "<>": "neq"},
    **{"in": "within", "not in": "without", "gt": "gt", "gte": "gte", "lt": "lt", "lte": "lte", "eq": "eq"},
    **{"neq": "neq", "between": "between", "within": "within", "without": "without"},
}
_NO_RESULT = {
    "explain": ("explain() returns the server's plan, not data", "Remove explain()."),
    "iterate": ("iterate() throws every result away", "Remove iterate()."),
}


@dataclass(frozen=True, slots=True)
class PolicyConfig:
    """What the policy knows of a graph.

    ``known_properties``: property keys of the graph, when known; ``has('label', …)`` and ``has('id', …)`` are then
    refused unless the graph has such a property. ``max_loops``: most rounds of a ``repeat``.
    """

    private_properties: frozenset[str] = frozenset()
    similarity_edges: frozenset[str] = frozenset()
    known_properties: frozenset[str] | None = None
    max_loops: int = 32


def judge(traversal: Traversal, config: PolicyConfig = PolicyConfig()) -> None:
    """Pass in silence, or raise PolicyError with code, message, hint and the position of the step at fault.

    Codes: mutation, source_config, io, call, transaction, step_not_allowed, unknown_step, nested_source, variable,
    full_scan, similarity_scan, unbounded_repeat, private_property, label_as_property, operator,
    growth, slow_pattern, missing_argument, negative_count.
    """
    steps = list(traversal.walk())
    for step in steps:  # before anything else, so that a query that changes the graph is refused as such
        if step.name in MUTATING:
            raise _not_reading(step)
    for step in steps:
        _check_step(step, config)
    _check_start(traversal)
    for inner in all_traversals(traversal):
        _check_empty(inner)
        check_scans(inner, config.similarity_edges)
        check_repeats(inner, config.max_loops)
    for step in steps:
        if step.name in _COUNTING:
            _check_count(step)
    check_growth(traversal)
    _check_infix(traversal)
    if config.private_properties:
        for step in steps:
            check_privacy(step, config.private_properties)


def all_traversals(traversal: Traversal) -> Iterator[Traversal]:
    """The traversal and every one nested in it, outer before inner."""
    yield traversal
    for step in traversal.steps:
        for value in step.args:
            for inner in traversals_in(value):
                yield from all_traversals(inner)


def _check_infix(traversal: Traversal) -> None:
    """``V().has(a).or().has(b).count()`` means ``or(has(a), has(b).count())``: the count is a filter."""
    infix: Step | None = None
    for step in traversal.steps:
        if step.name in ("and", "or") and not step.args:
            infix = step
        elif infix is not None and step.name not in FILTERS:
            raise PolicyError(
                f"{infix.name}() between steps takes in all that follows, {step.name}() too",
                f"Write {infix.name}(__.…, __.…) around the conditions, then {step.name}().",
                code="step_not_allowed",
                position=infix.position,
            )


def _check_empty(traversal: Traversal) -> None:
    if not traversal.steps:  # no text gives one, a tree built in Python may
        raise PolicyError("an inner traversal has no steps", "Use __.identity() for the element itself.",
                          code="step_not_allowed")  # fmt: skip


def _check_step(step: Step, config: PolicyConfig) -> None:
    name = step.name
    if name not in READING:
        raise _not_reading(step)
    if name == "none" and not step.args:
        raise PolicyError("none() throws every result away", "Remove none().", code="step_not_allowed",
                          position=step.position)  # fmt: skip
    if len(step.args) < NEEDING.get(name, 0):
        what = "an argument" if NEEDING[name] == 1 else f"{NEEDING[name]} arguments"
        raise PolicyError(
            f"{name}() needs {what}",
            f"Write what it is about between the parentheses of {name}(), or remove it.",
            code="missing_argument",
            position=step.position,
        )
    for value in step.args:
        _check_value(value, step)
    if name == "has":
        _check_has(step, config)


def _check_count(step: Step) -> None:
    """``limit(-1)`` is all rows on one server and an error on another; the end of a ``range`` may be -1."""
    numbers = [number for value in step.args if (number := whole_number(value)) is not None]
    if any(number < 0 for number in (numbers[:1] if step.name == "range" else numbers)):
        raise PolicyError(
            f"{step.name}() cannot count below 0",
            f"Give {step.name}() a number from 0, or leave it out for all.",
            code="negative_count",
            position=step.position,
        )


def _not_reading(step: Step) -> PolicyError:
    name = step.name
    if name in MUTATING:
        message, hint = f"{name}() changes the graph; queries are read-only", f"Remove {name}() and only read."
        return PolicyError(message, hint, code="mutation", position=step.position)
    if name == "with":
        message, hint = (
            "with() changes how the server runs the query",
            ("Remove it; for ids and labels beside properties use elementMap()."),
        )
        return PolicyError(message, hint, code="source_config", position=step.position)
    if name in SOURCE:
        message, hint = f"{name}() configures the server", f"Remove {name}() and start with g.V()."
        return PolicyError(message, hint, code="source_config", position=step.position)
    if name in FORBIDDEN:
        code, message, hint = FORBIDDEN[name]
        return PolicyError(message, hint, code=code, position=step.position)
    return PolicyError(
        f"Gremlin has no step {name}()", nearest_step(name), code="unknown_step", position=step.position
    )


def _check_value(value: Value, step: Step) -> None:
    match value:
        case Variable():
            raise PolicyError(
                f"{value.name} is a variable without a value",
                f"To mean the text, write '{value.name}' in quotes; otherwise write the value itself.",
                code="variable",
                position=step.position,
            )
        case Traversal() if value.root == "g":
            raise PolicyError(
                "a second g. traversal stands inside the query",
                "Start inner traversals with __. and connect them by steps.",
                code="nested_source",
                position=step.position,
            )
        case Strategy():
            raise PolicyError(f"the strategy {value.name} configures the server", "Remove it.",
                              code="source_config", position=step.position)  # fmt: skip
        case Construct():
            raise PolicyError(f"{value.name}() is not needed to read", "Use ids, labels and plain values.",
                              code="step_not_allowed", position=step.position)  # fmt: skip
        case Predicate():
            for operand in value.args:
                _check_value(operand, step)
            if value.name in ("regex", "notRegex") and any(slow(pattern) for pattern in strings(value.args)):
                raise PolicyError("the pattern repeats what is repeated already, or is very long",
                                  "Write it without + or * inside of a group that has one.",
                                  code="slow_pattern", position=step.position)  # fmt: skip
        case ListLiteral():
            for item in value.items:
                _check_value(item, step)
        case MapLiteral():
            for key, item in value.entries:
                _check_value(key, step)
                _check_value(item, step)


def _check_has(step: Step, config: PolicyConfig) -> None:
    """``has('label', 'x')`` and ``has('age', '>', 5)`` ask for properties called label and >, and find nothing."""
    sign = (string(step.args[1]) or "").strip().lower() if len(step.args) == 3 else ""
    if sign in _SIGNS and sign not in (config.known_properties or ()):
        raise PolicyError(
            f"has('{string(step.args[0])}', '{sign}', …) looks for a property named {sign}",
            f"Use has('{string(step.args[0])}', P.{_SIGNS[sign]}(…)).",
            code="operator",
            position=step.position,
        )
    if step.args and isinstance(token := step.args[-1], Token) and token.enum != "T":
        raise PolicyError(
            f"has() compares with the constant {token.enum}.{token.name}, which no property holds",
            "Compare with a value or a predicate; hasNot('…') finds what lacks the property.",
            code="operator",
            position=step.position,
        )
    key = string(step.args[-2]) if len(step.args) > 1 else None
    known = config.known_properties
    suspect = key == "label" if known is None else key in ("label", "id")
    if not suspect or (known is not None and key in known):
        return
    right = "hasLabel(…)" if key == "label" else "hasId(…), or g.V(id)"
    raise PolicyError(
        f"has('{key}', …) looks for a property named {key}, not for the {key} of the element",
        f"Use {right}.",
        code="label_as_property",
        position=step.position,
    )


def _check_start(traversal: Traversal) -> None:
    first = traversal.steps[0] if traversal.steps else None
    if traversal.root != "g" or first is None or first.name not in _STARTS:
        name = f"{first.name}()" if first else "an empty traversal"
        raise PolicyError(f"a query cannot start with {name}", "Start with g.V() or g.E().",
                          code="step_not_allowed", position=first.position if first else None)  # fmt: skip
    terminal = traversal.terminal
    if terminal is not None and terminal.name in _NO_RESULT:
        message, hint = _NO_RESULT[terminal.name]
        raise PolicyError(message, hint, code="step_not_allowed", position=terminal.position)
