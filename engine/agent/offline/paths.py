"""Join paths: the ways from one label to another over the schema's edges, shortest first."""

from __future__ import annotations

from collections import defaultdict

from engine.agent.offline.vocabulary import CLASSING
from engine.catalog.words import split_name
from engine.graph.profile import Profile
from engine.graph.schema import Schema
from engine.operators.params import Hop

Path = tuple[Hop, ...]
_LONGEST = 3


class Paths:
    """Shortest paths between labels, all of equal length kept. Similarity edges are walked only by name."""

    def __init__(self, schema: Schema, profile: Profile) -> None:
        self._schema = schema
        self._case = profile.case_label
        derived = {pair.edge for pair in profile.similarity}
        self._steps: dict[str, list[tuple[Hop, str]]] = defaultdict(list)
        for edge in schema.edges.values():
            if edge.name in derived:
                continue
            for ends in edge.ends:
                self._steps[ends.out_label].append((self.hop(edge.name, "out", ends.in_label), ends.in_label))
                self._steps[ends.in_label].append((self.hop(edge.name, "in", ends.out_label), ends.out_label))
        self._known: dict[tuple[str, str], tuple[Path, ...]] = {}

    def hop(self, edge: str, direction: str, to: str) -> Hop:
        """A hop; ``to`` is set only where the edge reaches several labels that way."""
        ends = self._schema.edges[edge].ends
        reached = {end.in_label if direction == "out" else end.out_label for end in ends}
        return Hop(edge=edge, direction="out" if direction == "out" else "in", to=to if len(reached) > 1 else None)

    def between(self, start: str, goal: str) -> tuple[Path, ...]:
        """The shortest paths from ``start`` to ``goal``, at most three hops; the empty path to itself."""
        if start == goal:
            return ((),)
        key = (start, goal)
        if key not in self._known:
            self._known[key] = self._search(start, goal)
        return self._known[key]

    def _search(self, start: str, goal: str) -> tuple[Path, ...]:
        fringe: list[tuple[str, Path]] = [(start, ())]
        seen = {start}
        for _ in range(_LONGEST):
            grown = [
                (label, (*path, hop)) for at, path in fringe for hop, label in self._steps[at] if label not in seen
            ]
            found = tuple(path for label, path in grown if label == goal)
            if found:
                return found
            seen |= {label for label, _ in grown}
            fringe = grown
        return ()

    def along(self, edge: str, start: str) -> list[tuple[Hop, str]]:
        """The hops over one edge label from ``start``: (hop, label reached), outgoing first."""
        ends = self._schema.edges[edge].ends
        outward = [(self.hop(edge, "out", e.in_label), e.in_label) for e in ends if e.out_label == start]
        inward = [(self.hop(edge, "in", e.out_label), e.out_label) for e in ends if e.in_label == start]
        return list(dict.fromkeys(outward + inward))

    def parallel(self, hop: Hop) -> list[str]:
        """The other edge labels that run between the labels of a hop."""
        pairs = {(end.out_label, end.in_label) for end in self._schema.edges[hop.edge].ends}
        return [
            edge.name
            for edge in self._schema.edges.values()
            if edge.name != hop.edge and any((end.out_label, end.in_label) in pairs for end in edge.ends)
        ]

    def members(self, label: str) -> list[tuple[str, Path]]:
        """The labels whose vertices belong to a vertex of a label that is smaller and classes them.

        It does where each belongs to one at most, or where its name or the relation's says so (``kind``).
        """
        found: list[tuple[str, Path]] = []
        for hop, owner in self._steps[label]:
            back = self.hop(hop.edge, "out", label)
            larger = self._schema.vertices[owner].count > self._schema.vertices[label].count
            classing = not CLASSING.isdisjoint((*split_name(label), *split_name(hop.edge)))
            main = {owner, label} <= self.main(hop.edge)
            if hop.direction == "in" and owner != label and larger and main and (classing or self.single((back,))):
                found.append((owner, (back,)))
        return [each for each in found if each[0] == self._case] or found

    def main(self, edge: str) -> set[str]:
        """The labels that an edge label mostly joins: those of the rare strays are left out."""
        ends = self._schema.edges[edge].ends
        most = max((end.count for end in ends), default=0)
        return {label for end in ends if end.count * 5 >= most for label in (end.out_label, end.in_label)}

    def single(self, path: Path) -> bool:
        """Whether the path reaches at most one vertex, as far as the schema knows."""
        edges = self._schema.edges
        return all((edges[h.edge].max_out if h.direction == "out" else edges[h.edge].max_in) == 1 for h in path)

    def own(self, path: Path) -> bool:
        """Whether all that a path reaches belongs to one vertex alone, as far as the schema knows."""
        edges = self._schema.edges
        return all((edges[h.edge].max_in if h.direction == "out" else edges[h.edge].max_out) == 1 for h in path)
