"""Vertices and edges to GraphSON 3.0, one vertex with its out-edges a line (TinkerPop's adjacency form).

Types as in the TinkerPop documentation, "GraphSON 3.0": g:Int64, g:Double, g:Date (milliseconds since 1970, UTC),
gx:LocalDate, gx:Duration; text and booleans stand for themselves.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
from collections.abc import Callable, Iterable
from typing import IO

from engine.graph.load.elements import EdgeRecord, Value, VertexRecord

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MILLISECOND = dt.timedelta(milliseconds=1)
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def typed(value: Value) -> object:
    """The JSON form of a value."""
    match value:
        case str() | bool():
            return value
        case int():
            return {"@type": "g:Int64", "@value": value}
        case float():
            return {"@type": "g:Double", "@value": value}
        case dt.datetime():
            moment = value if value.tzinfo else value.replace(tzinfo=dt.UTC)
            return {"@type": "g:Date", "@value": (moment - _EPOCH) // _MILLISECOND}
        case dt.date():
            return {"@type": "gx:LocalDate", "@value": value.isoformat()}
        case dt.timedelta():
            return {
                "@type": "gx:Duration",
                "@value": f"PT{value.total_seconds():.6f}".rstrip("0").rstrip(".") + "S",
            }
        case list():
            return {"@type": "g:List", "@value": [typed(item) for item in value]}


def write_lines(
    vertices: Iterable[VertexRecord], out: IO[str], progress: Callable[[int], object] | None = None
) -> tuple[int, int]:
    """Write one line a vertex; returns (vertices, edges). ``progress`` is told the vertices written so far."""
    ids = itertools.count()
    count = edges = 0
    for count, vertex in enumerate(vertices, 1):
        line: dict[str, object] = {"id": vertex.id, "label": vertex.label}
        if vertex.edges:
            line["outE"] = _edges(vertex.edges, ids)
            edges += len(vertex.edges)
        line["properties"] = {name: [{"value": typed(value)}] for name, value in vertex.properties.items()}
        out.write(_dumps(line))
        out.write("\n")
        if progress and count % 1000 == 0:
            progress(count)
    return count, edges


def _edges(edges: Iterable[EdgeRecord], ids: Iterable[int]) -> dict[str, list[dict[str, object]]]:
    by_label: dict[str, list[dict[str, object]]] = {}
    for edge, number in zip(edges, ids, strict=False):
        entry: dict[str, object] = {"id": f"e{number}", "inV": edge.in_id}
        if edge.properties:
            entry["properties"] = {name: typed(value) for name, value in edge.properties.items()}
        by_label.setdefault(edge.label, []).append(entry)
    return by_label
