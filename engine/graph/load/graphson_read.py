"""GraphSON 3.0 files to vertices and edges, each checked with its line.

Read are the forms that TinkerPop writes: one vertex a line ("adjacency list"), ``{"vertices": [...]}`` (wrapped),
and a plain array. An edge may be listed at its out-vertex, its in-vertex, or both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.graph.load.elements import Atom, EdgeRecord, Elements, Value, VertexRecord
from engine.graph.load.graphson_types import untyped
from engine.graph.load.problems import Problems

_NOT_TEXT = "the file is not UTF-8 text"


class _Reading:
    def __init__(self, path: Path, problems: Problems) -> None:
        self.path = path
        self.file = path.name
        self.problems = problems
        self.elements = Elements()
        self.edge_ids: set[str] = set()
        self.incoming: list[tuple[str, EdgeRecord]] = []  # (edge id, edge) of inE lists
        self.meta = 0  # vertex properties whose meta-properties were left out

    def problem(self, line: int, code: str, message: str) -> None:
        self.problems.add(self.file, line, code, message)

    def value(self, line: int, raw: Any, what: str) -> Value | None:
        try:
            return untyped(raw)
        except ValueError as error:
            self.problem(line, "type", f"{what}: {error}")
            return None

    def vertex(self, line: int, raw: Any) -> None:
        if not isinstance(raw, dict) or "id" not in raw:
            self.problem(line, "broken", "this is not a vertex: an object with an id is expected")
            return
        identity = str(self.value(line, raw["id"], "id"))
        earlier = self.elements.vertices.get(identity)
        if earlier is not None:
            self.problem(line, "duplicate", f"the id {identity!r} is already used on line {earlier.line}")
            return
        label = str(raw.get("label", "vertex"))
        properties = self.properties(line, raw.get("properties") or {}, identity)
        self.elements.vertices[identity] = VertexRecord(identity, label, properties, (), line, self.file)
        for key, other in (("outE", "inV"), ("inE", "outV")):
            for edge_label, edges in (raw.get(key) or {}).items():
                for edge in edges:
                    self.edge(line, edge, str(edge_label), identity, other)

    def properties(self, line: int, raw: dict[str, Any], owner: str) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for name, entries in raw.items():
            listed = entries if isinstance(entries, list) else [entries]
            values: list[Atom] = []
            for entry in listed:
                wrapped = isinstance(entry, dict) and "value" in entry and "@type" not in entry
                self.meta += bool(wrapped and entry.get("properties"))
                value = self.value(line, entry["value"] if wrapped else entry, f"{name} of {owner!r}")
                values += value if isinstance(value, list) else [] if value is None else [value]
                if isinstance(value, list) and len(listed) == 1:
                    found[name] = value
            if values and name not in found:
                found[name] = values[0] if len(values) == 1 else values
        return found

    def edge(self, line: int, raw: dict[str, Any], label: str, here: str, other: str) -> None:
        if not isinstance(raw, dict) or other not in raw:
            self.problem(line, "broken", f"an edge {label!r} of {here!r} has no {other}")
            return
        there = str(self.value(line, raw[other], other))
        out_id, in_id = (here, there) if other == "inV" else (there, here)
        properties = {
            name: value
            for name, entry in (raw.get("properties") or {}).items()
            if (value := self.value(line, entry, f"{name} of an edge {label!r}")) is not None
        }
        edge = EdgeRecord(label, out_id, in_id, properties, line, self.file)
        identity = str(self.value(line, raw["id"], "id")) if "id" in raw else ""
        if other == "outV":
            self.incoming.append((identity, edge))
            return
        if identity and identity in self.edge_ids:
            self.problem(line, "duplicate", f"the edge id {identity!r} is used twice")
            return
        self.edge_ids.add(identity)
        self.elements.edges.append(edge)

    def finish(self) -> None:
        """Take the edges that were listed at their in-vertex only; check the ends of all."""
        listed_twice = bool(self.elements.edges)
        for identity, edge in self.incoming:
            if identity not in self.edge_ids if identity else not listed_twice:
                self.edge_ids.add(identity)
                self.elements.edges.append(edge)
        vertices = self.elements.vertices
        for edge in self.elements.edges:
            for end in (edge.out_id, edge.in_id):
                if end not in vertices:
                    text = f"the edge {edge.label!r} leads to nothing: there is no vertex {end!r}"
                    self.problem(edge.line, "dangling", text)


def read_graphson(path: Path, progress: Callable[[int], object] | None = None) -> tuple[Elements, list[str]]:
    """All vertices and edges of a GraphSON file, and notes on what a property graph here cannot hold.

    Raises:
        LoadRefused: with every problem found: broken lines, duplicate ids, edges to nothing, unknown types.
    """
    problems = Problems()
    reading = _Reading(path, problems)
    try:
        for done, (line, raw) in enumerate(_objects(path, problems), 1):
            try:
                reading.vertex(line, raw)
            except (AttributeError, TypeError):
                problems.add(path.name, line, "broken", "this is not a vertex in GraphSON 3.0")
            if progress and done % 1000 == 0:
                progress(done)
    except UnicodeDecodeError as error:
        problems.add(
            path.name, 0, "encoding", f"byte 0x{error.object[error.start]:02X}: the file is not UTF-8 text"
        )
    except OSError as error:
        problems.add(path.name, 0, "unreadable", f"cannot be read: {error.strerror or error}")
    if not problems.whole_files:
        reading.finish()
    problems.check()
    notes = [f"{reading.meta:,} properties had properties of their own, left out"] if reading.meta else []
    return reading.elements, notes


def _objects(path: Path, problems: Problems) -> Iterator[tuple[int, Any]]:
    """(line, parsed JSON) of each vertex."""
    empty = True
    with path.open("rb") as file:
        for line, data in enumerate(file, 1):
            try:
                text = data.decode("utf-8-sig" if line == 1 else "utf-8").strip()
            except UnicodeDecodeError as error:
                problems.add(
                    path.name, line, "encoding", f"byte 0x{data[error.start]:02X}: this is not UTF-8 text"
                )
                return
            if not text:
                continue
            if empty and _is_wrapped(text):
                yield from _wrapped(path, problems)
                return
            empty = False
            try:
                yield line, json.loads(text)
            except (json.JSONDecodeError, RecursionError) as error:
                problems.add(path.name, line, "broken", f"this is not JSON: {_reason(error)}")
    if empty:
        problems.add(path.name, 0, "empty", "the file is empty")


def _is_wrapped(first: str) -> bool:
    """Whether the first line begins a document that holds all vertices, rather than being a vertex itself."""
    if first.startswith("["):
        return True
    try:
        raw = json.loads(first)
    except (json.JSONDecodeError, RecursionError):
        return first in ("{", "[") or '"vertices"' in first[:200]
    return isinstance(raw, dict) and "vertices" in raw and "id" not in raw


def _wrapped(path: Path, problems: Problems) -> Iterator[tuple[int, Any]]:
    try:
        raw = json.loads(path.read_text("utf-8-sig"))
    except (json.JSONDecodeError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        problems.add(path.name, line, "broken", f"this is not JSON: {_reason(error)}")
        return
    vertices = raw.get("vertices") if isinstance(raw, dict) else raw
    if not isinstance(vertices, list):
        problems.add(path.name, 1, "broken", "no list of vertices was found")
        return
    yield from enumerate(vertices, 1)


def _reason(error: Exception) -> str:
    if not isinstance(error, json.JSONDecodeError):
        return "nested too deeply"
    if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated"):
        return "it breaks off before its end"
    return f"{error.msg.removesuffix(' at')} at column {error.colno}"
