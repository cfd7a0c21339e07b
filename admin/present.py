"""What the templates are given: filters, helpers, and the words for states."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from flask import Flask, url_for

from admin import answer_text, grid, progress, values
from admin.gremlin_lines import broken
from engine.answer import Answer
from engine.store import Step, Task

STATUS = {  # state -> (word, icon, tone)
    "queued": ("Waiting", "clock", "calm"),
    "running": ("Working", "loader-2", "calm"),
    "answered": ("Answered", "circle-check", "good"),
    "declined": ("Not answered", "circle-minus", "warn"),
    "clarify": ("Needs a choice", "help-circle", "warn"),
    "failed": ("Failed", "circle-x", "bad"),
    "stopped": ("Stopped", "player-stop", "warn"),
}
STEP = {  # step kind -> what it is called
    "ground": "Grounding",
    "model_call": "Model call",
    "tool_call": "Operator",
    "query": "Query",
    "grounding_check": "Grounding check",
    "answer": "Answer",
}
WORKER = {  # state of a worker -> (word, icon, tone)
    "alive": ("Alive", "circle-check", "good"),
    "silent": ("Silent", "alert-triangle", "warn"),
    "ended": ("Ended", "circle-minus", ""),
}
ROUTE = {"dir": "direct", "sim": "similarity", "plan": "plan"}


def install(app: Flask, static: Path) -> None:
    """Give the templates their filters and helpers."""
    filters = (values.cell, values.moment, values.ago, values.took, values.money, values.pretty, values.words)
    app.jinja_env.filters.update(
        {one.__name__: one for one in (*filters, values.plural, values.own, values.browser)}
    )
    app.jinja_env.filters["gremlin"] = broken
    app.jinja_env.tests["brief"] = values.is_brief
    app.jinja_env.globals.update(
        STATUS=STATUS,
        STEP=STEP,
        WORKER=WORKER,
        ROUTE=ROUTE,
        answer_of=answer_of,
        state_of=state_of,
        seen=seen,
        said=answer_text.said,
        big_figure=answer_text.big_figure,
        is_single_cell=answer_text.is_single_cell,
        unsaid=answer_text.unsaid,
        grid=grid.grid,
        grid_of=grid.grid_of,
        ROWS_SHOWN=grid.ROWS_SHOWN,
        progress=progress,
        asset=_asset(static),
    )


def answer_of(task: Task) -> Answer | None:
    """The stored answer of a task."""
    return Answer.from_dict(task.answer) if task.answer else None


def state_of(task: Task) -> str:
    """The status of a task, a key of STATUS: what was stopped on purpose has not failed."""
    return "stopped" if task.error == "interrupted" else task.status


def seen(task: Task, steps: Sequence[Step]) -> str:
    """Names what a page shows of a running task, so that it is sent again only when there is more."""
    state = "stopping" if task.stop_requested else "lost" if progress.is_lost(task) else task.status
    return f"{state}-{len(steps)}"


def _asset(static: Path) -> Callable[[str], str]:
    @cache
    def fingerprint(name: str) -> str:
        return hashlib.sha256((static / name).read_bytes()).hexdigest()[:10]

    return lambda name: url_for("static", filename=name, v=fingerprint(name))
