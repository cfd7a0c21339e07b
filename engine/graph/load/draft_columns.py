"""What the columns of a table look like: types, order of dates, missing values, lists, codes."""

from __future__ import annotations

import csv
import datetime as dt
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import UserMustAct
from engine.graph.load.cells import moment
from engine.graph.load.mapping import DateOrder, Type
from engine.graph.load.problems import Problems
from engine.graph.load.tables import DELIMITERS, Source, read_rows

NULLS = frozenset({"?", "NULL", "null", "N/A", "n/a", "#N/A", "\\N", "NaN", "nan", "-", "--"})
_SEPARATORS = (";", "|", ",")
_ORDERS: tuple[DateOrder, ...] = ("DMY", "MDY", "YMD")
_INTEGER = re.compile(r"[+-]?(0|[1-9]\d{0,17})")
_NUMBER = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+)([eE][+-]?\d+)?")
_BOOLEANS = frozenset({"true", "false", "yes", "no", "y", "n", "t", "f"})
_YEARS = range(1900, 2101)
_FEW_DATES = 5_000  # different texts that are tried as dates


@dataclass(slots=True)
class ColumnFacts:
    """One column. ``counts``: its cells that are there, by text, with how often."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    missing: int = 0
    type: Type = "text"
    orders: frozenset[DateOrder] = frozenset()  # of a datetime: those that read every cell
    separator: str = ""  # of a list

    @property
    def filled(self) -> int:
        """Cells that are there."""
        return self.counts.total()

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

    path: Path
    delimiter: str
    encoding: str
    columns: dict[str, ColumnFacts]
    rows: int
    nulls: set[str]


def examine(path: Path, problems: Problems) -> TableFacts:
    """Read a whole file and say what its columns are; rows that are broken are noted in ``problems``.

    Raises UserMustAct when it is missing or empty.
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
    if not rows and not problems.count:
        raise UserMustAct(f"{path} has no rows.", "Give a file with a header and some rows.", code="empty")
    nulls: set[str] = set()
    for facts in columns.values():
        nulls |= _settle(facts)
    return TableFacts(path, source.delimiter, encoding, columns, rows, nulls)


def _encoding(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserMustAct(
            f"{path} cannot be read: {error.strerror or error}.", "Name CSV files that are there.", code="missing"
        ) from None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


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
    texts = list(facts.counts)
    if texts and all(text.lower() in _BOOLEANS for text in texts) and len(texts) <= 2:
        facts.type = "boolean"
    elif texts and all(_INTEGER.fullmatch(text) for text in texts):
        facts.type = "integer"
    elif texts and all(_NUMBER.fullmatch(text) for text in texts) and not _has_leading_zeros(texts):
        facts.type = "number"
    elif orders := _date_orders(texts):
        facts.type, facts.orders = "datetime", orders
    elif separator := _list_separator(facts):
        facts.type, facts.separator = "list", separator
    return nulls


def _has_leading_zeros(texts: list[str]) -> bool:
    """``0000045`` is a code, not a number."""
    return any(len(text) > 1 and text[0] == "0" and text[1].isdigit() for text in texts)


def _date_orders(texts: list[str]) -> frozenset[DateOrder]:
    """The orders in which every text is a date of a plausible year."""
    step = max(1, len(texts) // _FEW_DATES)
    tried = [*texts[::step], *texts[-50:]]
    return frozenset(order for order in _ORDERS if tried and all(_is_date(text, order) for text in tried))


def _is_date(text: str, order: DateOrder) -> bool:
    try:
        return moment(text, order, dt.UTC).year in _YEARS
    except (ValueError, OverflowError):
        return False


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
