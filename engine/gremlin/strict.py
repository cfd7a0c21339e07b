"""The verifier's strict mode: what the statements of SEGRA's Appendix C ask for, judged on the walk.

A walk is one chain of steps. Where the paper looks for text anywhere in the query, this mode asks that the window
sits on the case vertex reached by ``in(Φ(e))`` behind the similarity hop, that the score on the edge is held to
the threshold, that the hop starts at a content vertex reached by ``out(Φ(e))``, and that no case is anchored by a
property called id. Equivalent forms count: ``gte`` with ``lt`` for ``between``, ``inE(x).outV()`` for ``in(x)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.gremlin.moments import same_moment
from engine.gremlin.shapes import inner, string, strings
from engine.gremlin.tree import Literal, Predicate, Step, Traversal, Value, Variable
from engine.gremlin.verdicts import (
    EDGE_STEPS,
    PASS,
    SYMBOLS,
    VERTEX_STEPS,
    Verdict,
    Verification,
    VerifierConfig,
    fail,
    shown,
)

_HOPS = frozenset({"both", "out", "in", "toE"})
_MOVES = frozenset({"out", "in", "both", "V", "E", "toV", "bothV"}) | EDGE_STEPS | VERTEX_STEPS
Walk = tuple[Step, ...]
Check = Callable[[Walk, int, str, VerifierConfig], Verdict]
_GUARDS = frozenset({"where", "filter", "and"})


def verify_strictly(traversal: Traversal, config: VerifierConfig) -> Verification:
    """P1 to P4 by their statements."""
    walks = list(_walks(traversal, ()))
    return Verification(
        _first_failure(walks, config, _window) if config.windowed else PASS,
        _first_failure(walks, config, _threshold),
        _first_failure(walks, config, _bracket),
        _anchors(walks, config),
    )


def _walks(traversal: Traversal, before: Walk) -> Iterator[tuple[Walk, int]]:
    """Each chain of steps with the steps that lead to it, and where its own steps begin."""
    yield before + traversal.steps, len(before)
    for index, step in enumerate(traversal.steps):
        for nested in inner(step):
            yield from _walks(nested, before + traversal.steps[:index])


def _first_failure(walks: list[tuple[Walk, int]], config: VerifierConfig, check: Check) -> Verdict:
    for walk, start in walks:
        for at in range(start, len(walk)):
            for edge in _similarity(walk[at], config):
                verdict = check(walk, at, edge, config)
                if not verdict.passed:
                    return verdict
    return PASS


def _similarity(step: Step, config: VerifierConfig) -> list[str]:
    if step.name not in EDGE_STEPS and step.name not in _HOPS:
        return []
    return [label for label in strings(step.args) if label in config.bracket]


def _bracket(walk: Walk, at: int, edge: str, config: VerifierConfig) -> Verdict:
    bracket = config.bracket[edge]
    before = [step for step in walk[:at] if step.name in _MOVES]
    reached = bool(before) and _leads(before, "out", bracket, -1)
    if reached:
        return PASS
    return fail(f"{shown(walk[at])} does not start at a vertex reached by .out('{bracket}')", walk[at])


def _leads(moves: list[Step], direction: str, label: str, index: int) -> bool:
    """Whether the move at ``index`` (from the end) follows ``label`` in ``direction``, in one step or two."""
    step = moves[index]
    if step.name == direction:
        return label in strings(step.args)
    edge, vertex = ("outE", "inV") if direction == "out" else ("inE", "outV")
    if step.name not in (vertex, "otherV") or len(moves) < -index + 1:
        return False
    return moves[index - 1].name == edge and label in strings(moves[index - 1].args)


def _threshold(walk: Walk, at: int, edge: str, config: VerifierConfig) -> Verdict:
    step = walk[at]
    wanted = f"has('{config.score_property}', P.gte({config.threshold:g}))"
    if step.name not in EDGE_STEPS:
        if step.name == "toE":
            return PASS
        return fail(f"{shown(step)} skips the edge, so its score cannot be held to {wanted}", step)
    for following in walk[at + 1 :]:
        if following.name in VERTEX_STEPS:
            return fail(f"no {wanted} between {shown(step)} and .{following.name}()", step)
        if _holds_score(following, config):
            return PASS
    return PASS


def _holds_score(step: Step, config: VerifierConfig) -> bool:
    if step.name in _GUARDS:
        return any(_holds_score(nested, config) for part in inner(step) for nested in part.steps[:1])
    if step.name != "has" or len(step.args) < 2 or string(step.args[-2]) != config.score_property:
        return False
    return _at_least(step.args[-1], config.threshold)


def _at_least(value: Value, threshold: float) -> bool:
    if not isinstance(value, Predicate):
        return False
    if value.name in ("and", "or"):
        join = any if value.name == "and" else all
        return join(_at_least(operand, threshold) for operand in value.args)
    least = value.args[0] if value.args and value.name in ("gte", "gt", "between", "inside") else None
    number = least.value if isinstance(least, Literal) else None
    return isinstance(number, int | float) and not isinstance(number, bool) and number >= threshold


def _window(walk: Walk, at: int, edge: str, config: VerifierConfig) -> Verdict:
    bracket = config.bracket[edge]
    for index in range(at + 1, len(walk)):
        moves = [step for step in walk[at : index + 1] if step.name in _MOVES]
        if walk[index].name in _MOVES and len(moves) > 1 and _leads(moves, "in", bracket, -1):
            if _windowed(walk[index + 1 :], config):
                continue
            return fail(f"the cases that {shown(walk[index])} returns are not held to the window", walk[index])
    return PASS


def _windowed(steps: Walk, config: VerifierConfig) -> bool:
    """Whether the filters directly on the vertex reached hold the window."""
    low = high = False
    for step in steps:
        if step.name in _MOVES:
            break
        parts = [part.steps for part in inner(step)] if step.name in _GUARDS else []
        if any(_windowed(part, config) for part in parts if part and part[0].name == "has"):
            return True
        if step.name != "has" or len(step.args) < 2 or not _on_time(step.args[-2], config):
            continue
        ends = _ends(step.args[-1], config)
        low, high = low or ends[0], high or ends[1]
        if low and high:
            return True
    return False


def _on_time(key: Value, config: VerifierConfig) -> bool:
    return config.time_property is None or string(key) == config.time_property


def _ends(value: Value, config: VerifierConfig) -> tuple[bool, bool]:
    """Which ends of the window a predicate holds."""
    if not isinstance(value, Predicate):
        return False, False
    if value.name == "and":
        ends = [_ends(operand, config) for operand in value.args]
        return any(low for low, _ in ends), any(high for _, high in ends)
    if value.name == "between" and len(value.args) == 2:
        return _is_end(value.args[0], 0, config), _is_end(value.args[1], 1, config)
    if value.name == "gte" and value.args:
        return _is_end(value.args[0], 0, config), False
    if value.name == "lt" and value.args:
        return False, _is_end(value.args[0], 1, config)
    return False, False


def _is_end(value: Value, side: int, config: VerifierConfig) -> bool:
    if isinstance(value, Variable):
        return value.name == SYMBOLS[side]
    bound = config.high if side else config.low
    return isinstance(value, Literal) and same_moment(value, bound)


def _anchors(walks: list[tuple[Walk, int]], config: VerifierConfig) -> Verdict:
    """No case is looked up by a property called id: not directly behind ``V()``, and not behind its label."""
    for walk, start in walks:
        on_case = False
        for step in walk[start:]:
            if step.name in _MOVES:
                on_case = False
            if step.name == "hasLabel" and strings(step.args) == [config.case_label]:
                on_case = True
            if step.name != "has" or len(step.args) < 2 or string(step.args[-2]) != "id":
                continue
            if on_case or (len(step.args) == 3 and string(step.args[0]) == config.case_label):
                return fail(f"{shown(step)} asks for a property that cases do not have; use g.V(…)", step)
    return PASS
