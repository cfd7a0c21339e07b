"""One spelling for steps that mean the same by definition of the language."""

from __future__ import annotations

from dataclasses import replace

from engine.gremlin.canonical_values import without_eq
from engine.gremlin.printer import value_text
from engine.gremlin.shapes import FILTERS, GLOBAL, ID, LABEL, whole_number
from engine.gremlin.tree import ListLiteral, Literal, Predicate, Step, Token, Traversal, Value

_ASCENDING = Token("Order", "asc")
_HOPS = {
    ("outE", "inV"): "out", ("outE", "otherV"): "out", ("inE", "outV"): "in", ("inE", "otherV"): "in",
    ("bothE", "otherV"): "both",
}  # fmt: skip


def hopped(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Over an edge to its end in two steps as one step."""
    hopped: list[Step] = []
    for step in steps:
        name = _HOPS.get((hopped[-1].name, step.name)) if hopped and not step.args else None
        if name:
            hopped[-1] = Step(name, hopped[-1].args)
        else:
            hopped.append(step)
    return tuple(hopped)


def plainly(step: Step) -> Step:
    """The step without what is the default anyway; ids one by one."""
    args = step.args
    if any(isinstance(value, Token) and value == GLOBAL for value in args):
        args = tuple([value for value in args if value != GLOBAL])
    if step.name in ("V", "E", "hasId") and len(args) == 1 and isinstance(args[0], ListLiteral) and args[0].items:
        args = args[0].items
    if step.name == "by" and args and args[-1] == _ASCENDING:
        args = args[:-1]
    if step.name == "range" and len(args) == 2 and whole_number(args[0]) == 0:
        return Step("limit", args[1:])
    return step if args is step.args else Step(step.name, args)


def unargued(step: Step) -> tuple[Step, ...]:
    """A step without arguments, unless it does nothing."""
    return () if step.name == "identity" else (step,)


def spelled(step: Step) -> list[Step]:
    """One spelling for what is one by definition, of a step with arguments."""
    name, args = step.name, step.args
    if name in ("has", "is", "hasLabel", "hasId") and args:
        plain = without_eq(args[-1])
        if plain is not args[-1]:
            args = (*args[:-1], plain)
            step = Step(name, args)
    if name == "has" and len(args) == 3 and isinstance(args[0], Literal):
        return [Step("hasLabel", args[:1]), Step("has", args[1:])]
    if name == "has" and len(args) == 2 and args[0] in (LABEL, ID) and not isinstance(args[1], Traversal):
        return [Step("hasLabel" if args[0] == LABEL else "hasId", args[1:])]
    if name in ("hasLabel", "hasId") and args:
        return [Step(name, _alternatives(args))]
    if name in ("where", "filter") and len(args) == 1 and isinstance(args[0], Traversal):
        inner = args[0].steps
        if all(part.name in FILTERS and part.args for part in inner):
            return list(inner)
        return [Step("where", (replace(args[0], steps=_existence(inner)),))]
    if name == "and" and args and all(isinstance(value, Traversal) for value in args):
        return [Step("where", (value,)) for value in args]
    if name == "or" and args:
        return [Step("or", tuple(sorted(dict.fromkeys(args), key=value_text)))]
    if name == "not" and len(args) == 1 and isinstance(args[0], Traversal):
        only = args[0].steps[0] if len(args[0].steps) == 1 else Step("")
        if only.name == "has" and len(only.args) == 1:
            return [Step("hasNot", only.args)]
        return [Step("not", (replace(args[0], steps=_existence(args[0].steps)),))]
    return [step]


def _alternatives(args: tuple[Value, ...]) -> tuple[Value, ...]:
    """The labels or ids that a filter allows, each once, in order."""
    if len(args) == 1 and isinstance(args[0], Predicate) and args[0].name == "within" and args[0].args:
        args = args[0].args
    if len(args) > 1 and all(isinstance(value, Literal) for value in args):
        return tuple(sorted(dict.fromkeys(args), key=value_text))
    return args


def _existence(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Inside a test for existence, a closing ``dedup()`` changes nothing."""
    while len(steps) > 1 and steps[-1] == Step("dedup"):
        steps = steps[:-1]
    return steps
