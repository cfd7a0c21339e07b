"""``valueMap()`` on edges, for an engine that gives lists there, where TinkerPop gives the values as they are."""

from __future__ import annotations

import dataclasses

from engine.gremlin.rebuild import anonymous
from engine.gremlin.tree import Literal, Step, Traversal, Value

_TO_EDGES = frozenset({"E", "outE", "inE", "bothE", "toE"})
_TO_VERTICES = frozenset({"V", "out", "in", "both", "to", "outV", "inV", "bothV", "otherV", "toV"})
# Steps whose results are those of the traversals in them.
_THROUGH = frozenset({"union", "coalesce", "choose", "optional", "local", "flatMap", "map", "repeat"})


def single_values(traversal: Traversal) -> Traversal:
    """The traversal with ``by(unfold())`` behind each ``valueMap`` that stands on edges, as far as steps tell."""
    return _Walk({}).traversal(traversal, False)[0]


class _Walk:
    """Follows whether what arrives are edges, and what marks stand on."""

    def __init__(self, marks: dict[str, bool]) -> None:
        self._marks = marks

    def traversal(self, traversal: Traversal, on_edges: bool) -> tuple[Traversal, bool]:
        """The traversal so changed, and whether it yields edges."""
        out: list[Step] = []
        for position, step in enumerate(traversal.steps):
            inner = [self._value(value, on_edges) for value in step.args]
            out.append(dataclasses.replace(step, args=tuple(value for value, _ in inner)))
            following = traversal.steps[position + 1 : position + 2]
            if step.name == "valueMap" and on_edges and not any(s.name == "by" for s in following):
                out.append(Step("by", (anonymous(Step("unfold")),)))
            on_edges = self._after(step, on_edges, [yields for _, yields in inner if yields is not None])
        return dataclasses.replace(traversal, steps=tuple(out)), on_edges

    def _value(self, value: Value, on_edges: bool) -> tuple[Value, bool | None]:
        return self.traversal(value, on_edges) if isinstance(value, Traversal) else (value, None)

    def _after(self, step: Step, on_edges: bool, inner: list[bool]) -> bool:
        names = [arg.value for arg in step.args if isinstance(arg, Literal) and isinstance(arg.value, str)]
        if step.name == "as":
            self._marks |= dict.fromkeys(names, on_edges)
        if step.name == "select" and len(names) == 1:
            return self._marks.get(names[0], False)
        if step.name in _TO_EDGES | _TO_VERTICES:
            return step.name in _TO_EDGES
        return all(inner) if step.name in _THROUGH and inner else on_edges
