"""An Answer as a Slack message, in three sizes: the last has no blocks, so that nothing in them can fail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.render import parts
from bot.render.blocks import Block, context, texts
from bot.render.limits import ALL_BLOCKS, BLOCKS, FALLBACK_TEXT
from bot.render.sizes import FULL, PLAIN, SIZES, Size
from bot.render.table import csv_file, table_block
from bot.render.text import size
from bot.render.values import plural
from engine.answer import Answer, Table

CSV_NAME = "rows.csv"


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent: blocks (none in the plainest size), the text for notifications and old clients, a CSV file."""

    text: str
    blocks: list[Block]
    csv: bytes | None = None
    csv_name: str = CSV_NAME


def render(answer: Answer, trace: str = "", shape: Size = FULL, *, attach: bool = True) -> Message:
    """The message for an answer. ``trace``: address of its trace page, linked when it is an http(s) address.

    A message that would still be too long is rendered in the next smaller size. The CSV has every row that the
    answer's first table holds, and is there when the message shows fewer rows or columns than the table has;
    without ``attach`` (where no file can be sent) never.
    """
    table = _shown_table(answer)
    text = parts.fallback(answer, trace, FALLBACK_TEXT, shape, None if shape.blocks else table)
    if not shape.blocks:
        return Message(text, [], _csv(table, 0, 0) if table and attach else None)
    made = table_block(table, shape.rows, shape.columns, shape.table) if table else None
    block, rows, columns = made or (None, 0, 0)
    attached = _csv(table, rows, columns) if table and attach else None
    blocks = [
        *_top(answer, shape),
        *_middle(answer, table, block, (rows, columns), attached),
        *_bottom(answer, trace, shape),
    ]
    if len(blocks) > BLOCKS or sum(map(size, texts(blocks))) > ALL_BLOCKS:
        smaller = SIZES[SIZES.index(shape) + 1] if shape in SIZES[:-1] else PLAIN
        return render(answer, trace, smaller, attach=attach)
    return Message(text, blocks, attached)


def _top(answer: Answer, shape: Size) -> Iterator[Block]:
    yield parts.headline(answer, shape.text)
    yield from parts.choices(answer, shape.choice)
    yield from parts.warnings(answer, shape.warnings)


def _middle(
    answer: Answer, table: Table | None, block: Block | None, shown: tuple[int, int], attached: bytes | None
) -> Iterator[Block]:
    if table and block:
        if len(answer.tables) > 1 and table.title:
            yield context(table.title)
        yield block
    notes = _notes(answer, table, shown, attached)
    if notes:
        yield context(" ".join(notes))


def _notes(answer: Answer, table: Table | None, shown: tuple[int, int], attached: bytes | None) -> list[str]:
    notes = []
    if table:
        total = max(table.total_rows, len(table.rows))
        hidden = [
            plural(missing, f"more {what}")
            for what, missing in (("row", total - shown[0]), ("column", len(table.columns) - shown[1]))
            if missing > 0
        ]
        if hidden:
            notes.append(f"{' and '.join(hidden)}.")
        if attached and len(table.rows) < total:
            notes.append(f"The CSV file has the first {len(table.rows):,} of {total:,}.")
        elif attached:
            notes.append("The CSV file has everything.")
        elif hidden:
            notes.append("Everything is on the trace page.")
    if len(answer.tables) > 1:
        notes.append(f"{plural(len(answer.tables) - 1, 'more table')} on the trace page.")
    return notes


def _bottom(answer: Answer, trace: str, shape: Size) -> Iterator[Block]:
    yield from parts.evidence(answer, shape.queries, shape.gremlin, shape.read_back)
    yield from parts.verified(answer)
    yield parts.facts(answer, trace)
    yield from parts.offers(answer)


def _shown_table(answer: Answer) -> Table | None:
    """The table to show: the first, unless it is a single cell, which the text then says as well."""
    table = next((table for table in answer.tables if table.rows and table.columns), None)
    if table is None or (table.total_rows <= 1 and len(table.columns) == 1 and answer.text.strip()):
        return None
    return table


def _csv(table: Table, rows: int, columns: int) -> bytes | None:
    complete = rows >= max(table.total_rows, len(table.rows)) and columns >= len(table.columns)
    return None if complete else csv_file(table)
