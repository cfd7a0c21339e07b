"""The trace of one question, its tables as files, and its stop."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse
from werkzeug.exceptions import NotFound

from admin.grid import csv_text
from admin.names import names
from admin.ownership import insist, may_stop
from admin.present import answer_of, seen
from admin.signing_in import current_person
from admin.slack_view import key_of
from admin.views.questions import pages
from admin.views.shared import desk
from engine.store import Step, Task


@pages.app_template_global()
def watched(task: Task, steps: Sequence[Step]) -> str:
    """Names what a trace shows of a question that is not over."""
    return f"{seen(task, steps)}{key_of(desk().store.delivery_of(task.id))}"


@pages.app_template_global()
def who_asked(task: Task) -> str:
    """Who asked, by name."""
    return names(desk().store)(task.asked_by)


@pages.get("/questions/<task_id>")
def trace(task_id: str) -> str:
    """Everything that happened for one question."""
    task = desk().store.task(task_id)
    return render_template("trace.html", task=task, steps=desk().store.steps(task_id))


@pages.get("/questions/<task_id>/live")
def live(task_id: str) -> str | tuple[str, int]:
    """The changing part of the trace; 204 while nothing is new, so that the page keeps still."""
    task, steps = desk().store.task(task_id), desk().store.steps(task_id)
    if request.args.get("seen") == watched(task, steps):
        return "", 204
    return render_template("_trace.html", task=task, steps=steps)


@pages.post("/questions/<task_id>/stop")
def stop(task_id: str) -> AnyResponse | tuple[str, int]:
    """Stop a question that waits or runs; viewers their own only.

    With htmx the page goes on following it until it has stopped. Raises NotYours, UnknownTask.
    """
    insist(may_stop(current_person(), desk().store.task(task_id)))
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
