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

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.gremlin.moments import Bound, same_moment
from engine.gremlin.printer import text, value_text
from engine.gremlin.shapes import string, strings
from engine.gremlin.tree import Literal, Position, Predicate, Step, Traversal, Value, Variable, traversals_in

EDGE_STEPS = frozenset({"bothE", "outE", "inE"})
VERTEX_STEPS = frozenset({"otherV", "inV", "outV"})
SYMBOLS = ("WIN_LO", "WIN_HI")

SEGRA_PAIRS = (
    ("similarReason", "hasReason"),
    ("similarSymptoms", "exhibits"),
    ("similarRootCause", "attributedTo"),
)
"""Φ of the paper: similarity edge, and the within-case edge that brackets it."""


@dataclass(frozen=True, slots=True)
class VerifierConfig:
    """What the verifier knows of a graph; the defaults are the paper's.

    ``low``/``high``: the window, as moments or as the text that queries write. None with ``windowed``: the ends
    are not known, so any ``P.between`` of two moments or symbols is the window. Not ``windowed``: the graph has no
    window, and P1 passes.
    """

    pairs: tuple[tuple[str, str], ...] = SEGRA_PAIRS
    low: Bound | None = None
    high: Bound | None = None
    windowed: bool = True
    score_property: str = "similarityScore"
    threshold: float = 0.675
    case_label: str = "case"
    time_property: str | None = "createdAt"
    strict: bool = False

    @property
    def bracket(self) -> dict[str, str]:
        """Similarity edge -> within-case edge."""
        return dict(self.pairs)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One property: passed, or why not."""

    passed: bool
    reason: str | None = None


PASS = Verdict(True)


@dataclass(frozen=True, slots=True)
class Verification:
    """The four verdicts on one query."""

    p1: Verdict
    p2: Verdict
    p3: Verdict
    p4: Verdict

    @property
    def passed(self) -> bool:
        """Whether all four hold."""
        return self.p1.passed and self.p2.passed and self.p3.passed and self.p4.passed

    def as_dict(self) -> dict[str, dict[str, object]]:
        """The paper's record: four keys, each ``{"pass": bool, "reason": str | None}``."""
        keys = (
            "P1_window_on_destination",
            "P2_threshold_on_edge",
            "P3_entity_bracket",
            "P4_anchor_by_tilde_id",
        )
        verdicts = (self.p1, self.p2, self.p3, self.p4)
        return {
            key: {"pass": verdict.passed, "reason": verdict.reason}
            for key, verdict in zip(keys, verdicts, strict=True)
        }


class Event(NamedTuple):
    """One step or predicate, in text order. ``step`` is the step itself, or the step that holds the predicate."""

    step: Step
    predicate: Predicate | None
    previous: Step | None


def verify(traversal: Traversal, config: VerifierConfig = VerifierConfig()) -> Verification:
    """P1 to P4 of one query. Never raises."""
    if config.strict:
        from engine.gremlin.strict import verify_strictly

        return verify_strictly(traversal, config)
    events = list(events_of(traversal))
    edges = [(at, edge) for at, event in enumerate(events) for edge in similarity_labels(event, config)]
    return Verification(
        _window_on_destination(events, edges, config),
        _threshold_on_edge(events, edges, config),
        _entity_bracket(events, edges, config),
        _anchor_by_id(events, config),
    )


def events_of(traversal: Traversal) -> Iterator[Event]:
    """Steps and predicates in text order, at every depth."""
    previous: Step | None = None
    for step in traversal.steps:
        yield Event(step, None, previous)
        for value in step.args:
            yield from _events_in(value, step)
        previous = step


def _events_in(value: Value, step: Step) -> Iterator[Event]:
    if isinstance(value, Predicate):
        yield Event(step, value, None)
        for operand in value.args:
            yield from _events_in(operand, step)
    elif isinstance(value, Traversal):
        yield from events_of(value)
    elif not isinstance(value, Literal):
        for inner in traversals_in(value):
            yield from events_of(inner)


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


def fail(reason: str, step: Step) -> Verdict:
    """A failed verdict that names the step and where it stands."""
    return Verdict(False, f"{reason}{place(step.position)}")


def place(position: Position | None) -> str:
    """`` (at character n)``, when the position is known."""
    return f" (at character {position.start + 1})" if position else ""


def shown(step: Step) -> str:
    """The step as text."""
    return text(Traversal("__", (step,))).removeprefix("__")


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
