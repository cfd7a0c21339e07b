"""Hypothesis strategies for the language: trees of every node kind, and text that is nearly Gremlin."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal

from hypothesis import strategies as st

from engine.gremlin.steps import ENUMS, FORBIDDEN, MUTATING, PREDICATES, READING
from engine.gremlin.tree import ListLiteral, Literal, MapLiteral, Predicate, Step, Token, Traversal, Variable
from engine.gremlin.values import NAN

strings = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = st.from_regex(r"[a-z][A-Za-z0-9]{0,8}", fullmatch=True)
zones = st.sampled_from(
    [dt.UTC, dt.timezone(dt.timedelta(hours=2)), dt.timezone(-dt.timedelta(hours=5, minutes=30))]
)

literals = st.one_of(
    strings.map(lambda value: Literal(value, "string")),
    st.integers(-(2**70), 2**70).map(lambda value: Literal(value, "int")),
    st.integers(-128, 127).map(lambda value: Literal(value, "byte")),
    st.integers(-(2**15), 2**15 - 1).map(lambda value: Literal(value, "short")),
    st.integers(-(2**63), 2**63 - 1).map(lambda value: Literal(value, "long")),
    st.integers().map(lambda value: Literal(value, "bigint")),
    st.floats().map(lambda value: Literal(NAN if value != value else value, "double")),
    st.floats(allow_nan=False, allow_infinity=False, width=32).map(lambda value: Literal(value, "float")),
    st.decimals(allow_nan=False, allow_infinity=False, places=3).map(
        lambda value: Literal(Decimal(value), "bigdecimal")
    ),
    st.booleans().map(lambda value: Literal(value, "bool")),
    st.just(Literal(None, "null")),
    st.datetimes(timezones=zones, min_value=dt.datetime(1000, 1, 2)).map(lambda value: Literal(value, "datetime")),
    st.uuids().map(lambda value: Literal(value, "uuid")),
)
tokens = st.sampled_from([Token(enum, name) for enum, known in ENUMS.items() for name in known])
variables = names.map(lambda name: Variable(f"var_{name}"))


def _joined(name: str, operands: Sequence[Predicate]) -> Predicate:
    """A connective in the one shape that the parser gives it: no connective of its own name first."""
    head = operands[0].args if operands[0].name == name else (operands[0],)
    return Predicate("P", name, (*head, *operands[1:]))  # type: ignore[arg-type]


@st.composite
def predicates(draw: st.DrawFn, values: st.SearchStrategy[object]) -> Predicate:
    """A predicate over the given values, at times joined with another or negated."""

    def simple() -> Predicate:
        name = draw(st.sampled_from(sorted(set(PREDICATES) - {"not"})))
        family = "TextP" if PREDICATES[name] == "TextP" else "P"
        return Predicate(family, name, tuple(draw(st.lists(values, max_size=3))))  # type: ignore[arg-type]

    found = simple()
    for shape in draw(st.lists(st.sampled_from(["and", "or", "negate", "not"]), max_size=3)):
        if shape in ("and", "or"):
            found = _joined(shape, draw(st.permutations([found, simple()])))
        else:
            found = Predicate("P", shape, (found,))  # type: ignore[arg-type]
    return found


@st.composite
def chains(
    draw: st.DrawFn, step_names: st.SearchStrategy[str], values: st.SearchStrategy[object]
) -> tuple[Step, ...]:
    """One to four steps."""
    steps = []
    for name in draw(st.lists(step_names, min_size=1, max_size=4)):
        step = Step(name, tuple(draw(st.lists(values, max_size=3))))  # type: ignore[arg-type]
        steps.append(Step(name) if _not_of_predicate(step) or _misplaced(step) else step)
    return tuple(steps)


def _misplaced(step: Step) -> bool:
    """``has`` takes a predicate last only."""
    return step.name == "has" and any(isinstance(value, Predicate) for value in step.args[:-1])


def _not_of_predicate(step: Step) -> bool:
    """``not(P)`` alone is read as the predicate, so the step holds a traversal."""
    return step.name == "not" and len(step.args) == 1 and not isinstance(step.args[0], Traversal)


def traversals(
    step_names: st.SearchStrategy[str], root: str = "g", leaves: int = 25
) -> st.SearchStrategy[Traversal]:
    """Traversals of steps with these names, with arguments of every kind, nested."""
    scalars = st.one_of(literals, tokens, variables)
    values = st.recursive(
        scalars,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3).map(lambda items: ListLiteral(tuple(items))),
            st.lists(inner, min_size=1, max_size=3).map(lambda items: ListLiteral(tuple(items), "set")),
            st.lists(st.tuples(st.one_of(literals, tokens), inner), max_size=2).map(
                lambda entries: MapLiteral(tuple(entries))
            ),
            predicates(inner),
            chains(step_names, inner).map(lambda steps: Traversal("__", steps)),
        ),
        max_leaves=leaves,
    )
    return chains(step_names, values).map(lambda steps: Traversal(root, (Step("V"), *steps)))  # type: ignore[arg-type]


reading_names = st.sampled_from(sorted(READING))
all_names = st.sampled_from(sorted(READING | MUTATING | frozenset(FORBIDDEN)))

_FRAGMENTS = [
    "g.V()", "g", ".", "out(", "in('a')", "has('x', 1)", ".has(", "P.gt(", "__.", "not(", "where(__.", "desc",
    "T.label", "(", ")", "[", "]", "{", "}", "'", '"', "`", "\\", "'''", '"""', "//", "/*", "*/", "#", "\n",
    " ", ";", ",", ":", "=", "->", "..", "5", "5.5", "0x", "1..5", "08", "datetime('2024-01-01')", "lambda",
    "it", "new Date()", "${", "drop()", "addV('x')", "repeat(", "times(2)", "union(", "\u201c", "\u201d",
    "\u2018", "\u2019", "\u200b", "\uff36", "\xe9", "\U0001f600", "\ud800", "\x00", "<think>", "</think>",
    "```", "```gremlin\n", "\n```", "<|im_end|>", "Answer: ", "return ", "{\"gremlin\": \"",
]  # fmt: skip
near_gremlin = st.lists(st.one_of(st.sampled_from(_FRAGMENTS), st.text(max_size=3)), max_size=60).map("".join)
