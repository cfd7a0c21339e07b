"""The lists as JSON, for programs: the same addresses with ``.json``, the same filters. See docs/api.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request, url_for

from admin import as_json, health, question_query
from admin.names import names
from admin.question_query import FILTERS, LAST_OFFSET, PLACES, BadQuery, number
from admin.views.audit import FILTERS as AUDIT_FILTERS
from admin.views.audit import entries
from admin.views.questions import state_counts
from admin.views.shared import desk, who
from engine.store import ROLES

pages = Blueprint("api", __name__)

PAGE, LONGEST_PAGE = 50, 200


@pages.get("/questions.json")
def questions() -> Response:
    """Questions that fit, newest first, with counts; ``next`` is the address of older ones."""
    _only(*FILTERS, *PLACES, "limit")
    query, limit = question_query.read(request.args), number(request.args, "limit", PAGE, LONGEST_PAGE)
    found = desk().store.listed(query.wanted, limit=limit, **query.place)
    facets = desk().store.facets(query.wanted)
    name = names(desk().store)
    given = query.without() | ({"limit": limit} if limit != PAGE else {})
    newest, oldest = (found.tasks[0].id, found.tasks[-1].id) if found.tasks else ("", "")
    of = {"source": "source", "person": "asked_by", "route": "route", "warnings": "warned"}
    counts = {field: facets.counts[facet] for field, facet in of.items()}
    return _page(
        {
            "questions": [as_json.question(task, name) for task in found.tasks],
            "total": facets.total,
            "facets": {"status": state_counts(facets)} | counts,
            "next": url_for("api.questions", older_than=oldest, **given) if oldest and found.older else None,
            "previous": url_for("api.questions", newer_than=newest, **given) if newest and found.newer else None,
        }
    )


@pages.get("/questions/<task_id>.json")
def question(task_id: str) -> Response:
    """Everything that happened for one question."""
    _only()
    store = desk().store
    task, owed = store.task(task_id), store.delivery_of(task_id)
    whole = as_json.question(task, names(store)) | {
        "answer": task.answer,
        "steps": [as_json.step(step) for step in store.steps(task_id)],
        "delivery": as_json.delivery(owed) if owed else None,
    }
    return jsonify(whole)


@pages.get("/questions/views.json")
def views() -> Response:
    """One's own saved views of the questions, and those that others share."""
    _only()
    name = names(desk().store)
    kept = desk().store.views.of(who(), "questions")
    return jsonify({"views": [as_json.view(view, name) for view in kept], "total": len(kept), "next": None})


@pages.get("/people.json")
def people() -> Response:
    """People, by name. ``q`` is looked for in name and e-mail."""
    _only("q", "role", "limit", "offset")
    text, role = request.args.get("q", "").strip().casefold(), request.args.get("role", "")
    if role and role not in ROLES:
        raise BadQuery(f"There is no role {role[:40]!r}.", f"Choose one of: {', '.join(ROLES)}.")
    fit = [
        person
        for person in desk().store.people.all()
        if text in f"{person.name}\n{person.email or ''}".casefold() and role in ("", person.role)
    ]
    return _numbered("people", lambda offset, limit: map(as_json.person, fit[offset : offset + limit]), len(fit))


@pages.get("/audit.json")
def audit() -> Response:
    """The audit log, newest first. ``action`` also fits what begins with it and a dot."""
    _only(*AUDIT_FILTERS, "limit", "offset")
    limit, offset = _page_of()
    page = entries(request.args, limit, offset)
    return _numbered("entries", lambda *_: map(as_json.change, page.entries), page.total)


@pages.get("/health.json")
def parts() -> Response:
    """How each part is, and the workers of the last day; 200 also when something is down."""
    _only()
    seen = health.workers(desk())
    found = health.parts(desk(), current_app.extensions["settings"], seen)
    return jsonify(
        {
            "ok": not any(part.state == "bad" for part in found),
            "parts": [as_json.part(part) for part in found],
            "workers": [as_json.worker(one) for one in seen],
        }
    )


def _numbered(name: str, shown: Any, total: int) -> Response:
    """A page of a list that is counted from its start."""
    limit, offset = _page_of()
    rows: Sequence[Any] = list(shown(offset, limit))
    given: dict[str, Any] = request.args.to_dict()
    end = offset + len(rows)
    more = url_for(str(request.endpoint), **(given | {"offset": end})) if rows and end < total else None
    return _page({name: rows, "total": total, "next": more})


def _page_of() -> tuple[int, int]:
    limit = number(request.args, "limit", PAGE, LONGEST_PAGE)
    return limit, number(request.args, "offset", 0, LAST_OFFSET, least=0)


def _page(body: dict[str, Any]) -> Response:
    answer = jsonify(body)
    for relation in ("next", "previous"):
        if body.get(relation):
            answer.headers.add("Link", f'<{body[relation]}>; rel="{relation.removesuffix("ious")}"')
    return answer


def _only(*known: str) -> None:
    """Refuse other names: a filter that is misspelt would else show everything."""
    others = _others(request.args, known)
    if others:
        hint = f"Known are: {', '.join(known)}." if known else "This address takes none."
        raise BadQuery(f"There is no parameter {others[0][:40]!r}.", hint)


def _others(given: Iterable[str], known: Sequence[str]) -> list[str]:
    return [name for name in given if name not in known]
