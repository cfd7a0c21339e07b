"""The list of questions, as a page and as a file, and its saved views."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Blueprint, Response, redirect, render_template, request, stream_with_context, url_for
from werkzeug import Response as AnyResponse
from werkzeug.exceptions import NotFound

from admin import question_query
from admin.grid import csv_text
from admin.names import names
from admin.once import once
from admin.present import ROUTE, state_of
from admin.question_query import STATES, BadQuery, QuestionQuery
from admin.values import own
from admin.views.shared import desk, external, who
from engine.store import Facets, Task

pages = Blueprint("questions", __name__)

PAGE = 25
LONGEST_NAME = 60  # characters of a saved view's name
COLUMNS = (
    "id",
    "asked (UTC)",
    "question",
    "status",
    "answer",
    "source",
    "person",
    "route",
    "seconds",
    "dollars",
    "warnings",
    "trace",
)


@pages.get("/questions")
def index() -> str | AnyResponse:
    """Questions that fit, newest first; the address holds the whole state."""
    query = question_query.read(request.args)
    if "" in request.args.values():  # from a form: the address to share has only what was filled in
        return redirect(url_for("questions.index", **query.without(), **query.place))
    found = desk().store.listed(query.wanted, limit=PAGE, **query.place)
    facets = desk().store.facets(query.wanted)
    name = names(desk().store)
    return render_template(
        "questions.html",
        found=found,
        total=facets.total,
        query=query,
        name=name,
        states=state_counts(facets),
        choices=_choices(facets, name),
        views=desk().store.views.of(who(), "questions"),
        shown=_query_string(query),
        owner=who(),
        longest_name=LONGEST_NAME,
    )


@pages.get("/questions.csv")
def export() -> Response:
    """Every question that fits, as a file. It is made while it is sent, so its length is not known before."""
    query = question_query.read(request.args)
    headers = {"Content-Disposition": 'attachment; filename="graphdesk-questions.csv"'}
    sent = stream_with_context(_lines(query, names(desk().store)))
    return Response(sent, content_type="text/csv; charset=utf-8", headers=headers)


@pages.post("/questions/views")
@once
def save_view() -> AnyResponse:
    """Keep the list as it is filtered under a name."""
    name = " ".join(request.form.get("name", "").split())
    if not name or len(name) > LONGEST_NAME:
        raise BadQuery(f"A view has a name of 1 to {LONGEST_NAME} characters.", "Give it one and save it again.")
    query = question_query.read(request.form)
    if not query.given:
        raise BadQuery("This view would show all questions.", "Choose a filter or search for words, then save it.")
    shared = bool(request.form.get("shared"))
    desk().store.views.save(who(), "questions", name, _query_string(query), shared=shared)
    return redirect(url_for("questions.index", **query.without()), code=303)


@pages.post("/questions/views/<int(max=2147483647):view_id>/delete")
@once
def delete_view(view_id: int) -> AnyResponse:
    """Delete one's own view; the questions in it stay."""
    if not desk().store.views.delete(view_id, who()):
        raise NotFound
    return redirect(url_for("questions.index"), code=303)


def state_counts(facets: Facets) -> dict[str, int]:
    """How many there are of each value of ``status``, those chosen otherwise being the same."""
    counts = facets.counts["state"]
    return {name: sum(counts.get(one, 0) for one in members) for name, members in STATES.items()}


def _query_string(query: QuestionQuery) -> str:
    return url_for("questions.index", **query.without()).partition("?")[2]


def _choices(facets: Facets, name: Callable[[str], str]) -> dict[str, list[tuple[str, str, int]]]:
    """Of each select: value, words and count, the most frequent first."""

    def of(facet: str, words: Callable[[str], str]) -> list[tuple[str, str, int]]:
        return [(value, words(value), count) for value, count in facets.counts[facet].items() if value]

    sources = {"console": "Console", "slack": "Slack", "command": "Command line"}
    warned = {"yes": "With warnings", "no": "Without warnings"}
    return {
        "source": of("source", lambda value: sources.get(value, value)),
        "person": of("asked_by", name),
        "route": of("route", lambda value: ROUTE.get(value, value).capitalize()),
        "warnings": of("warned", lambda value: warned[value]),
    }


def _lines(query: QuestionQuery, name: Callable[[str], str]) -> Iterator[bytes]:
    # The mark at the front tells spreadsheets that it is UTF-8.
    yield csv_text(COLUMNS, []).encode("utf-8-sig")
    rows: list[list[object]] = []
    for task in desk().store.each(query.wanted):
        rows.append(_row(task, name))
        if len(rows) == 200:
            yield csv_text((), rows).encode()
            rows = []
    yield csv_text((), rows).encode()


def _row(task: Task, name: Callable[[str], str]) -> list[object]:
    return [
        task.id,
        f"{own(task.created):%Y-%m-%d %H:%M:%S}",
        task.question,
        state_of(task),
        task.answer_text,
        task.source,
        name(task.asked_by),
        task.route,
        task.seconds,
        task.dollars,
        task.warnings,
        external("questions.trace", task_id=task.id),
    ]
