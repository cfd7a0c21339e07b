"""Refuses reading the whole graph.

``V()`` or ``E()`` without ids must be narrowed by what follows, or cheap (narrowing.py), and may not read all
similarity edges (similarity_scans.py). ``V()`` behind other steps begins again for each result before it, so there
it must always be narrowed.
"""

from __future__ import annotations

from engine.gremlin.errors import PolicyError
from engine.gremlin.narrowing import cheap, narrowed
from engine.gremlin.shapes import string
from engine.gremlin.similarity_scans import check_similarity_edges, check_similarity_walk
from engine.gremlin.tree import ListLiteral, Predicate, Step, Traversal, Value

_BEFORE = frozenset({"inject", "as"})


def check_scans(traversal: Traversal, similarity_edges: frozenset[str]) -> None:
    """Raises PolicyError with code ``full_scan`` or ``similarity_scan``."""
    for index, step in enumerate(traversal.steps):
        if step.name in ("V", "E") and not _has_ids(step):
            rest = traversal.steps[index + 1 :]
            if step.name == "E" and similarity_edges:
                check_similarity_edges(step, rest, similarity_edges)
            once = all(before.name in _BEFORE for before in traversal.steps[:index])
            if not narrowed(rest) and not (once and cheap(rest)):
                raise _full_scan(step, rest)
            if step.name == "V":
                check_similarity_walk(rest, similarity_edges)
        elif step.name in ("V", "E") and not all(map(_is_id, step.args)):
            raise PolicyError(
                f"{step.name}() takes ids, not a predicate or a traversal",
                f"Filter behind it: {step.name}().hasLabel('…').has(…).",
                code="step_not_allowed",
                position=step.position,
            )


def _has_ids(step: Step) -> bool:
    return any(map(_holds_id, step.args))


def _holds_id(value: Value) -> bool:
    """Whether an argument names an id; engines take a list apart, and an empty one inside it as well."""
    return any(map(_holds_id, value.items)) if isinstance(value, ListLiteral) else True


def _is_id(value: Value) -> bool:
    return not isinstance(value, Predicate | Traversal)


def _full_scan(step: Step, rest: tuple[Step, ...]) -> PolicyError:
    what = "vertex" if step.name == "V" else "edge"
    key = next((string(s.args[0]) for s in rest if s.name in ("values", "by") and s.args), None)
    example = f"g.{step.name}().hasLabel('…')" + (f" and then '{key}'" if key else "")
    return PolicyError(
        f"{step.name}() without a label, id or property reads every {what} of the graph",
        f"Narrow it first, for example {example}.",
        code="full_scan",
        position=step.position,
    )
