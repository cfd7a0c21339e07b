"""``match()`` for an engine that lacks it: patterns put in an order in which each start label is bound.

A pattern ``as('a').<steps>.as('b')`` becomes ``select('a').<steps>.as('b')``, or, when ``b`` is bound already,
a filter on it. Connectives and negations become ``where()``. The result is the map of all bindings, as in
TinkerPop's MatchStep (reference documentation, "Match Step"): same solutions, the order of rows is open in both.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.graph.backend import QueryError
from engine.gremlin.rebuild import anonymous
from engine.gremlin.tree import Literal, Predicate, Step, Traversal, Value

# Steps that look at all traversers at once: inside a pattern they must see one start at a time.
_BARRIERS = frozenset(
    {"count", "sum", "min", "max", "mean", "fold", "limit", "range", "skip", "tail", "order", "dedup", "group"}
    | {"groupCount", "sample", "tree"}
)


@dataclass(frozen=True, slots=True)
class _Pattern:
    start: str
    body: tuple[Step, ...]
    end: str | None


def match_steps(step: Step, bound_before: list[str]) -> list[Step]:
    """The steps that stand for ``match(...)``. ``bound_before``: labels that ``as()`` gave before it.

    Raises QueryError for patterns that cannot be put in order.
    """
    patterns = _conjuncts(step.args)
    waiting = [_pattern(t) for t in patterns if not _is_filter(t)]
    filters = [t for t in patterns if _is_filter(t)]
    starts = {pattern.start for pattern in waiting}
    bound = [label for label in dict.fromkeys(bound_before) if label in starts | {p.end for p in waiting}]
    out: list[Step] = []
    if not starts & set(bound):
        bound.append(_root(waiting))
        out.append(Step("as", (_name(bound[-1]),)))
    while waiting or filters:
        ready = next((f for f in filters if _labels(f) <= {*bound, *bound_before}), None)
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


def _conjuncts(args: tuple[Value, ...]) -> list[Traversal]:
    """The patterns, those inside ``and(...)`` too: all of them must hold anyway."""
    found: list[Traversal] = []
    for arg in args:
        if not isinstance(arg, Traversal):
            raise QueryError("match() takes patterns such as __.as('a').out('knows').as('b').")
        only = arg.steps[0] if len(arg.steps) == 1 else None
        found += _conjuncts(only.args) if only is not None and only.name == "and" else [arg]
    return found


def _walk(pattern: _Pattern, bound: list[str]) -> list[Step]:
    start = Step("select", (_name(pattern.start),))
    body = list(pattern.body)
    if any(step.name in _BARRIERS for step in body):
        body = [Step("flatMap", (anonymous(*body),))]
    if pattern.end is None:
        return [Step("where", (anonymous(start, *body),))]
    if pattern.end in bound:
        same = Step("where", (Predicate("P", "eq", (_name(pattern.end),)),))
        return [start, *body, same]
    bound.append(pattern.end)
    return [start, *body, Step("as", (_name(pattern.end),))]


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
    return bool(traversal.steps) and traversal.steps[0].name in {"where", "not", "or"}


def _root(patterns: list[_Pattern]) -> str:
    """The label that no pattern ends in; else where the first pattern starts."""
    if not patterns:
        raise QueryError("match() needs a pattern such as __.as('a').out('knows').as('b').")
    ends = {pattern.end for pattern in patterns}
    return next((p.start for p in patterns if p.start not in ends), patterns[0].start)


def _labels(traversal: Traversal) -> set[str]:
    """Labels that a filter reads: of as() in its traversals, and of where('a', ...) and its predicates."""
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
