"""The Gremlin that writes elements: gremlin-lang text that TinkerPop 3.7 and 3.8, JanusGraph and Neptune take."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from engine.graph.load.elements import Atom, EdgeRecord, Value, VertexRecord
from engine.gremlin.printer import iso, quoted


def atom(value: Atom) -> str:
    """A scalar as text. Whole numbers are longs everywhere, so that one key has one type."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return f"{value}L"
        case float():
            return f"{value!r}d"
        case dt.datetime():
            return f"datetime({quoted(iso(value))})"
        case dt.date():
            return f"datetime({quoted(value.isoformat() + 'T00:00:00Z')})"
        case str():
            return quoted(value)
        case dt.timedelta():
            raise TypeError(unsendable(value))


def unsendable(value: Value, *, edge: bool = False) -> str:
    """Why a value cannot be sent, or nothing. gremlin-lang has no literal for durations."""
    if edge and isinstance(value, list):
        return "an edge's property cannot be a list on a server"
    items = value if isinstance(value, list) else [value]
    if any(isinstance(item, dt.timedelta) for item in items):
        return "durations cannot be sent to a server; give the two times, or a number"
    return ""


def _properties(properties: Mapping[str, Value], single: str = "") -> str:
    steps = []
    for name, value in properties.items():
        if isinstance(value, list):
            steps += [f".property(list, {quoted(name)}, {atom(item)})" for item in value]
        else:
            steps.append(f".property({single}{quoted(name)}, {atom(value)})")
    return "".join(steps)


def _vertex(vertex: VertexRecord) -> str:
    return f".addV({quoted(vertex.label)}).property(T.id, {quoted(vertex.id)}){_properties(vertex.properties)}"


def _edge(edge: EdgeRecord) -> str:
    ends = f".V({quoted(edge.out_id)}).addE({quoted(edge.label)}).to(__.V({quoted(edge.in_id)}))"
    return ends + _properties(edge.properties)


def text_of(element: VertexRecord | EdgeRecord) -> str:
    """The element's own part of a request; equal texts are equal elements."""
    return _vertex(element) if isinstance(element, VertexRecord) else _edge(element)


def add_vertices(vertices: Iterable[VertexRecord]) -> str:
    """Vertices that are not there. Its one row is 1."""
    return f"g{''.join(map(_vertex, vertices))}.count()"


def add_edges(edges: Iterable[EdgeRecord]) -> str:
    """Edges that are not there. Its one row is 1, or 0 when an end was missing."""
    return f"g{''.join(map(_edge, edges))}.count()"


def update_vertices(vertices: Iterable[VertexRecord]) -> str:
    """Vertices that are there get these values; a list takes the place of the earlier one. Its one row is 1."""
    return f"g{''.join(map(_update, vertices))}.count()"


def _update(vertex: VertexRecord) -> str:
    lists = [quoted(name) for name, value in vertex.properties.items() if isinstance(value, list)]
    dropped = f".sideEffect(__.properties({', '.join(lists)}).drop())" if lists else ""
    return f".V({quoted(vertex.id)}){dropped}{_properties(vertex.properties, 'single, ')}"


def merge_edges(edges: Sequence[EdgeRecord], several: set[tuple[str, str, str]]) -> str:
    """Edges that may be there: added when they are not, else given these values.

    Where ``several`` edges of one label join the same two vertices, their values tell them apart. Its one row is
    the number of edges.
    """
    rows = []
    for edge in edges:
        ends = f"(T.label): {quoted(edge.label)}, (Direction.OUT): {quoted(edge.out_id)}"
        key = f"{ends}, (Direction.IN): {quoted(edge.in_id)}"
        values = "".join(
            f", {quoted(name)}: {atom(value)}"
            for name, value in edge.properties.items()
            if not isinstance(value, list)
        )
        apart = (edge.label, edge.out_id, edge.in_id) in several
        update = "" if apart else values.removeprefix(", ")
        rows.append(f"['k': [{key}{values if apart else ''}], 'c': [{key}{values}], 'm': [{update or ':'}]]")
    return (
        f"g.inject([{', '.join(rows)}]).unfold().as('r').mergeE(__.select('r').select('k'))"
        ".option(Merge.onCreate, __.select('r').select('c'))"
        ".option(Merge.onMatch, __.select('r').select('m')).count()"
    )
