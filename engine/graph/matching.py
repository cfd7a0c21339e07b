"""``match()`` for an engine that lacks it: patterns put in an order in which each start label is bound.

A pattern ``as('a').<steps>.as('b')`` becomes ``select('a').<steps>.as('b')``, or, when ``b`` is bound already,
a filter on it. Connectives and negations become ``where()``. The result is the map of all bindings, as in
TinkerPop's MatchStep (reference documentation, "Match Step"): same solutions, the order of rows is open in both.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.graph.backend import QueryError
from engine.graph.rewrite import anonymous
from engine.gremlin.tree import Literal, Predicate, Step, Traversal, Value


@dataclass(frozen=True, slots=True)
class _Pattern:
    start: str
    body: tuple[Step, ...]
    end: str | None


def match_steps(step: Step) -> list[Step]:
    """The steps that stand for ``match(...)``. Raises QueryError for patterns that cannot be put in order."""
    patterns = [arg for arg in step.args if isinstance(arg, Traversal)]
    if not patterns or len(patterns) != len(step.args):
        raise QueryError("match() takes patterns such as __.as('a').out('knows').as('b').")
    simple = [_pattern(t) for t in patterns if not _is_filter(t)]
    filters = [t for t in patterns if _is_filter(t)]
    root = _root(simple)
    out, bound = [Step("as", (_name(root),))], [root]
    waiting = list(simple)
    while waiting or filters:
        ready = next((f for f in filters if _labels(f) <= set(bound)), None)
        if ready is not None:
            filters.remove(ready)
            out.append(Step("where", (ready,)))
            continue
        pattern = next((p for p in waiting if p.start in bound), None)
        if pattern is None:
            raise QueryError(
                "match() has a pattern that starts from a label nothing else binds.",
                "Start each pattern from a label that an earlier pattern ends in.",
            )
        waiting.remove(pattern)
        out += _walk(pattern, bound)
    return [*out, *_bindings(bound)]


def _walk(pattern: _Pattern, bound: list[str]) -> list[Step]:
    start = Step("select", (_name(pattern.start),))
    if pattern.end is None:
        return [Step("where", (anonymous(start, *pattern.body),))]
    if pattern.end in bound:
        same = Step("where", (Predicate("P", "eq", (_name(pattern.end),)),))
        return [start, *pattern.body, same]
    bound.append(pattern.end)
    return [start, *pattern.body, Step("as", (_name(pattern.end),))]


def _bindings(bound: list[str]) -> list[Step]:
    """The map of all bindings; ``select`` of one label alone would give the bare value."""
    names: tuple[Value, ...] = tuple(_name(label) for label in bound)
    by = [Step("by", (anonymous(Step("select", (name,))),)) for name in names]
    return [Step("project", names), *by]


def _pattern(traversal: Traversal) -> _Pattern:
    steps = traversal.steps
    first = _label(steps[0]) if steps else None
    if first is None:
        raise QueryError("Each pattern of match() starts with as('label').")
    end = _label(steps[-1]) if len(steps) > 1 else None
    return _Pattern(first, steps[1:-1] if end else steps[1:], end)


def _is_filter(traversal: Traversal) -> bool:
    return bool(traversal.steps) and traversal.steps[0].name in {"where", "not", "and", "or"}


def _root(patterns: list[_Pattern]) -> str:
    """The label that no pattern ends in; else where the first pattern starts."""
    ends = {pattern.end for pattern in patterns}
    if not patterns:
        raise QueryError("match() needs a pattern such as __.as('a').out('knows').as('b').")
    return next((p.start for p in patterns if p.start not in ends), patterns[0].start)


def _labels(traversal: Traversal) -> set[str]:
    """Labels that a filter reads: of as() at the start and end of its traversals, and of where('a', ...)."""
    found: set[str] = set()
    for step in traversal.walk():
        if step.name == "as" or (step.name == "where" and len(step.args) == 2):
            found |= {arg.value for arg in step.args if isinstance(arg, Literal) and isinstance(arg.value, str)}
        for arg in step.args if step.name == "where" else ():
            found |= _predicate_labels(arg)
    return found


def _predicate_labels(value: Value) -> set[str]:
    if not isinstance(value, Predicate):
        return set()
    names = {arg.value for arg in value.args if isinstance(arg, Literal) and isinstance(arg.value, str)}
    return names.union(*(_predicate_labels(arg) for arg in value.args))


def _label(step: Step) -> str | None:
    if step.name == "as" and len(step.args) == 1 and isinstance(step.args[0], Literal):
        return str(step.args[0].value)
    return None


def _name(label: str) -> Literal:
    return Literal(label, "string")
