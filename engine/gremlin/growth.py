"""Refuses values that grow out of all proportion: texts and lists made of themselves, again and again.

A time-out comes too late for them: each round takes no time and doubles, or squares, what the next one works on.
"""

from __future__ import annotations

from engine.gremlin.errors import PolicyError
from engine.gremlin.repeats import rounds_of
from engine.gremlin.shapes import inner, placeholder_keys, string
from engine.gremlin.tree import ListLiteral, Step, Traversal, traversals_in

_MOST = 16  # doublings
_PRODUCT = 8  # what a product with a short list counts as
_SHORT = 100  # members


def check_growth(traversal: Traversal) -> None:
    """Raises PolicyError with code ``growth`` where values may double more than 16 times, rounds multiplied.

    Products of lists whose lengths are not known count as more than that.
    """
    if growth(traversal) > _MOST:
        last = max(traversal.walk(), key=_doublings)
        raise PolicyError(
            f"values may grow out of all proportion by {last.name}() and what stands before it",
            "Use fewer such steps, and none in repeat(); pair vertices by walking, not by product().",
            code="growth",
            position=last.position,
        )


def growth(traversal: Traversal) -> int:
    """How often a value may double on its way: what follows adds up; side by side, the most counts."""
    total = beside = 0
    for index, step in enumerate(traversal.steps):
        rounds = rounds_of(traversal.steps, index) if step.name == "repeat" else 1
        within = [growth(part) for value in step.args for part in traversals_in(value)]
        most = rounds * max(within, default=0)
        if step.name != "by":
            total, beside = total + beside + _doublings(step) + most, 0
        else:
            beside = max(beside, most)
    return total + beside


def _doublings(step: Step) -> int:
    match step.name:
        case "product":  # made in one go, which neither a time-out nor a limit on memory sees
            short = all(isinstance(value, ListLiteral) and len(value.items) <= _SHORT for value in step.args)
            return _PRODUCT if short else _MOST + 1
        case "combine":
            return 1
        case "project":
            return int(len(step.args) > 1)
        case "concat":
            return len(inner(step))
        case "replace":
            old, new = (string(value) or "" for value in step.args[-2:]) if len(step.args) > 1 else ("", "")
            return int(len(new) > len(old))
        case "format":
            return sum(len(placeholder_keys(string(value) or "")) > 1 for value in step.args)
    return 0
