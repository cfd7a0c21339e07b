"""Refuses reading every similarity edge of the graph.

``E()`` that may touch a similarity edge is refused whatever follows: those edges are the most numerous of all
(SEGRA, section 3.3). Walking them from all vertices of a label (``V().hasLabel('reason').outE('similarReason')``,
also as ``out``, or inside ``local``, ``union`` and the like) is the same scan begun at the other side. Asking in a
filter whether a vertex has one reads no more than one of each.
"""

from __future__ import annotations

from engine.gremlin.errors import PolicyError
from engine.gremlin.narrowing import ALTERNATIVES, TRANSPARENT, WHOLE_FILTERS, cheap, narrowed, narrows
from engine.gremlin.shapes import FILTERS, ID, LABEL, inner, may_match, split_infix, strings
from engine.gremlin.tree import Step, Value

_EDGE_STEPS = frozenset({"outE", "inE", "bothE"})
_HOPS = _EDGE_STEPS | {"out", "in", "both", "toE", "to"}
_WRAPPING = frozenset({"local", "flatMap", "map", "union", "optional", "coalesce"})


def check_similarity_walk(steps: tuple[Step, ...], similarity_edges: frozenset[str]) -> None:
    """Judge a ``V()`` by the steps behind it. Raises PolicyError with code ``similarity_scan``."""
    if touched := _all_similar(steps, similarity_edges):
        hop, edge = touched
        raise _similarity_scan(f"V().hasLabel(…).{hop.name}()", edge, hop)


def _all_similar(steps: tuple[Step, ...], similarity_edges: frozenset[str]) -> tuple[Step, str] | None:
    """The step that walks similarity edges from all vertices of a label; and one of those edges."""
    for at, step in enumerate(steps):
        named = sorted(similarity_edges.intersection(strings(step.args))) if step.name in _HOPS else []
        if not named and step.name in _EDGE_STEPS and not strings(step.args):
            criteria = _label_criteria(steps[at + 1 :])
            named = _touched(criteria, similarity_edges) if criteria else []
        if named:
            return step, named[0]
        if step.name in _WRAPPING:
            return next(
                (found for part in inner(step) if (found := _all_similar(part.steps, similarity_edges))), None
            )
        if step.name not in TRANSPARENT and step.name != "dedup" and not _only_labels(step):
            return None
    return None


def _only_labels(step: Step) -> bool:
    """Whether a step filters by label and by nothing else."""
    if step.name == "has":
        return len(step.args) == 2 and step.args[0] == LABEL
    if step.name in WHOLE_FILTERS or step.name in ALTERNATIVES:
        return all(_only_labels(each) for part in inner(step) for each in part.steps)
    return step.name == "hasLabel"


def _touched(criteria: list[list[Value]], similarity_edges: frozenset[str]) -> list[str]:
    """The similarity edges that label criteria let through."""
    return [edge for edge in sorted(similarity_edges) if all(_lets_through(group, edge) for group in criteria)]


def check_similarity_edges(step: Step, rest: tuple[Step, ...], similarity_edges: frozenset[str]) -> None:
    """Judge an ``E()`` (``step``) by the steps behind it. Raises PolicyError with code ``similarity_scan``."""
    alternatives = split_infix(rest, "or")
    if len(alternatives) > 1:
        for part in alternatives:
            check_similarity_edges(step, part, similarity_edges)
        return
    if _narrowed_by_id(rest):
        return
    criteria = _label_criteria(rest)
    if not criteria:
        if cheap(rest) or not narrowed(rest):
            return  # counted by label, or refused as a full scan
        touched = sorted(similarity_edges)
    else:
        touched = _touched(criteria, similarity_edges)
    if touched:
        raise _similarity_scan("g.E()", touched[0], step)


def _similarity_scan(what: str, edge: str, step: Step) -> PolicyError:
    return PolicyError(
        f"{what} would read every {edge} edge of the graph",
        f"Start at one case or at a few: g.V(id).out('…').bothE('{edge}').has(…).otherV().",
        code="similarity_scan",
        position=step.position,
    )


def _narrowed_by_id(rest: tuple[Step, ...]) -> bool:
    for step in rest:
        if step.name in TRANSPARENT:
            continue
        if step.name == "hasId" or (step.name == "has" and step.args and step.args[0] == ID):
            return narrows(step)
        if step.name not in ("has", "hasLabel"):
            return False
    return False


def _label_criteria(steps: tuple[Step, ...]) -> list[list[Value]]:
    """The label conditions directly behind ``E()``: each a list of alternatives, all of which must hold."""
    criteria: list[list[Value]] = []
    for step in steps:
        if step.name == "hasLabel" and step.args:
            criteria.append(list(step.args))
        elif step.name == "has" and len(step.args) == 2 and step.args[0] == LABEL:
            criteria.append([step.args[1]])
        elif step.name == "has" and len(step.args) == 3:
            criteria.append([step.args[0]])
        elif step.name in ("where", "filter", "and"):
            for operand in inner(step):
                criteria += _label_criteria(operand.steps)
        elif step.name in ALTERNATIVES:
            parts = [_label_criteria(operand.steps) for operand in inner(step)]
            if parts and all(parts):
                criteria.append([value for part in parts for group in part for value in group])
        elif step.name not in FILTERS and step.name not in TRANSPARENT:
            break
    return criteria


def _lets_through(group: list[Value], edge: str) -> bool:
    return any(may_match(value, edge) for value in group)
