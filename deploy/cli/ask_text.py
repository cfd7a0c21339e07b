"""An Answer as text on a terminal: the answer, a small table, its queries, what it took."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from engine.answer import Answer, Query, Table, jsonable

if TYPE_CHECKING:
    from engine.recording import Progress

ROWS = 10
LONGEST = 60  # characters of a cell
_DOING = {
    "ground": "Looking at the graph",
    "model_call": "Thinking",
    "tool_call": "Querying",
    "query": "Querying",
    "grounding_check": "Checking the figures",
}


@contextmanager
def progress() -> Iterator[Callable[[Progress], None] | None]:
    """What is going on, on a terminal's stderr; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("Asking") as status:
        yield lambda now: status.update(_DOING[now.kind]) if now.kind in _DOING else None


def print_answer(answer: Answer) -> None:
    """Print it. Control characters, which a terminal would obey, are left out of every text."""
    typer.echo(clean(answer.text))
    for warning in answer.warnings:
        typer.echo(f"! {clean(warning)}")
    for line in (*answer.choices, *(answer.suggestions if answer.status != "answered" else ())):
        typer.echo(f"  - {clean(line)}")
    for table in answer.tables:
        _print_table(table)
    for query in answer.queries:
        _print_query(query)
    if answer.status == "answered" and answer.suggestions:
        typer.echo("\nYou could ask next:")
        for line in answer.suggestions:
            typer.echo(f"  - {clean(line)}")
    usage = answer.usage
    cost = f", ${usage.dollars:.4f}" if usage.dollars else ""
    calls = f"{usage.calls} call{'' if usage.calls == 1 else 's'}"
    typer.echo(f"\n{usage.seconds:.2f} s, {calls} of {answer.backbone}{cost}; question {answer.task_id}")


def verifier_line(query: Query) -> str:
    """SEGRA's four properties in one line: all passed, or which did not and why."""
    failed = [f"{name}: {said.get('reason')}" for name, said in query.verifier.items() if not said.get("pass")]
    return f"failed: {'; '.join(failed)}" if failed else f"{', '.join(query.verifier)} passed"


def clean(text: str) -> str:
    """Text without control characters, line breaks and tabs apart."""
    return "".join(sign for sign in text if sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cf"))


def _print_query(query: Query) -> None:
    typer.echo(f"\n{clean(query.gremlin)}")
    if query.read_back:
        typer.echo(f"  read back: {clean(query.read_back)}")
    if query.verifier:
        typer.echo(f"  verifier: {clean(verifier_line(query))}")
    cut = f", cut by the cap on {query.truncated}" if query.truncated else ""
    rows = f"{query.row_count:,} row{'' if query.row_count == 1 else 's'}"
    typer.echo(f"  {rows}{cut}, {query.milliseconds:.0f} ms")


def _print_table(table: Table) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    if not table.rows or (len(table.rows) == 1 and len(table.columns) == 1):
        return  # a single figure stands in the text
    grid = Grid(box=box.SIMPLE_HEAD, title=Text(clean(table.title)), title_justify="left")
    for at, name in enumerate(table.columns):
        numbers = all(isinstance(row[at], int | float) for row in table.rows if row[at] is not None)
        grid.add_column(Text(clean(name)), justify="right" if numbers else "left")
    for row in table.rows[:ROWS]:
        grid.add_row(*(Text(_cell(value)) for value in row))
    Console().print(grid)
    if table.total_rows > min(ROWS, len(table.rows)):
        typer.echo(f"  {min(ROWS, len(table.rows))} of {table.total_rows:,} rows")


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.2f}".rstrip("0").rstrip(".")
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    text = clean(str(jsonable(value))).replace("\n", " ")
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
