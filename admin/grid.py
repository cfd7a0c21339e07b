"""Tables as the pages show them, and as files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from admin.values import cell, is_number, time_of
from engine.answer import jsonable

ROWS_SHOWN = 20  # of a query's rows, in a trace
_SHORT, _LONG = 28, 20  # characters that stay on one line; letters of a single word that a phone cuts
_MANY_KEYS = 4  # of a map that is the only row: more are read better one below the other
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class Cell:
    """A value as text; ``kind`` says how it may be laid out; ``order`` is what it is sorted by."""

    text: str
    kind: str
    order: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table to show. ``numeric``: the columns of figures, by index. ``zone``: whether times in UTC are in it."""

    columns: list[str]
    rows: list[list[Cell]]
    numeric: frozenset[int]
    zone: bool


def grid(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Grid:
    """Columns and rows of plain values, ready to be shown."""
    numeric = frozenset(index for index in range(len(columns)) if _all_figures([row[index] for row in rows]))
    cells = [[_cell(value, index in numeric) for index, value in enumerate(row)] for row in rows]
    times = (time_of(value) for row in rows for value in row)
    return Grid(list(columns), cells, numeric, any(time is not None and time.tzinfo for time in times))


def grid_of(rows: Sequence[Any]) -> Grid:
    """The first rows of a query: maps by their keys, one large map key by key, anything else in one column."""
    shown = rows[:ROWS_SHOWN]
    if shown and all(isinstance(row, dict) for row in shown):
        columns = list(dict.fromkeys(str(key) for row in shown for key in row))
        if len(rows) == 1 and len(columns) > _MANY_KEYS:
            return grid(["key", "value"], [[str(key), value] for key, value in rows[0].items()][:ROWS_SHOWN])
        if len(columns) <= 12:
            return grid(columns, [[row.get(column) for column in columns] for row in shown])
    return grid(["value"], [[row] for row in shown])


def csv_text(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table as CSV (RFC 4180), without columns just its rows.

    Text that a spreadsheet would run as a formula is prefixed with an apostrophe.
    See OWASP, "CSV Injection".
    """
    out = io.StringIO()
    writer = csv.writer(out)
    if columns:
        writer.writerow([_inert(column) for column in columns])
    writer.writerows([[_inert(value) for value in row] for row in rows])
    return out.getvalue()


def _inert(value: object) -> object:
    plain = jsonable(value)
    if isinstance(plain, dict | list):
        return cell(plain)
    return f"'{plain}" if isinstance(plain, str) and plain.startswith(_FORMULA) else plain


def _all_figures(values: Sequence[object]) -> bool:
    there = [value for value in values if value is not None]
    return bool(there) and all(is_number(value) for value in there)


def _cell(value: object, numeric: bool) -> Cell:
    text = cell(value)
    order = str(value) if is_number(value) else time.isoformat() if (time := time_of(value)) else text
    return Cell(text, _kind(value, text, numeric), order)


def _kind(value: object, text: str, numeric: bool) -> str:
    if numeric:
        return "n"
    if time_of(value):
        return "time"
    if " " not in text:
        return "long" if len(text) > _LONG else "one"
    return "short" if len(text) <= _SHORT else ""
