"""The property verifier P1 to P4 of SEGRA (Appendix C), judged on the tree.

The paper matches patterns in the query's text. Here the same patterns are matched on the tree in text order, so
that neither comments nor strings nor formatting can satisfy or break one. Default mode follows the paper's
detection paragraphs to the letter; ``strict`` mode judges what their statements ask for (strict.py).

How the paragraphs are read, where they leave room:

- A similarity-edge step is ``bothE``, ``outE`` or ``inE`` naming an edge of the pairs. A query without one passes
  P1 to P3. P4 says "reject any query" and is judged on every query.
- P1 asks for ``P.between(low, high)`` itself; the same interval as ``gte`` and ``lt`` is not what its detection
  looks for, and fails here (strict mode takes it). The ends may be the symbols WIN_LO and WIN_HI, strings, or
  moments.
- P1's ``.in(Φ(e))`` is that of an edge ``e`` in the query. "Followed by" means later in the text, at any depth.
- P2's ``P.gte(...)`` may hold any value, as the paper's dots do; strict mode compares it with the threshold.
"""

from __future__ import annotations

from engine.gremlin.events import Event, events_of
from engine.gremlin.moments import Bound, same_moment
from engine.gremlin.printer import value_text
from engine.gremlin.shapes import string, strings
from engine.gremlin.strict import verify_strictly
from engine.gremlin.tree import Literal, Predicate, Traversal, Value, Variable
from engine.gremlin.verdicts import (
    EDGE_STEPS,
    PASS,
    SEGRA_PAIRS,
    SYMBOLS,
    VERTEX_STEPS,
    Verdict,
    Verification,
    VerifierConfig,
    fail,
    shown,
)

__all__ = ["SEGRA_PAIRS", "Verdict", "Verification", "VerifierConfig", "verify"]

_PAPER = VerifierConfig()


def verify(traversal: Traversal, config: VerifierConfig = _PAPER) -> Verification:
    """P1 to P4 of one query. Never raises."""
    if config.strict:
        return verify_strictly(traversal, config)
    events = list(events_of(traversal))
    edges = [(at, edge) for at, event in enumerate(events) for edge in similarity_labels(event, config)]
    return Verification(
        _window_on_destination(events, edges, config),
        _threshold_on_edge(events, edges, config),
        _entity_bracket(events, edges, config),
        _anchor_by_id(events, config),
    )


def similarity_labels(event: Event, config: VerifierConfig) -> list[str]:
    """The similarity edges that a step names, when it is an edge step."""
    if event.predicate is not None or event.step.name not in EDGE_STEPS:
        return []
    return [label for label in strings(event.step.args) if label in config.bracket]


def is_window(predicate: Predicate, config: VerifierConfig) -> bool:
    """Whether a predicate is ``P.between(low, high)`` of the window."""
    if predicate.name != "between" or len(predicate.args) != 2:
        return False
    ends = ((predicate.args[0], config.low, SYMBOLS[0]), (predicate.args[1], config.high, SYMBOLS[1]))
    return all(_is_end(value, bound, symbol) for value, bound, symbol in ends)


def _is_end(value: Value, bound: Bound | None, symbol: str) -> bool:
    if isinstance(value, Variable):
        return value.name == symbol
    if not isinstance(value, Literal):
        return False
    return same_moment(value, bound)


def _window_on_destination(events: list[Event], edges: list[tuple[int, str]], config: VerifierConfig) -> Verdict:
    if not edges or not config.windowed:
        return PASS
    brackets = {config.bracket[edge] for _, edge in edges}
    returns = [at for at, event in enumerate(events) if _names(event, "in", brackets)]
    if not returns:
        return PASS
    windows = [at for at, event in enumerate(events) if event.predicate and is_window(event.predicate, config)]
    step = events[returns[0]].step
    if not windows:
        return fail(f"no P.between({_ends(config)}) anywhere, so {shown(step)} returns cases of any time", step)
    if max(windows) < returns[0]:
        window = events[windows[-1]].step
        return fail(
            f"the window {shown(window)} stands before {shown(step)}: it limits the anchor, not what returns",
            window,
        )
    return PASS


def _ends(config: VerifierConfig) -> str:
    if config.low is None or config.high is None:
        return ", ".join(SYMBOLS)
    return f"{config.low}, {config.high}"


def _names(event: Event, name: str, labels: set[str]) -> bool:
    return event.predicate is None and event.step.name == name and bool(labels & set(strings(event.step.args)))


def _threshold_on_edge(events: list[Event], edges: list[tuple[int, str]], config: VerifierConfig) -> Verdict:
    for at, edge in edges:
        end = next((i for i in range(at + 1, len(events)) if _is_vertex_step(events[i])), None)
        if end is None:
            continue  # no peer is reached
        if not any(_is_threshold(event, config) for event in events[at + 1 : end]):
            step = events[at].step
            return fail(
                f"no .has('{config.score_property}', P.gte(...)) between {step.name}('{edge}') "
                f"and .{events[end].step.name}()",
                step,
            )
    return PASS


def _is_vertex_step(event: Event) -> bool:
    return event.predicate is None and event.step.name in VERTEX_STEPS


def _is_threshold(event: Event, config: VerifierConfig) -> bool:
    step = event.step
    if event.predicate is not None or step.name != "has" or len(step.args) != 2:
        return False
    return string(step.args[0]) == config.score_property and _is_gte(step.args[1])


def _is_gte(value: Value) -> bool:
    if not isinstance(value, Predicate):
        return False
    return value.name == "gte" or (value.name == "and" and any(_is_gte(operand) for operand in value.args))


def _entity_bracket(events: list[Event], edges: list[tuple[int, str]], config: VerifierConfig) -> Verdict:
    for at, edge in edges:
        bracket = config.bracket[edge]
        if not any(_names(event, "out", {bracket}) for event in events[:at]):
            step = events[at].step
            return fail(f"{step.name}('{edge}') has no .out('{bracket}') before it", step)
    return PASS


def _anchor_by_id(events: list[Event], config: VerifierConfig) -> Verdict:
    for event in events:
        before, step = event.previous, event.step
        if event.predicate is not None or before is None or before.name != "V" or before.args:
            continue
        if step.name != "has" or [string(value) for value in step.args[:-1]] != [config.case_label, "id"]:
            continue
        value = value_text(step.args[2])
        return fail(
            f"V().has('{config.case_label}', 'id', {value}) asks for a property that cases do not have; "
            f"use g.V({value})",
            step,
        )
    return PASS
