"""How values look on the pages: filters and helpers for the templates. Graph and model text stays text."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, url_for

from admin.answer_text import big_figure, is_number, is_single_cell, said
from engine.answer import Answer
from engine.store import Task

STATUS = {  # status -> (word, icon, tone)
    "queued": ("Waiting", "clock", "calm"),
    "running": ("Working", "loader-2", "calm"),
    "answered": ("Answered", "circle-check", "good"),
    "declined": ("Not answered", "circle-minus", "warn"),
    "clarify": ("Needs a choice", "help-circle", "warn"),
    "failed": ("Failed", "circle-x", "bad"),
}
STEP = {  # step kind -> (what it is called, what is being done after it)
    "ground": ("Grounding", "Reading the question"),
    "model_call": ("Model call", "Running what it asked for"),
    "tool_call": ("Operator", "Reading the result"),
    "query": ("Query", "Reading the result"),
    "grounding_check": ("Figures checked", "Writing the answer"),
    "answer": ("Answer", "Writing the answer"),
}
ROWS_SHOWN = 20


def install(app: Flask, static: Path) -> None:
    """Give the templates their filters and helpers."""
    env = app.jinja_env
    env.filters.update(cell=cell, moment=moment, ago=ago, took=took, money=money, pretty=pretty, words=words)
    env.filters.update(plural=plural, is_number=is_number)
    env.tests.update(figure=is_number, brief=_is_brief)
    env.globals.update(
        STATUS=STATUS,
        STEP=STEP,
        ROWS_SHOWN=ROWS_SHOWN,
        answer_of=answer_of,
        said=said,
        big_figure=big_figure,
        is_single_cell=is_single_cell,
        as_table=as_table,
        asset=_asset(static),
    )


def answer_of(task: Task) -> Answer | None:
    """The stored answer of a task."""
    return Answer.from_dict(task.answer) if task.answer else None


# --- values


def cell(value: object) -> str:
    """One value of a table, short and readable. Integers stay as they are: they may be years or ids."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.2f}" if abs(value) >= 0.01 or value == 0 else f"{value:.2g}"
    if isinstance(value, str) and (found := _when(value)):
        return found.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def _is_brief(value: object) -> bool:
    """Whether a value of a step fits on a line: a scalar, or a short list of numbers."""
    if isinstance(value, list):
        return len(value) <= 12 and all(is_number(item) for item in value)
    return is_number(value) or isinstance(value, bool) or (isinstance(value, str) and len(value) <= 60)


def pretty(value: object) -> str:
    """JSON over several lines."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def words(name: str) -> str:
    """A technical name in words: ``P1_window_on_destination`` -> ``Window on destination``."""
    text = re.sub(r"^P\d+_", "", name)
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text).replace("_", " ").strip().lower()
    return text[:1].upper() + text[1:]


def plural(count: int, one: str, many: str = "") -> str:
    """``1 row``, ``2,000 rows``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def took(milliseconds: float) -> str:
    """A duration: ``0.4 ms``, ``120 ms``, ``3.2 s``."""
    if milliseconds < 10:
        return f"{milliseconds:.1f} ms"
    return f"{milliseconds:.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"


def money(dollars: float) -> str:
    """US dollars, with as many places as a small sum needs."""
    return f"${dollars:.2f}" if dollars == 0 or dollars >= 0.1 else f"${dollars:.4f}"


def moment(value: dt.datetime) -> str:
    """A time in UTC."""
    return _aware(value).strftime("%Y-%m-%d %H:%M:%S UTC")


def ago(value: dt.datetime) -> str:
    """How long ago, roughly."""
    seconds = (dt.datetime.now(dt.UTC) - _aware(value)).total_seconds()
    if seconds < 60:
        return "just now"
    if seconds < 3600:
        return f"{int(seconds // 60)} min ago"
    if seconds < 86400:
        return f"{int(seconds // 3600)} h ago"
    return f"{_aware(value):%d %b %Y}"


def _aware(value: dt.datetime) -> dt.datetime:
    return value if value.tzinfo else value.replace(tzinfo=dt.UTC)  # SQLite gives back naive UTC


def _when(value: str) -> dt.datetime | None:
    if not re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", value):
        return None
    try:
        return dt.datetime.fromisoformat(value)
    except ValueError:
        return None


def as_table(rows: Sequence[Any]) -> tuple[list[str], list[list[object]]]:
    """Rows of a query as columns and cells: maps by their keys, anything else in one column."""
    shown = rows[:ROWS_SHOWN]
    if shown and all(isinstance(row, dict) for row in shown):
        columns = list(dict.fromkeys(str(key) for row in shown for key in row))
        if len(columns) <= 12:
            return columns, [[row.get(column) for column in columns] for row in shown]
    return ["value"], [[row] for row in shown]


# --- static files


def _asset(static: Path) -> Callable[[str], str]:
    @cache
    def fingerprint(name: str) -> str:
        return hashlib.sha256((static / name).read_bytes()).hexdigest()[:10]

    return lambda name: url_for("static", filename=name, v=fingerprint(name))
