"""What the columns of a table look like: their cells, their types, missing values, lists."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import UserMustAct
from engine.graph.file_kinds import likely_encoding
from engine.graph.load.draft_types import Way, near, ways_of
from engine.graph.load.mapping import Type
from engine.graph.load.problems import Problems
from engine.graph.load.tables import DELIMITERS, Source, read_rows

NULLS = frozenset({"?", "NULL", "null", "N/A", "n/a", "#N/A", "\\N", "NaN", "nan", "-", "--"})
_SEPARATORS = (";", "|", ",")


@dataclass(slots=True)
class ColumnFacts:
    """One column. ``counts``: its cells that are there, by text, with how often."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    missing: int = 0
    type: Type = "text"
    ways: tuple[Way, ...] = ()  # those that read most cells
    strays: int = 0  # cells that none of them reads
    chosen: Way | None = None  # the one that the type is of
    own_way: bool = False  # whether it has another mark or order than the mapping as a whole
    remark: str = ""  # what a person should look at
    separator: str = ""  # of a list

    def choose(self, way: Way | None) -> None:
        """Read the column's cells by a way; None: as text."""
        self.chosen, self.type = way, way.type if way else "text"

    @property
    def filled(self) -> int:
        """Cells that are there."""
        return self.counts.total()

    @property
    def like_numbers(self) -> bool:
        """Whether most cells are whole numbers, whatever the type."""
        return bool(self.ways) and self.ways[0].type == "integer"

    @property
    def unique(self) -> bool:
        """Whether every row has a value of its own."""
        return not self.missing and self.filled > 0 and len(self.counts) == self.filled

    @property
    def length(self) -> float:
        """Average length of the texts."""
        return sum(len(text) * n for text, n in self.counts.items()) / max(1, self.filled)

    @property
    def repeats(self) -> float:
        """How often a value occurs, on average."""
        return self.filled / max(1, len(self.counts))


@dataclass(slots=True)
class TableFacts:
    """One file."""

    source: Source
    columns: dict[str, ColumnFacts]
    rows: int
    nulls: set[str]


def examine(path: Path, problems: Problems) -> TableFacts:
    """Read a whole file and say what its columns are; rows that are broken are noted in ``problems``.

    Raises UserMustAct when it is missing.
    """
    encoding = _encoding(path)
    source = Source(path, path.name, _delimiter(path, encoding), encoding, '"', frozenset({""}))
    columns: dict[str, ColumnFacts] = {}
    rows = 0
    for _, row in read_rows(source, problems):
        rows += 1
        for name, cell in row.items():
            facts = columns.setdefault(name, ColumnFacts(name))
            if cell is None:
                facts.missing += 1
            else:
                facts.counts[cell] += 1
    nulls: set[str] = set()
    for facts in columns.values():
        nulls |= _settle(facts)
    return TableFacts(source, columns, rows, nulls)


def _encoding(path: Path) -> str:
    try:
        return likely_encoding(path.read_bytes())
    except OSError as error:
        raise UserMustAct(
            f"{path} cannot be read: {error.strerror or error}.", "Name CSV files that are there.", code="missing"
        ) from None


def _delimiter(path: Path, encoding: str) -> str:
    """The one that splits the first lines into the most cells, the same number in each."""
    with path.open(encoding=encoding, errors="replace", newline="") as file:
        lines = [line for _, line in zip(range(20), file, strict=False)]
    best, most = ",", 0
    for delimiter in DELIMITERS:
        try:
            widths = Counter(len(cells) for cells in csv.reader(lines, delimiter=delimiter) if cells)
        except csv.Error:  # told with its line when the rows are read
            continue
        width, times = max(widths.items(), key=lambda pair: pair[1], default=(0, 0))
        if width > 1 and times * width > most:
            best, most = delimiter, times * width
    return best


def _settle(facts: ColumnFacts) -> set[str]:
    """Decide the column's type; returns the null tokens taken out of it."""
    nulls = {text for text in facts.counts if text in NULLS}
    if nulls == set(facts.counts):
        nulls = set()
    for text in nulls:
        facts.missing += facts.counts.pop(text)
    facts.ways, facts.strays = ways_of(facts.counts)
    separator = _list_separator(facts) if facts.strays else ""
    if separator:
        facts.type, facts.separator, facts.ways = "list", separator, ()
    elif facts.ways and (not facts.strays or near(facts.strays, facts.filled)):
        facts.choose(facts.ways[0])
    return nulls


def _list_separator(facts: ColumnFacts) -> str:
    """The mark between short items that come again and again, if the cells hold such lists."""
    for mark in _SEPARATORS:
        listed = {text: n for text, n in facts.counts.items() if mark in text}
        if sum(listed.values()) < facts.filled / 2:
            continue
        items: Counter[str] = Counter()
        for text, n in facts.counts.items():
            for part in text.split(mark):
                if part.strip():
                    items[part.strip()] += n
        average = sum(len(item) * n for item, n in items.items()) / max(1, items.total())
        if items and items.total() / len(items) >= 3 and average <= 25:
            return mark
    return ""
