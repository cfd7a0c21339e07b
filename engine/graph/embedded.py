"""The embedded graph: graphersal in this process, behind the GraphBackend protocol."""

from __future__ import annotations

import datetime as dt
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import graphersal

from engine.graph.backend import GraphUnavailable, Health, Limits, QueryError, QueryTimeout, Result
from engine.graph.embedded_schema import connections, discover
from engine.graph.engine_rows import MAP_MARK, as_path, plain_rows
from engine.graph.indexes import ensure_indexes
from engine.graph.schema import Schema
from engine.graph.schema_cache import SchemaCache
from engine.graph.terminal import finish
from engine.graph.translate import Script, translate
from engine.graph.values import capped
from engine.gremlin.tree import Traversal

# Nothing but reading, plus g.with(option), which sets the limits below and is printed by this file only.
_POLICY = graphersal.AccessPolicy.read_only().allow("update", "option")
_QUERY_MEMORY = 1 << 30  # bytes that a query may take beside the graph itself
_MAX_TRAVERSERS = 5_000_000  # at one step of a query
_MAX_TEXT = 1 << 24  # characters of JSON of one result; it holds the properties of bare vertices, too
_TEXT_LIMIT = "script.max_string_size"
_META = "$._meta"

_CONVERT = f"""
fn conv(x) {{
  switch type_of(x) {{
    "Map" => {{
      let k = x.keys(); let v = x.values(); let out = ["{MAP_MARK}"];
      for i in 0..k.len() {{ out.push(conv(k[i])); out.push(conv(v[i])); }}
      out
    }}
    "array" => {{ let out = []; for e in x {{ out.push(conv(e)); }} out }}
    "map" => {{ let out = #{{}}; for k in x.keys() {{ out[k] = conv(x[k]); }} out }}
    _ => x
  }}
}}
"""
# The JSON is written first: it is bounded, and what does not fit into it need not be converted at all.
_FINISH = """
let run = t.execute();
if run.error != () { return ["", [], run.error["message"], run.error["help"]]; }
let text = run.to_json();
let rows = run.results;
if text.contains("\\"g:Map\\"") { rows = conv(rows); }
[text, rows, (), ()]
"""


class EmbeddedGraph:
    """One graph held in memory. Thread-safe: readers run side by side in the engine.

    ``private``: property keys that no result shows.
    """

    def __init__(self, graph: graphersal.Graph, *, private: tuple[str, ...] = ()) -> None:
        self.graph = graph
        self.private = frozenset(private)
        graph.set_limits(max_string_size=_MAX_TEXT, max_array_size=0, max_map_size=0, max_operations=0)
        # Both look at every element, for every discovery to come: nothing changes this graph.
        self._report: dict[str, Any] = _report_without_meta(graph)
        self._ends = connections(graph)
        self._graph_bytes = int(self._report["tracked_live_bytes"])
        self._list_keys = _list_keys(self._report["properties"])
        self._schema = SchemaCache(self._discover)

    @classmethod
    def open(cls, path: Path, *, private: tuple[str, ...] = ()) -> EmbeddedGraph:
        """A snapshot (``.gsnap``) or GraphSON 3 file. Raises GraphUnavailable when it cannot be read."""
        if not path.is_file():
            raise GraphUnavailable(
                f"There is no graph file {path}.", "Build one with 'graphdesk sample' or 'graphdesk load'."
            )
        try:
            load = graphersal.Graph.load if path.suffix == ".gsnap" else graphersal.Graph.from_graphson
            graph = load(str(path))
            ensure_indexes(graph)
            return cls(graph, private=private)
        except graphersal.GraphersalError as error:
            raise GraphUnavailable(
                f"The graph file {path} cannot be read: {_first_line(str(error))}",
                "It must be a snapshot (.gsnap) or GraphSON 3; build it again with 'graphdesk load'.",
            ) from None

    @property
    def dialect(self) -> str:
        """Always ``embedded``."""
        return "embedded"

    def schema(self, *, refresh: bool = False) -> Schema:
        """The live schema, kept for a while (``SchemaCache``)."""
        return self._schema.get(refresh=refresh)

    def _discover(self) -> Schema:
        return discover(
            self._report, self._ends, lambda text: self.graph.execute(text, policy=_POLICY), self.private
        )

    def run(self, traversal: Traversal, limits: Limits = Limits()) -> Result:  # noqa: B008 - frozen
        """Run a traversal that policy has passed. Raises QueryError or QueryTimeout."""
        started = time.perf_counter()
        script = translate(traversal, limits.rows + 1, self._list_keys)
        try:
            text, rows = self._execute(script, limits)
        except _TooLarge:
            return self._fewer(traversal, limits, started)
        plain = plain_rows(rows, text, self.private)
        if script.paths:
            plain = [as_path(row) for row in plain]
        elapsed = dt.timedelta(seconds=time.perf_counter() - started)
        # the engine's JSON says the same with fewer spaces, but for paths: half as much again is room enough
        at_most = None if script.paths else len(text.encode()) * 3 // 2
        return capped(finish(traversal, plain), limits, elapsed, at_most=at_most)

    def _fewer(self, traversal: Traversal, limits: Limits, started: float) -> Result:
        """A result beyond the engine's own text limit: as much of it as fits, a tenth of the rows at a time."""
        spent = time.perf_counter() - started
        left = replace(limits, rows=limits.rows // 10, timeout=limits.timeout - spent)
        if left.rows < 1 or left.timeout <= 0:
            return Result([], "bytes", dt.timedelta(seconds=spent))
        found = self.run(traversal, left)
        return replace(found, truncated="bytes", elapsed=dt.timedelta(seconds=time.perf_counter() - started))

    def _execute(self, script: Script, limits: Limits) -> tuple[str, list[object]]:
        options = (
            f'let g = g.with("evaluationTimeout", {max(1, int(limits.timeout * 1000))})'
            f'.with("memory.limit", {self._graph_bytes + _QUERY_MEMORY})'
            f'.with("traversal.max_traversers", {_MAX_TRAVERSERS});\n'
        )
        try:
            text, rows, error, help_text = self.graph.execute(
                _CONVERT + options + script.text + _FINISH, policy=_POLICY
            )
        except graphersal.GraphersalError as raised:
            if _TEXT_LIMIT in str(raised):
                raise _TooLarge from None
            raise _query_error(str(raised), raised.help or "", limits) from None
        if error is not None:
            raise _query_error(error, help_text or "", limits)
        return text, rows

    def health(self) -> Health:
        """Counts the vertices."""
        count = self.graph.execute("g.V().count().next()", policy=_POLICY)
        return Health(True, f"embedded graph, {count:,} vertices")

    def close(self) -> None:
        """Free the graph; a closed backend holds an empty one."""
        self.graph = graphersal.Graph()


def _report_without_meta(graph: graphersal.Graph) -> dict[str, Any]:
    """The engine's report on its memory, once the graph holds no properties of properties.

    The engine keeps those of a GraphSON file as a property of their own, which is no property to anybody else.
    """
    report: dict[str, Any] = graph.memory_report()
    kinds = {entry["type"] for row in report["properties"] if row["path"] == _META for entry in row["value_types"]}
    if kinds != {"object"}:
        return report
    graph.execute(f'g.V().properties("{_META.removeprefix("$.")}").drop().iterate()')
    cleaned: dict[str, Any] = graph.memory_report()
    return cleaned


def _list_keys(properties: list[dict[str, Any]]) -> frozenset[str]:
    """The keys that hold lists, which is how the engine keeps multi-properties."""
    lists = (row for row in properties if any(entry["type"] == "array" for entry in row["value_types"]))
    return frozenset(row["path"].removeprefix("$.") for row in lists)


class _TooLarge(Exception):
    """The result's JSON is larger than the engine may write."""


_MISSING = re.compile(r"Function not found: (\w+)")
_SNAKE = re.compile(r"\b([a-z]+(?:_[a-z]+)+)\(")


def _query_error(message: str, help_text: str, limits: Limits) -> QueryError | QueryTimeout:
    """The engine's error for whoever wrote the Gremlin: no script positions, steps in Gremlin's spelling."""
    if "evaluationTimeout" in message:
        return QueryTimeout(
            f"The query ran longer than {limits.timeout:g} s and was stopped.",
            "Narrow it: start from a label and a property value, follow fewer hops, bound repeat() with times().",
        )
    if "Resource limit" in message or "too large to count" in message:
        return QueryError(
            "The query grew too large and was stopped.",
            "Narrow it: start from a label and a value, dedup() between hops, bound repeat() with times().",
            code="too_large",
        )
    missing = _MISSING.search(message)
    if missing:
        return QueryError(
            f"The step {missing[1]}() with these arguments is not available on the embedded graph.",
            "Check the arguments, or write it with other steps.",
        )
    cause = message.split("Caused by: ", 1)[-1]
    return QueryError(_camel(_first_line(cause)), _camel(_first_line(help_text)))


def _first_line(text: str) -> str:
    return text.strip().splitlines()[0].removeprefix("Error: ") if text.strip() else ""


def _camel(text: str) -> str:
    return _SNAKE.sub(lambda m: re.sub(r"_([a-z])", lambda c: c[1].upper(), m[1]) + "(", text)
