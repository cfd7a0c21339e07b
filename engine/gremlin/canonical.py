"""The normaliser C(·) of SEGRA's Appendix A: differences known to keep the meaning are taken away.

Those the paper names: formatting and quotes, equivalent interval predicates, symbolic ends of the time window, the
two ways of anchoring cases at a contact, result-preserving ``dedup``, label checks behind a fixed anchor.

Beside them, spellings that are one by definition of the language: ``has(T.label, x)`` and ``hasLabel(x)``,
``has(l, k, v)`` and ``hasLabel(l).has(k, v)``, ``P.eq(x)`` and ``x``, ``P.not(P.within(…))`` and ``P.without(…)``,
``filter`` and ``where``, ``not(has(k))`` and ``hasNot(k)``, ``outE(e).inV()`` and ``out(e)`` where nothing asks
for a path, infix and prefix connectives, ``range(0, n)`` and ``limit(n)``, what is said though it is the default
(``asc``, ``global``), the order of filters side by side, integer suffixes, and fetching (``toList``, ``next``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.gremlin.canonical_steps import hopped, plainly, spelled, unargued
from engine.gremlin.canonical_values import COMPARISONS, normal_value
from engine.gremlin.moments import Bound, same_moment
from engine.gremlin.printer import text
from engine.gremlin.rebuild import rebuilt
from engine.gremlin.shapes import FILTERS, infix_prefixed, string, strings
from engine.gremlin.tree import Literal, Predicate, Step, Traversal, Value, Variable
from engine.gremlin.verdicts import SYMBOLS

_MAX_ROUNDS = 12
_PATHS = frozenset({"path", "simplePath", "cyclicPath", "tree"})
_REDUCING = frozenset({"count", "sum", "min", "max", "mean", "fold"})
_FETCHES = frozenset({"toList", "toSet", "toBulkSet", "next", "iterate", "tryNext"})


@dataclass(frozen=True, slots=True)
class CanonicalConfig:
    """``low``/``high``: the window, whose ends become the symbols WIN_LO and WIN_HI.

    ``anchor_edges``: edges from a case to its contact; walking one backwards then implies the case label.
    """

    low: Bound | None = None
    high: Bound | None = None
    case_label: str = "case"
    anchor_edges: frozenset[str] = frozenset()


def canonical(traversal: Traversal, config: CanonicalConfig = CanonicalConfig()) -> str:
    """C(traversal) as text. Idempotent: ``canonical(parse(canonical(t))) == canonical(t)``."""
    if traversal.terminal and traversal.terminal.name in _FETCHES and not traversal.terminal.args:
        traversal = replace(traversal, terminal=None)
    change = hopped if not _PATHS & {step.name for step in traversal.walk()} else _as_they_are
    for _ in range(_MAX_ROUNDS):
        simpler = rebuilt(
            traversal, lambda steps: _steps(change(steps), config), lambda value: _value(value, config)
        )
        before, traversal = traversal, simpler  # equal trees may still differ in the zone of a moment
        if simpler is before or simpler == before:
            break
    return text(traversal)


def _value(value: Value, config: CanonicalConfig) -> Value:
    if isinstance(value, Literal):
        for bound, symbol in zip((config.low, config.high), SYMBOLS, strict=True):
            if bound is not None and same_moment(value, bound):
                return Variable(symbol)
    return normal_value(value)


def _as_they_are(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    return steps


def _steps(steps: tuple[Step, ...], config: CanonicalConfig) -> tuple[Step, ...]:
    head = 1 if steps and steps[0].name in ("V", "E") else 0
    if all(step.name in FILTERS for step in steps[head:]) and (joined := infix_prefixed(steps[head:])):
        steps = (*steps[:head], joined)
    found = [part for step in steps for part in (spelled(plainly(step)) if step.args else unargued(step))]
    found = _without_needless(_anchored(_merged(_ordered(found)), config))
    return tuple(found) or steps


def _ordered(steps: list[Step]) -> list[Step]:
    """Filters side by side in one order: id, label, then by text; the same one once."""
    ordered: list[Step] = []
    run: list[Step] = []
    for step in [*steps, None]:
        if step is not None and step.name in FILTERS and step.args:
            run.append(step)
            continue
        ordered += sorted(dict.fromkeys(run), key=_rank) if len(run) > 1 else run
        run = []
        if step is not None:
            ordered.append(step)
    return ordered


def _rank(step: Step) -> tuple[int, str]:
    first = {"hasId": 0, "hasLabel": 1, "has": 2, "hasNot": 3}
    return first.get(step.name, 4), text(Traversal("__", (step,)))


def _merged(steps: list[Step]) -> list[Step]:
    """``has(k, P.gte(a)).has(k, P.lt(b))`` is ``has(k, P.between(a, b))``."""
    merged: list[Step] = []
    for step in steps:
        before = merged[-1] if merged else None
        joined = _interval(before, step) if before else None
        if joined:
            merged[-1] = joined
        else:
            merged.append(step)
    return merged


def _interval(first: Step, second: Step) -> Step | None:
    if first.name != second.name or first.name not in ("has", "is") or first.args[:-1] != second.args[:-1]:
        return None
    if len(first.args) != (2 if first.name == "has" else 1) or not (_compares(first) and _compares(second)):
        return None
    both = normal_value(Predicate("P", "and", (first.args[-1], second.args[-1])))
    return Step(first.name, (*first.args[:-1], both))


def _compares(step: Step) -> bool:
    """Whether a filter holds a value between bounds, on one side or on both."""
    value = step.args[-1]
    if not isinstance(value, Predicate):
        return False
    parts = value.args if value.name == "and" else (value,)
    return all(isinstance(part, Predicate) and part.name in COMPARISONS for part in parts)


def _anchored(steps: list[Step], config: CanonicalConfig) -> list[Step]:
    """Cases reached from their contact are cases that have that contact.

    ``V().<contact>.in(e).hasLabel('case')`` becomes ``V().hasLabel('case').where(__.out(e).<contact>)``; both name
    the same cases, and the second says so without repeating one.
    """
    if len(steps) < 2 or steps[0].name != "V":
        return steps
    hop = 1
    while hop < len(steps) and steps[hop].name in FILTERS and steps[hop].args:
        hop += 1
    end = hop + 1
    while end < len(steps) and steps[end].name in FILTERS and steps[end].args:
        end += 1
    anchor, cases = steps[1:hop], steps[hop + 1 : end]
    if hop >= len(steps) or steps[hop].name not in ("in", "out") or len(strings(steps[hop].args)) != 1:
        return steps
    edge = strings(steps[hop].args)[0]
    case = Step("hasLabel", (Literal(config.case_label, "string"),))
    implied = steps[hop].name == "in" and edge in config.anchor_edges
    if not (steps[0].args or anchor) or not (case in cases or implied) or case in anchor:
        return steps
    if steps[0].args:
        anchor = [Step("hasId", steps[0].args), *anchor]
    back = Step("out" if steps[hop].name == "in" else "in", steps[hop].args)
    found = [case, *[step for step in cases if step != case]]
    condition = Step("where", (Traversal("__", (back, *anchor)),))
    return [Step("V"), *found, condition, *steps[end:]]


def _without_needless(steps: list[Step]) -> list[Step]:
    kept: list[Step] = []
    for step in steps:
        before = kept[-1] if kept else None
        if _is_bare(step, "dedup") and _distinct(kept):
            continue
        if before is not None and _plain_label(step) and _fixed(before):
            continue  # an id has one label
        if step.name == "hasId" and _fixed(step) and before is not None and _is_bare(before, "V"):
            kept[-1] = Step("V", step.args)
            continue
        kept.append(step)
    return kept


def _is_bare(step: Step, name: str) -> bool:
    """Whether a step is that one without arguments."""
    return step.name == name and not step.args


def _plain_label(step: Step) -> bool:
    return step.name == "hasLabel" and all(string(value) is not None for value in step.args)


def _fixed(step: Step) -> bool:
    """Whether a step stands for the elements of given ids."""
    return step.name in ("V", "hasId") and bool(step.args) and all(isinstance(v, Literal) for v in step.args)


def _distinct(steps: list[Step]) -> bool:
    """Whether results cannot repeat: the graph's elements, one result, or what had its dedup; filters aside."""
    last = len(steps) - 1
    while last >= 0 and steps[last].name in FILTERS and steps[last].args:
        last -= 1
    if last < 0:
        return False
    step = steps[last]
    if step.name in ("V", "E"):
        return last == 0
    return _is_bare(step, "dedup") or (step.name in _REDUCING and not step.args)
