"""Tables and a mapping to vertices and edges, checked as a whole before anything is loaded."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.graph.load.cells import BadCell, reader
from engine.graph.load.elements import EdgeRecord, Value, VertexRecord
from engine.graph.load.mapping import Column, EdgeRule, Mapping, PropertyRule, Table, VertexRule
from engine.graph.load.problems import Problems
from engine.graph.load.tables import ROW, Row, Source, read_rows

_Rule = VertexRule | EdgeRule | PropertyRule


@dataclass(slots=True)
class Elements:
    """Everything a load holds: vertices by id, and edges."""

    vertices: dict[str, VertexRecord] = field(default_factory=dict)
    edges: list[EdgeRecord] = field(default_factory=list)

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


class _Reading:
    """One run of a mapping over its files."""

    def __init__(self, mapping: Mapping, files: dict[str, Path], problems: Problems) -> None:
        self.mapping = mapping
        self.problems = problems
        self.sources = {t.name: Source.of(t, mapping, files[t.name]) for t in mapping.tables}
        self.elements = Elements()
        self.edge_lines: dict[tuple[str, str, str], int] = {}
        self.refused: set[tuple[str, int]] = set()  # rows that are no vertex: their edges would only say it again
        self.joins: dict[str, dict[str, Row]] = {}

    def needed(self, table: Table) -> set[str]:
        """The table's own columns that something reads."""
        used = {column for rule in self.mapping.rules if rule.table == table.name for column in rule.columns()}
        own = {column for column in used - {ROW} if not self._joined(table, column)}
        keys = {join.key for t in self.mapping.tables for join in t.join.values() if join.table == table.name}
        behind = {
            column.split(".", 1)[1]
            for t in self.mapping.tables
            for name, join in t.join.items()
            if join.table == table.name
            for rule in self.mapping.rules
            if rule.table == t.name
            for column in rule.columns()
            if column.startswith(f"{name}.")
        }
        return own | set(table.join) | keys | behind

    @staticmethod
    def _joined(table: Table, column: str) -> bool:
        return any(column.startswith(f"{name}.") for name in table.join)

    def lookup(self, table: str, key: str) -> dict[str, Row]:
        """A joined table's rows by key; a key twice is a problem."""
        known = f"{table}/{key}"
        if known not in self.joins:
            rows: dict[str, Row] = {}
            source = self.sources[table]
            for line, row in read_rows(source, self.problems, self.needed(self.mapping.table(table))):
                value = row[key]
                if value is None:
                    continue
                if value in rows:
                    self.problems.add(source.file, line, "duplicate", f"{key} {value!r} is there twice")
                rows[value] = row
            self.joins[known] = rows
        return self.joins[known]

    def rows(self, table: Table) -> Iterator[tuple[int, Row]]:
        """The table's rows with the joined columns."""
        source = self.sources[table.name]
        joins = [(name, self.lookup(join.table, join.key), join.table) for name, join in table.join.items()]
        for line, row in read_rows(source, self.problems, self.needed(table)):
            joined: Row = {**row, ROW: str(line)}
            for name, rows, other in joins:
                value = row[name]
                found = rows.get(value) if value is not None else None
                if value is not None and found is None:
                    text = f"unknown value {value!r} in {name}: there is no such row in {other}"
                    self.problems.add(source.file, line, "value", text)
                    break
                joined |= {f"{name}.{column}": cell for column, cell in found.items()} if found else {}
            else:
                yield line, joined

    def run(self, progress: Callable[[int], object] | None) -> None:
        """Read each table once per kind of rule: vertices first, so that edges can be checked as they come."""
        done = 0
        for kind in (VertexRule, PropertyRule, EdgeRule):
            for table in self.mapping.tables:
                rules = [
                    _Applied(rule, self)
                    for rule in self.mapping.rules
                    if isinstance(rule, kind) and rule.table == table.name
                ]
                if not rules:
                    continue
                for line, row in self.rows(table):
                    for rule in rules:
                        rule.apply(line, row)
                    done += 1
                    if progress and done % 1000 == 0:
                        progress(done)
            if self.problems.whole_files:
                return  # what follows would only be its consequences


class _Applied:
    """A rule at work on the rows of its table."""

    def __init__(self, rule: _Rule, reading: _Reading) -> None:
        self.rule = rule
        self.reading = reading
        self.file = reading.sources[rule.table].file
        columns = {"": rule.value} if isinstance(rule, PropertyRule) else rule.properties
        self.readers = {name: (c, reader(c, reading.mapping)) for name, c in columns.items()}
        self.filtered = bool(rule.where or rule.where_not)
        self.agreed: set[tuple[str, tuple[str | None, ...]]] = set()  # mentions that brought nothing new
        self.make: Callable[[int, Row], None] = {
            VertexRule: self._vertex,
            EdgeRule: self._edge,
            PropertyRule: self._property,
        }[type(rule)]

    def problem(self, line: int, code: str, message: str) -> None:
        self.reading.problems.add(self.file, line, code, message)

    def apply(self, line: int, row: Row) -> None:
        """What the rule makes of a row, once per part of the columns it splits."""
        if not self.rule.split:
            if self._wanted(row):
                self.make(line, row)
            return
        parts = [
            [part for item in (row[column] or "").split(mark) if (part := item.strip())]
            for column, mark in self.rule.split.items()
        ]
        for chosen in itertools.product(*parts):
            one = {**row, **dict(zip(self.rule.split, chosen, strict=True))}
            if self._wanted(one):
                self.make(line, one)

    def _wanted(self, row: Row) -> bool:
        if not self.filtered:
            return True
        rule = self.rule
        return all(row.get(column) in values for column, values in rule.where.items()) and not any(
            row.get(column) in values for column, values in rule.where_not.items()
        )

    def _value(self, line: int, row: Row, column: Column, read: Callable[[str], Value]) -> Value | None:
        text = row[column.column]
        if text is None:
            return None
        try:
            return read(text)
        except BadCell as error:
            self.problem(line, error.code, f"{column.column}: {error}")
            return None

    def _values(self, line: int, row: Row) -> dict[str, Value]:
        found = {name: self._value(line, row, column, read) for name, (column, read) in self.readers.items()}
        return {name: value for name, value in found.items() if value is not None}

    def _vertex(self, line: int, row: Row) -> None:
        rule = self.rule
        assert isinstance(rule, VertexRule)
        identity, label = rule.id.fill(row), rule.label.fill(row)
        if identity is None or label is None:
            if rule.repeats == "refuse":
                self.problem(line, "id", f"no id: {_missing(rule, row)} is empty")
            return
        vertices = self.reading.elements.vertices
        earlier = vertices.get(identity)
        if earlier is None:
            vertices[identity] = VertexRecord(identity, label, self._values(line, row), (), line, self.file)
        elif rule.repeats == "refuse":
            self.problem(line, "duplicate", f"the id {identity!r} is already used on {_place(earlier, self.file)}")
            self.reading.refused.add((self.file, line))
        else:
            self._agree(line, row, earlier, label)

    def _agree(self, line: int, row: Row, earlier: VertexRecord, label: str) -> None:
        """A vertex mentioned again: its label and values must be the same; values that were missing are added."""
        if label != earlier.label:
            text = f"{earlier.id!r} is a {label} here and a {earlier.label} on {_place(earlier, self.file)}"
            self.problem(line, "conflict", text)
            return
        mention = (earlier.id, tuple([row[column.column] for column, _ in self.readers.values()]))
        if mention in self.agreed:
            return
        found = self.reading.problems.count
        values = self._values(line, row)
        for name, value in values.items():
            if earlier.properties.get(name, value) != value:
                text = f"{name} of {earlier.id!r} is {value!r} here and {earlier.properties[name]!r} before"
                self.problem(line, "conflict", f"{text} ({_place(earlier, self.file)})")
        if self.reading.problems.count == found:
            self.agreed.add(mention)
        if values.keys() - earlier.properties.keys():
            merged = {**values, **earlier.properties}
            self.reading.elements.vertices[earlier.id] = replace(earlier, properties=merged)

    def _edge(self, line: int, row: Row) -> None:
        rule = self.rule
        assert isinstance(rule, EdgeRule)
        label, out_id, in_id = rule.label.fill(row), rule.from_.fill(row), rule.to.fill(row)
        if label is None or out_id is None or in_id is None or (self.file, line) in self.reading.refused:
            return
        dangling = [end for end in (out_id, in_id) if end not in self.reading.elements.vertices]
        if dangling:
            ends = " and ".join(repr(end) for end in dangling)
            self.problem(line, "dangling", f"the edge {label!r} leads to nothing: there is no vertex {ends}")
            return
        key = (label, out_id, in_id)
        before = self.reading.edge_lines.get(key)
        if before is not None and rule.repeats != "keep":
            if rule.repeats == "refuse":
                text = f"the edge {label!r} from {out_id!r} to {in_id!r} is already there (line {before})"
                self.problem(line, "duplicate", text)
            return
        self.reading.edge_lines[key] = line
        self.reading.elements.edges.append(
            EdgeRecord(label, out_id, in_id, self._values(line, row), line, self.file)
        )

    def _property(self, line: int, row: Row) -> None:
        rule = self.rule
        assert isinstance(rule, PropertyRule)
        identity, name = rule.of.fill(row), rule.name.fill(row)
        column, read = self.readers[""]
        value = self._value(line, row, column, read)
        if identity is None or name is None or value is None:
            return
        vertices = self.reading.elements.vertices
        vertex = vertices.get(identity)
        if vertex is None:
            self.problem(line, "dangling", f"{name!r} belongs to nothing: there is no vertex {identity!r}")
            return
        earlier = vertex.properties.get(name)
        if earlier is not None and rule.many == "refuse":
            self.problem(line, "duplicate", f"{identity!r} has {name!r} already: {earlier!r}")
            return
        if rule.many == "list":
            items = value if isinstance(value, list) else [value]
            value = [*(earlier if isinstance(earlier, list) else []), *items]
        vertices[identity] = replace(vertex, properties={**vertex.properties, name: value})


def _place(vertex: VertexRecord, file: str) -> str:
    return f"line {vertex.line}" if vertex.file == file else f"{vertex.file} line {vertex.line}"


def _missing(rule: VertexRule, row: Row) -> str:
    return ", ".join(c for template in rule.templates().values() for c in template.columns if row[c] is None)


def read_mapped(
    mapping: Mapping, files: dict[str, Path], progress: Callable[[int], object] | None = None
) -> Elements:
    """All vertices and edges of a mapping's files.

    Args:
        mapping: the mapping.
        files: the file of each table, by the table's name.
        progress: told the rows read so far.

    Raises:
        LoadRefused: with every problem found in the files.
    """
    problems = Problems()
    reading = _Reading(mapping, files, problems)
    reading.run(progress)
    problems.check()
    return reading.elements
