"""The schema of a graph on a server, in queries that stay cheap on a large graph.

Labels are counted exactly where the server does it within ``COUNT_SECONDS``, else among the first ``SAMPLE``
elements. Everything below a label (properties, types, values, ends, highest degrees) is read off at most
``SAMPLE`` elements of that label and scaled up to its count; ``Schema.sampled`` says so.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable

from engine.graph.backend import QueryError, QueryTimeout
from engine.graph.domains import from_values
from engine.graph.schema import EdgeEnds, EdgeLabel, PropertySchema, Schema, VertexLabel
from engine.gremlin.printer import literal_text
from engine.gremlin.tree import Literal

SAMPLE = 1_000
COUNT_SECONDS = 5.0
SAMPLE_SECONDS = 10.0
Rows = Callable[[str, float], list[object]]  # gremlin text, seconds -> plain rows


def discover(rows: Rows, private: frozenset[str]) -> Schema:
    """The schema now. Raises GraphUnavailable, QueryError or QueryTimeout."""
    vertex_counts, all_vertices = _counts(rows, "g.V()")
    edge_counts, all_edges = _counts(rows, "g.E()")
    vertices = {label: _vertex(rows, label, count, private) for label, count in sorted(vertex_counts.items())}
    edges = {label: _edge(rows, label, count, private) for label, count in sorted(edge_counts.items())}
    largest = max([*vertex_counts.values(), *edge_counts.values()], default=0)
    sampled = largest > SAMPLE or not (all_vertices and all_edges)
    return Schema(vertices, edges, dt.datetime.now(dt.UTC), SAMPLE if sampled else None)


def _counts(rows: Rows, source: str) -> tuple[dict[str, int], bool]:
    """Elements per label, and whether all were counted."""
    try:
        found = rows(f"{source}.groupCount().by(T.label)", COUNT_SECONDS)
        whole = True
    except (QueryTimeout, QueryError):
        found = rows(f"{source}.limit({SAMPLE}).groupCount().by(T.label)", SAMPLE_SECONDS)
        whole = False
    counts = found[0] if found and isinstance(found[0], dict) else {}
    return {str(label): int(count) for label, count in counts.items()}, whole


def _vertex(rows: Rows, label: str, count: int, private: frozenset[str]) -> VertexLabel:
    found = rows(f"g.V().hasLabel({_text(label)}).limit({SAMPLE}).valueMap()", SAMPLE_SECONDS)
    return VertexLabel(label, count, _properties(found, count, private), _sampled(count))


def _edge(rows: Rows, label: str, count: int, private: frozenset[str]) -> EdgeLabel:
    edge = f"g.E().hasLabel({_text(label)}).limit({SAMPLE})"
    ends = f"{edge}.project('o', 'i').by(__.outV().label()).by(__.inV().label())"
    pairs = Counter((row["o"], row["i"]) for row in rows(ends, SAMPLE_SECONDS) if isinstance(row, dict))
    seen = sum(pairs.values())
    return EdgeLabel(
        label,
        count,
        tuple(EdgeEnds(o, i, _scaled(n, seen, count)) for (o, i), n in pairs.most_common()),
        _properties(rows(f"{edge}.valueMap()", SAMPLE_SECONDS), count, private),
        max_out=_most(rows, {o for o, _ in pairs}, f"outE({_text(label)})"),
        max_in=_most(rows, {i for _, i in pairs}, f"inE({_text(label)})"),
        sampled=_sampled(count),
    )


def _sampled(count: int) -> int | None:
    return SAMPLE if count > SAMPLE else None


def _most(rows: Rows, labels: set[str], hop: str) -> int | None:
    """The most such edges at one of the first vertices of the labels."""
    most: list[int] = []
    for label in sorted(labels):
        start = f"g.V().hasLabel({_text(label)}).limit({SAMPLE})"
        most += [
            int(n) for n in rows(f"{start}.map(__.{hop}.count()).max()", SAMPLE_SECONDS) if isinstance(n, int)
        ]
    return max(most, default=None)


def _properties(found: list[object], count: int, private: frozenset[str]) -> dict[str, PropertySchema]:
    maps = [row for row in found if isinstance(row, dict)]
    values: dict[str, list[object]] = {}
    for row in maps:
        for key, value in row.items():
            if isinstance(key, str) and key not in private:
                values.setdefault(key, []).append(value)
    complete = len(maps) == count
    return {
        key: from_values(key, _single(found), _scaled(len(found), len(maps), count), complete=complete)
        for key, found in sorted(values.items())
    }


def _single(found: list[object]) -> list[object]:
    """``valueMap`` gives a vertex's values as lists: of one each, unless the property may hold several."""
    if any(isinstance(value, list) and len(value) != 1 for value in found):
        return found
    return [value[0] if isinstance(value, list) else value for value in found]


def _scaled(part: int, seen: int, count: int) -> int:
    return part if seen in (0, count) else round(part * count / seen)


def _text(value: str) -> str:
    return literal_text(Literal(value, "string"))
