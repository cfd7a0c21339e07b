"""A rule of a mapping at work: one row to a vertex, an edge or a property, or to a problem with its line."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.graph.load.cells import BadCell, reader
from engine.graph.load.elements import EdgeRecord, Value, VertexRecord
from engine.graph.load.mapping import Column, EdgeRule, PropertyRule, VertexRule
from engine.graph.load.tables import Row

if TYPE_CHECKING:
    from engine.graph.load.mapped import Reading


class AppliedRule:
    """A rule at work on the rows of its table."""

    def __init__(self, rule: VertexRule | EdgeRule | PropertyRule, reading: Reading) -> None:
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
        """Note one on a line of the rule's table."""
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
