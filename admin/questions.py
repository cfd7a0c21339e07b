"""The list of questions and the trace of one."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from admin.chat import desk
from engine.store import FINISHED, TaskFilter, TaskStatus

pages = Blueprint("questions", __name__)

PAGE = 25
FILTERS: dict[str, tuple[TaskStatus, ...]] = {
    "open": ("queued", "running"),
    **{status: (status,) for status in FINISHED},
}


@pages.get("/questions")
def index() -> str:
    """Questions by text and status, newest first; the address holds the whole state."""
    text = request.args.get("q", "").strip()[:200]
    status = request.args.get("status", "")
    wanted = TaskFilter(text=text, statuses=FILTERS.get(status, ()))
    number = max(request.args.get("page", 1, type=int), 1)
    page = desk().store.tasks(wanted, limit=PAGE, offset=(number - 1) * PAGE)
    last = max((page.total + PAGE - 1) // PAGE, 1)
    if number > last:  # the list has shrunk, or someone typed the number
        number, page = last, desk().store.tasks(wanted, limit=PAGE, offset=(last - 1) * PAGE)
    counts = desk().store.counts()
    return render_template(
        "questions.html",
        page=page,
        number=number,
        last=last,
        q=text,
        status=status if status in FILTERS else "",
        counts={name: sum(counts.get(one, 0) for one in members) for name, members in FILTERS.items()},
        everything=sum(counts.values()),
    )


@pages.get("/questions/<task_id>")
def trace(task_id: str) -> str:
    """Everything that happened for one question."""
    task = desk().store.task(task_id)
    return render_template("trace.html", task=task, steps=desk().store.steps(task_id))


@pages.get("/questions/<task_id>/live")
def live(task_id: str) -> str | tuple[str, int]:
    """The changing part of the trace; 204 while nothing is new."""
    task = desk().store.task(task_id)
    steps = desk().store.steps(task_id)
    if not task.done and request.args.get("seen") == f"{task.status}-{len(steps)}":
        return "", 204
    return render_template("_trace.html", task=task, steps=steps)
