"""A table of an answer as Slack's table block, clamped to its limits, and as a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from bot.render.blocks import Block
from bot.render.limits import CELL, TABLE_CHARACTERS, TABLE_COLUMNS, TABLE_ROWS
from bot.render.text import clean, cut, one_line, size
from bot.render.values import is_number, shown
from engine.answer import Table, jsonable

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def table_block(table: Table, rows: int, columns: int, characters: int) -> tuple[Block, int, int] | None:
    """The block, and how many rows and columns of the table it shows; None when there is nothing to show.

    At most ``rows`` rows below the header, ``columns`` columns and ``characters`` in all cells together (each held
    to Slack's own limit too).
    """
    width = min(len(table.columns), columns, TABLE_COLUMNS)
    if not width or not table.rows:
        return None
    left = min(characters, TABLE_CHARACTERS)
    kept: list[list[str]] = []
    for row in _with_header(table)[: min(rows + 1, TABLE_ROWS)]:
        cells = [_cell(row[index] if index < len(row) else None) for index in range(width)]
        left -= sum(map(size, cells))
        if left < 0:
            break
        kept.append(cells)
    if len(kept) < 2:
        return None
    settings = [_settings([row[index] for row in table.rows if index < len(row)]) for index in range(width)]
    made: Block = {
        "type": "table",
        "column_settings": settings,
        "rows": [[{"type": "raw_text", "text": text} for text in row] for row in kept],
    }
    return made, len(kept) - 1, width


def table_lines(table: Table, rows: int, characters: int) -> str:
    """The first rows as lines of text, for where no blocks are shown."""
    lines = [" | ".join(_cell(value) for value in row) for row in _with_header(table)[: rows + 1]]
    return cut("\n".join(lines), characters)


def csv_file(table: Table) -> bytes:
    """All rows at hand as CSV in UTF-8 (with the mark that spreadsheets look for).

    A text that a spreadsheet would run as a formula is given an apostrophe (OWASP, CSV Injection); numbers stay.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([_text(name) for name in table.columns])
    writer.writerows([_value(value) for value in row] for row in table.rows)
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8", "replace")


def _with_header(table: Table) -> list[list[object]]:
    return [list(table.columns), *table.rows]


def _cell(value: object) -> str:
    return cut(one_line(shown(value)), CELL) or " "  # Slack refuses an empty cell


def _settings(values: Sequence[object]) -> Block:
    figures = [value for value in values if value is not None]
    right = bool(figures) and all(map(is_number, figures))
    return {"align": "right" if right else "left", "is_wrapped": not right}


def _value(value: object) -> object:
    if value is None or is_number(value):
        return value
    plain = jsonable(value)
    return _text(plain if isinstance(plain, str) else shown(plain))


def _text(text: str) -> str:
    text = clean(text)
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text
