"""TinkerPop's toy graphs on one engine each, with their elements findable by name.

Writing happens here only: on the embedded engine through its own importer and script, on servers through plain
Gremlin text on a connection of our own. The backends under test never write.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

import graphersal

from engine.graph.backend import Edge, GraphBackend, Limits, Vertex
from engine.graph.connection import Pool, Reply
from engine.graph.embedded import EmbeddedGraph
from engine.graph.remote import RemoteGraph
from engine.graph.script import step_text
from engine.graph.translate import prepare
from engine.gremlin import parse, text

TOYS = ("modern", "crew", "sink", "grateful")
_BATCH = 100
_DECIMAL = re.compile(r"(?<=[ (,])(\d+\.\d+)(?=[,)])")
_LIMITS = Limits(timeout=30, rows=100_000, bytes=100_000_000)


class Loaded:
    """A loaded graph and its backend; elements by their ``name`` property, as TinkerPop's tables call them."""

    def __init__(self, backend: GraphBackend) -> None:
        self.backend = backend
        self._vertices: dict[str, Vertex] = {}
        self._edges: dict[tuple[str, str, str], Edge] = {}

    def vertex(self, name: str) -> Vertex:
        if not self._vertices:
            for row in self._rows("g.V().has('name').project('n', 'v').by('name').by()"):
                self._vertices[row["n"]] = row["v"]
        return self._vertices[name]

    def edge(self, out: str, label: str, into: str) -> Edge:
        if not self._edges:
            names = "by(__.outV().values('name')).by(__.inV().values('name'))"
            for row in self._rows(f"g.E().where(__.outV().has('name')).project('e', 'o', 'i').by().{names}"):
                self._edges[row["o"], row["e"].label, row["i"]] = row["e"]
        return self._edges[out, label, into]

    def _rows(self, gremlin: str) -> list[dict]:
        rows = self.backend.run(parse(gremlin), _LIMITS).rows
        return [row for row in rows if isinstance(row, dict)]


def toy_file(source: Path, name: str) -> Path:
    return source / f"tinkerpop-{name}.json"


def embedded(source: Path, name: str, init: tuple[str, ...] = ()) -> Loaded:
    """A toy graph, or an empty one filled by ``init``, on the embedded engine."""
    graph = graphersal.Graph() if name == "empty" else graphersal.Graph.from_graphson(str(toy_file(source, name)))
    for gremlin in init:
        steps = ".".join(map(step_text, prepare(parse(gremlin)).steps))
        graph.execute(f"g.{steps}.iterate()")
    return Loaded(EmbeddedGraph(graph))


class Unwritable(Exception):
    """The server refused to write."""


class Filler:
    """Writes to one traversal source of a server, until left."""

    def __init__(self, url: str, source: str) -> None:
        self.pool = Pool(url, size=1)
        self.source = source

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.close()

    def write(self, gremlin: str) -> None:
        args: dict[str, object] = {
            "gremlin": gremlin,
            "language": "gremlin-lang",
            "aliases": {"g": self.source},
            "evaluationTimeout": 60_000,
        }
        self.pool.ask(args, 60, 5, self._check)

    @staticmethod
    def _check(reply: Reply) -> bool:
        if reply.status not in {200, 204, 206}:
            raise Unwritable(f"{reply.status}: {reply.message}")
        return True

    def refill(self, init: tuple[str, ...]) -> None:
        """Empty the graph, then run the ``init`` traversals."""
        self.write("g.V().drop()")
        for gremlin in init:
            # a bare decimal is a BigDecimal on JanusGraph, which refuses to store one
            self.write(_DECIMAL.sub(r"\1d", text(parse(gremlin))))

    def fill(self, path: Path) -> None:
        """Write a GraphSON 3 file with its own ids, as text."""
        vertices = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        self._batches(_add_vertex(vertex) for vertex in vertices)
        self._batches(step for vertex in vertices for step in _add_edges(vertex))

    def _batches(self, steps: Iterator[str]) -> None:
        batch: list[str] = []
        for step in steps:
            batch.append(step)
            if len(batch) == _BATCH:
                self.write("g." + ".".join(batch))
                batch = []
        if batch:
            self.write("g." + ".".join(batch))


def _add_vertex(vertex: dict) -> str:
    parts = [f"addV({_literal(vertex['label'])}).property(T.id, {_id(vertex['id'])})"]
    for key, values in vertex.get("properties", {}).items():
        for value in values:
            kind = "list, " if len(values) > 1 else ""
            meta = "".join(
                f", {_literal(k)}, {_literal(_plain(v))}" for k, v in value.get("properties", {}).items()
            )
            parts.append(f"property({kind}{_literal(key)}, {_literal(_plain(value['value']))}{meta})")
    return ".".join(parts)


def _add_edges(vertex: dict) -> Iterator[str]:
    for label, edges in vertex.get("outE", {}).items():
        for edge in edges:
            start, end = (f"V({_id(i)})" for i in (vertex["id"], edge["inV"]))
            properties = "".join(
                f".property({_literal(k)}, {_literal(_plain(v))})" for k, v in edge.get("properties", {}).items()
            )
            yield f"{start}.as('o').{end}.addE({_literal(label)}).from('o'){properties}"


def _id(value: object) -> str:
    return _literal(str(_plain(value)))


def _plain(value: object) -> object:
    return value["@value"] if isinstance(value, dict) else value


def _literal(value: object) -> str:
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    if isinstance(value, float):
        return f"{value}d"
    return str(value).lower() if isinstance(value, bool) else str(value)


def remote(url: str, source: str, dialect: str) -> Loaded:
    return Loaded(RemoteGraph(Pool(url), source=source, dialect=dialect))


Opener = Callable[[str, tuple[str, ...]], Loaded]
