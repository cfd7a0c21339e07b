"""The message of an answer as it stands, or will stand, in its thread: for whoever posts it and for previews."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from bot.owed import HasAnswers
from bot.render import FULL, SIZES, Message, Size, render
from bot.render.notices import echoed
from engine.answer import Answer
from engine.store import Task

SHOWN = "shown"  # where a delivery's target says how its answer was posted


@dataclass(frozen=True, slots=True)
class Form:
    """How an answer is posted: in which size, and whether a file can follow it."""

    size: Size = FULL
    attach: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Plain values, to be kept with the delivery."""
        return {"size": SIZES.index(self.size), "attach": self.attach}

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> Self:
        """The form that was kept; of what was posted by an older program the usual one."""
        size = kept.get("size", 0)
        known = isinstance(size, int) and 0 <= size < len(SIZES)
        return cls(SIZES[size] if known else FULL, bool(kept.get("attach", True)))


def message_of(answer: Answer, url: str, target: Mapping[str, Any], form: Form) -> Message:
    """The message. ``url``: the public address of the pages, without a slash at its end; empty: no link."""
    trace = f"{url}/questions/{answer.task_id}" if url else ""
    return echoed(render(answer, trace, form.size, attach=form.attach), str(target.get("echo") or ""))


def completed(desk: HasAnswers, answer: Answer) -> Answer:
    """The answer with all rows of its tables, as the file has them."""
    tables = [
        replace(table, rows=[list(row) for row in desk.rows(answer.task_id, table)])
        if table.handle and len(table.rows) < table.total_rows
        else table
        for table in answer.tables
    ]
    return replace(answer, tables=tables)


def preview_of(desk: HasAnswers, url: str) -> Callable[[Task, Mapping[str, Any]], Message]:
    """What shows the message of a task that has an answer, given the target of its delivery."""

    def preview(task: Task, target: Mapping[str, Any]) -> Message:
        answer = replace(Answer.from_dict(task.answer or {}), task_id=task.id)
        form = Form.from_dict(target.get(SHOWN) or {})
        return message_of(completed(desk, answer), url.rstrip("/"), target, form)

    return preview
