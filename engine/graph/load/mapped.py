"""Tables and a mapping to vertices and edges, checked as a whole before anything is loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from engine.graph.load.elements import Elements
from engine.graph.load.mapping import EdgeRule, Mapping, PropertyRule, Table, VertexRule
from engine.graph.load.problems import Problems
from engine.graph.load.rules import AppliedRule
from engine.graph.load.tables import DELIMITERS, ROW, Row, Source, fitting_delimiter, read_rows


class Reading:
    """One run of a mapping over its files."""

    def __init__(self, mapping: Mapping, files: dict[str, Path], problems: Problems) -> None:
        self.mapping = mapping
        self.problems = problems
        self.elements = Elements()
        self.sources = {table.name: self._source(table, files[table.name]) for table in mapping.tables}
        self.edge_lines: dict[tuple[str, str, str], int] = {}
        self.refused: set[tuple[str, int]] = set()  # rows that are no vertex: their edges would only say it again
        self.joins: dict[str, dict[str, Row]] = {}
        self.counts: dict[str, int] = {}  # rows of each table that rules were applied to

    def _source(self, table: Table, path: Path) -> Source:
        """The table's file. A delimiter that the mapping leaves open is found, and said unless it is the comma."""
        source = Source.of(table, self.mapping, path)
        if (table.delimiter or self.mapping.delimiter) is None:
            delimiter = fitting_delimiter(source, self.needed(table))
            if delimiter != source.delimiter:
                self.elements.notes.append(
                    f"{source.file} is read with {DELIMITERS[delimiter]}s between its cells"
                )
                source = replace(source, delimiter=delimiter)
        return source

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
        self.counts[table.name] = 0
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
                self.counts[table.name] += 1
                yield line, joined

    def run(self, progress: Callable[[int], object] | None) -> None:
        """Read each table once per kind of rule: vertices first, so that edges can be checked as they come."""
        done = 0
        for kind in (VertexRule, PropertyRule, EdgeRule):
            for table in self.mapping.tables:
                rules = [
                    AppliedRule(rule, self)
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
    reading = Reading(mapping, files, problems)
    reading.run(progress)
    problems.check()
    for name, count in reading.counts.items():
        if not count:
            reading.elements.notes.append(f"{reading.sources[name].file} has a header and no rows")
    if not reading.elements.vertices:
        for source in reading.sources.values():
            problems.add(source.file, 0, "empty", "no row of it is a vertex, and the whole graph would be empty")
        problems.check()
    return reading.elements
