"""Refuses reading the whole graph.

The rule. ``V()`` or ``E()`` without ids must be narrowed by the filters that follow it directly: a label, an id,
or a property (``has``, ``hasLabel``, ``hasId``; also inside ``and``, ``or``, ``where``, ``filter``, ``match`` and
``union``, when every alternative narrows). A filter that only leaves something out narrows nothing. Not narrowed,
it may still count (``count``, ``groupCount`` and ``group`` by label), list labels, or take a few (``limit``), and
what follows such a step may do as it likes. ``E()`` that may touch a similarity edge is refused whatever follows:
those edges are the most numerous of all (SEGRA, section 3.3). Reading them from all vertices of a label
(``V().hasLabel('reason').outE('similarReason')``) is the same scan begun at the other side.
"""

from __future__ import annotations

from engine.gremlin.errors import PolicyError
from engine.gremlin.shapes import (
    FILTERS,
    GLOBAL,
    ID,
    LABEL,
    inner,
    may_match,
    positive,
    split_infix,
    string,
    strings,
    whole_number,
)
from engine.gremlin.tree import ListLiteral, Predicate, Step, Traversal, Value

_TRANSPARENT = frozenset({"as", "identity", "barrier"})
_WHOLE_FILTERS = frozenset({"where", "filter", "and", "match"})
_ALTERNATIVES = frozenset({"or", "union", "coalesce"})
_TEXTS = frozenset({"containing", "startingWith", "endingWith", "regex"})
_COUNTS = frozenset({"count", "groupCount", "group", "limit", "range"})


def check_scans(traversal: Traversal, similarity_edges: frozenset[str]) -> None:
    """Raises PolicyError with code ``full_scan`` or ``similarity_scan``."""
    for index, step in enumerate(traversal.steps):
        if step.name in ("V", "E") and not _has_ids(step):
            rest = traversal.steps[index + 1 :]
            if step.name == "E" and similarity_edges:
                _check_similarity(step, rest, similarity_edges)
            if not _narrowed(rest) and not _cheap(rest):
                raise _full_scan(step, rest)
            if step.name == "V" and (touched := _all_similar(rest, similarity_edges)):
                raise _similarity_scan(f"V().hasLabel(…).{touched.name}()", strings(touched.args)[0], touched)
        elif step.name in ("V", "E") and not all(map(_is_id, step.args)):
            raise PolicyError(
                f"{step.name}() takes ids, not a predicate or a traversal",
                f"Filter behind it: {step.name}().hasLabel('…').has(…).",
                code="step_not_allowed",
                position=step.position,
            )


def _has_ids(step: Step) -> bool:
    return any(not isinstance(value, ListLiteral) or value.items for value in step.args)


def _narrowed(steps: tuple[Step, ...]) -> bool:
    alternatives = split_infix(steps, "or")
    if len(alternatives) > 1:
        return all(_narrowed(part) for part in alternatives)
    for step in steps:
        if step.name in _TRANSPARENT or (step.name == "and" and not step.args):
            continue
        if _narrows(step):
            return True
        if step.name not in FILTERS:
            return False
    return False


def _narrows(step: Step) -> bool:
    if step.name in ("hasLabel", "hasId"):
        return bool(step.args) and all(_picks_names(value) for value in step.args)
    if step.name == "has" and len(step.args) == 2 and step.args[0] in (ID, LABEL):
        return _picks_names(step.args[1])
    if step.name == "has":
        return bool(step.args) and (len(step.args) == 3 or _picks(step.args[-1]))
    if step.name in _WHOLE_FILTERS:
        return any(_narrowed(operand.steps) for operand in inner(step))
    if step.name in _ALTERNATIVES:
        operands = inner(step)
        return bool(operands) and all(_narrowed(operand.steps) for operand in operands)
    return False


def _picks(value: Value) -> bool:
    if isinstance(value, Predicate):
        return positive(value)
    return not isinstance(value, Traversal)


def _picks_names(value: Value) -> bool:
    """Whether a criterion on labels or ids picks some out; a range or a text in all names lets all through."""
    if not isinstance(value, Predicate):
        return _picks(value)
    operands = [_picks_names(operand) for operand in value.args if isinstance(operand, Predicate)]
    if value.name == "and":
        return any(operands)
    if value.name == "or":
        return all(operands)
    if value.name in _TEXTS:
        return all(text is not None and text.strip(".*+?^$()") for text in map(string, value.args))
    return value.name in ("eq", "within")


def _is_id(value: Value) -> bool:
    return not isinstance(value, Predicate | Traversal)


def _all_similar(steps: tuple[Step, ...], similarity_edges: frozenset[str]) -> Step | None:
    """The step that reads all similarity edges from the vertices of a label, with nothing to narrow them."""
    for step in steps:
        if step.name in ("outE", "inE", "bothE") and similarity_edges.intersection(strings(step.args)):
            return step
        if step.name not in _TRANSPARENT and step.name != "hasLabel":
            return None
    return None


def _cheap(steps: tuple[Step, ...]) -> bool:
    """Counts over all, labels of all, or the first few of all."""
    rest = [step for step in steps if step.name not in _TRANSPARENT]
    first = rest[0] if rest else None
    if first is None:
        return False
    if first.name == "label" or (first.name == "values" and not first.args):
        return first.name == "label" and _labels_only(rest[1:])
    return first.name in _COUNTS and _counts(first, rest[1:])


def _counts(step: Step, rest: list[Step]) -> bool:
    modulators = _leading(rest, "by")
    by_label = all(_by_label(by) for by in modulators[:1])
    if step.name == "groupCount":
        return by_label and bool(modulators)
    if step.name == "group":
        return by_label and len(modulators) == 2 and _by_count(modulators[1])
    if step.name in ("limit", "range"):
        numbers = [whole_number(value) for value in step.args if value != GLOBAL]
        return bool(numbers) and all(number is not None and number >= 0 for number in numbers)
    return not step.args or step.args[0] == GLOBAL  # count(local) counts nothing but ones


def _labels_only(rest: list[Step]) -> bool:
    following = rest[0].name if rest else ""
    return following in ("", "dedup", "groupCount", "count", "limit", "range") or following == "group"


def _leading(steps: list[Step], name: str) -> list[Step]:
    found: list[Step] = []
    for step in steps:
        if step.name != name:
            break
        found.append(step)
    return found


def _by_label(by: Step) -> bool:
    operand = by.args[0] if by.args else None
    if isinstance(operand, Traversal):
        return len(operand.steps) == 1 and operand.steps[0].name == "label"
    return operand == LABEL


def _by_count(by: Step) -> bool:
    operand = by.args[0] if by.args else None
    return isinstance(operand, Traversal) and operand.steps[-1].name == "count" and len(operand.steps) == 1


def _check_similarity(step: Step, rest: tuple[Step, ...], similarity_edges: frozenset[str]) -> None:
    alternatives = split_infix(rest, "or")
    if len(alternatives) > 1:
        for part in alternatives:
            _check_similarity(step, part, similarity_edges)
        return
    if _narrowed_by_id(rest):
        return
    criteria = _label_criteria(rest)
    if not criteria:
        if _cheap(rest) or not _narrowed(rest):
            return  # counted by label, or refused as a full scan
        touched = sorted(similarity_edges)
    else:
        touched = [
            edge for edge in sorted(similarity_edges) if all(_lets_through(group, edge) for group in criteria)
        ]
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
        if step.name in _TRANSPARENT:
            continue
        if step.name == "hasId" or (step.name == "has" and step.args and step.args[0] == ID):
            return _narrows(step)
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
        elif step.name in _ALTERNATIVES:
            parts = [_label_criteria(operand.steps) for operand in inner(step)]
            if parts and all(parts):
                criteria.append([value for part in parts for group in part for value in group])
        elif step.name not in FILTERS and step.name not in _TRANSPARENT:
            break
    return criteria


def _lets_through(group: list[Value], edge: str) -> bool:
    return any(may_match(value, edge) for value in group)


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
