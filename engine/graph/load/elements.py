"""What is loaded: vertices and edges as plain records, before any graph holds them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

# Durations and plain dates can come from GraphSON files; mapped CSVs give the others.
Atom = str | bool | int | float | dt.datetime | dt.date | dt.timedelta
Value = Atom | list[Atom]


@dataclass(frozen=True, slots=True)
class EdgeRecord:
    """One edge. ``line`` is where it was read, for the report; 0 when it was made."""

    label: str
    out_id: str
    in_id: str
    properties: Mapping[str, Value] = field(default_factory=dict)
    line: int = 0
    file: str = ""


@dataclass(frozen=True, slots=True)
class VertexRecord:
    """One vertex. ``edges`` may carry edges out of it, where the source lists them with their vertex."""

    id: str
    label: str
    properties: Mapping[str, Value] = field(default_factory=dict)
    edges: tuple[EdgeRecord, ...] = ()
    line: int = 0
    file: str = ""


@dataclass(slots=True)
class Elements:
    """Everything a load holds: vertices by id, and edges."""

    vertices: dict[str, VertexRecord] = field(default_factory=dict)
    edges: list[EdgeRecord] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what a person should know of the reading

    def all(self) -> Iterator[VertexRecord | EdgeRecord]:
        """The vertices, then the edges."""
        yield from self.vertices.values()
        yield from self.edges

    def with_edges(self) -> Iterator[VertexRecord]:
        """The vertices, each with the edges out of it."""
        out: dict[str, list[EdgeRecord]] = {}
        for edge in self.edges:
            out.setdefault(edge.out_id, []).append(edge)
        for vertex in self.vertices.values():
            mine = out.get(vertex.id)
            yield replace(vertex, edges=tuple(mine)) if mine else vertex
