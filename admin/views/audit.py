"""The audit page: who changed what, when, from where. For admins."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from admin import question_query
from admin.names import names
from admin.question_query import BadQuery
from admin.views.shared import desk

pages = Blueprint("audit", __name__)

PAGE = 50
FILTERS = ("actor", "action", "subject", "from", "to")
ACTIONS = ("person", "session", "link", "token")  # the kinds of changes there are


@pages.get("/audit")
def index() -> str | Response:
    """Entries that fit, newest first; the address holds the whole state."""
    given: dict[str, Any] = {name: value for name in FILTERS if (value := request.args.get(name, "").strip())}
    offset = _offset(request.args.get("offset", ""))
    if "" in request.args.values():  # from a form: the address to share has only what was filled in
        return redirect(url_for("audit.index", **given))
    days = question_query.read({name: given.get(name, "") for name in ("from", "to")}).wanted
    page = desk().store.audit.entries(
        **{name: given.get(name, "") for name in ("actor", "action", "subject")},
        since=days.since,
        until=days.until,
        limit=PAGE,
        offset=offset,
    )
    return render_template(
        "audit.html",
        page=page,
        given=given,
        offset=offset,
        size=PAGE,
        name=names(desk().store),
        people=desk().store.people.all(),
        actions=ACTIONS,
    )


def _offset(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadQuery("This is no place in the list.", "Start from its first page.")
    return int(text or 0)
