"""The normaliser C(·) of SEGRA's Appendix A: differences known to keep the meaning are taken away.

Those the paper names: formatting and quotes, equivalent interval predicates, symbolic ends of the time window, the
two ways of anchoring cases at a contact, result-preserving ``dedup``, label checks behind a fixed anchor.

Beside them, spellings that are one by definition of the language: ``has(T.label, x)`` and ``hasLabel(x)``,
``has(l, k, v)`` and ``hasLabel(l).has(k, v)``, ``P.eq(x)`` and ``x``, ``P.not(P.within(…))`` and ``P.without(…)``,
``filter`` and ``where``, the order of filters side by side, integer suffixes, and fetching (``toList``, ``next``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.gremlin.canonical_values import normal_value, without_eq
from engine.gremlin.moments import Bound, same_moment
from engine.gremlin.printer import text, value_text
from engine.gremlin.rebuild import rebuilt
from engine.gremlin.shapes import FILTERS, ID, LABEL, string, strings
from engine.gremlin.tree import Literal, Predicate, Step, Traversal, Value, Variable
from engine.gremlin.verdicts import SYMBOLS

_MAX_ROUNDS = 12
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
    for _ in range(_MAX_ROUNDS):
        simpler = rebuilt(traversal, lambda steps: _steps(steps, config), lambda value: _value(value, config))
        if simpler == traversal:
            break
        traversal = simpler
    return text(traversal)


def _value(value: Value, config: CanonicalConfig) -> Value:
    if isinstance(value, Literal):
        for bound, symbol in zip((config.low, config.high), SYMBOLS, strict=True):
            if bound is not None and same_moment(value, bound):
                return Variable(symbol)
    return normal_value(value)


def _steps(steps: tuple[Step, ...], config: CanonicalConfig) -> tuple[Step, ...]:
    found = [part for step in steps for part in _spelled(step)]
    found = _anchored(_merged(_ordered(found)), config)
    return tuple(_without_needless(found)) or steps


def _spelled(step: Step) -> list[Step]:
    """One spelling for what is one by definition."""
    name, args = step.name, step.args
    if name in ("has", "is", "hasLabel", "hasId") and args:
        args = (*args[:-1], without_eq(args[-1]))
        step = Step(name, args)
    if name == "identity":
        return []
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


def _ordered(steps: list[Step]) -> list[Step]:
    """Filters side by side in one order: label, id, then by text; the same one once."""
    ordered: list[Step] = []
    run: list[Step] = []
    for step in [*steps, None]:
        if step is not None and step.name in FILTERS and step.args:
            run.append(step)
            continue
        ordered += sorted(dict.fromkeys(run), key=_rank)
        run = []
        if step is not None:
            ordered.append(step)
    return ordered


def _rank(step: Step) -> tuple[int, str]:
    first = {"hasLabel": 0, "hasId": 1, "has": 2, "hasNot": 3}
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
    if not (first.name == second.name == "has" and len(first.args) == len(second.args) == 2):
        return None
    key, low, high = first.args[0], first.args[1], second.args[1]
    if key != second.args[0] or not isinstance(low, Predicate) or not isinstance(high, Predicate):
        return None
    both = normal_value(Predicate("P", "and", (low, high)))
    if isinstance(both, Predicate) and both.name in ("between", "inside"):
        return Step("has", (key, both))
    return None


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
        if step == Step("dedup") and (_distinct(kept) or before == step):
            continue
        if before is not None and before.name == "V" and before.args and _plain_label(step):
            continue  # an id has one label
        if before == Step("V") and step.name == "hasId" and all(isinstance(value, Literal) for value in step.args):
            kept[-1] = Step("V", step.args)
            continue
        kept.append(step)
    return kept


def _plain_label(step: Step) -> bool:
    return step.name == "hasLabel" and all(string(value) is not None for value in step.args)


def _distinct(steps: list[Step]) -> bool:
    """Whether the results cannot repeat: the graph's elements, and filters on them."""
    first = bool(steps) and steps[0].name in ("V", "E")
    return first and all(step.name in FILTERS and step.args for step in steps[1:])
