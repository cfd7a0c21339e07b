"""The list of questions; the trace of one, its tables as files, and its stop."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse
from werkzeug.exceptions import NotFound

from admin.grid import csv_text
from admin.present import answer_of
from admin.views.shared import as_it_stands, desk
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
    """The changing part of the trace."""
    return as_it_stands("_trace.html", task_id)


@pages.post("/questions/<task_id>/stop")
def stop(task_id: str) -> AnyResponse | tuple[str, int]:
    """Stop a question that waits or runs. With htmx the page goes on following it until it has stopped."""
    desk().stop(task_id)
    if request.headers.get("HX-Request"):
        return "", 204
    return redirect(url_for("questions.trace", task_id=task_id), code=303)


@pages.get("/questions/<task_id>/tables/<int:number>.csv")
def table(task_id: str, number: int) -> Response:
    """A table of the answer, the first being 1, with every row that was kept."""
    answer = answer_of(desk().store.task(task_id))
    if answer is None or not 1 <= number <= len(answer.tables):
        raise NotFound
    shown = answer.tables[number - 1]
    text = csv_text(shown.columns, desk().rows(task_id, shown))
    name = f"graphdesk-{task_id}-{number}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    # The mark at the front tells spreadsheets that it is UTF-8.
    return Response(text.encode("utf-8-sig"), content_type="text/csv; charset=utf-8", headers=headers)
