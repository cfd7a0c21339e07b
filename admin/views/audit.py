"""The audit page: who changed what, when, from where. For admins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from admin import question_query
from admin.names import names
from admin.question_query import LAST_OFFSET, number
from admin.views.shared import desk
from engine.store import AuditPage

pages = Blueprint("audit", __name__)

PAGE = 50
FILTERS = ("actor", "action", "subject", "from", "to")
ACTIONS = ("person", "session", "link", "token")  # the kinds of changes there are


@pages.get("/audit")
def index() -> str | Response:
    """Entries that fit, newest first; the address holds the whole state."""
    given: dict[str, Any] = {name: value for name in FILTERS if (value := request.args.get(name, "").strip())}
    offset = number(request.args, "offset", 0, LAST_OFFSET, least=0)
    if "" in request.args.values():  # from a form: the address to share has only what was filled in
        return redirect(url_for("audit.index", **given))
    page = entries(given, PAGE, offset)
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


def entries(args: Mapping[str, str], limit: int, offset: int) -> AuditPage:
    """The entries that fit what an address asks for. Raises BadQuery."""
    days = question_query.read({name: args.get(name, "") for name in ("from", "to")}).wanted
    return desk().store.audit.entries(
        **{name: args.get(name, "").strip() for name in ("actor", "action", "subject")},
        since=days.since,
        until=days.until,
        limit=limit,
        offset=offset,
    )
