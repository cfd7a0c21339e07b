"""What people see when something went wrong: what happened and what to do, never a stack trace."""

from __future__ import annotations

import json
import logging

from flask import Flask, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug import Response
from werkzeug.exceptions import HTTPException, SecurityError

from admin import roles, signing_in
from admin.once import SentAlready
from admin.ownership import NotYours
from admin.roles import NotAllowed
from engine.errors import GraphdeskError, OperatorMustAct
from engine.store import UnknownPerson, UnknownTask

log = logging.getLogger(__name__)

Said = tuple[str, int] | tuple[str, int, dict[str, str]]

SAID = {
    400: ("This request could not be read.", "Go back, reload the page and try again."),
    401: ("You are not signed in.", "Sign in on the pages, or send an API token that is good as a bearer token."),
    403: ("This is not allowed.", "Ask an admin whether your role should allow it."),
    404: ("There is no such page.", "The address may be mistyped, or the page is gone."),
    405: ("This address does not take that kind of request.", "Start from the page it belongs to."),
    413: ("That is too long.", "Shorten it and try again."),
    429: ("That was too much at once.", "Wait a minute, then try again; nothing was changed."),
    500: ("Something broke inside graphdesk.", "The log has the details. Try again."),
    503: ("graphdesk cannot do this right now.", "Try again in a minute; the Health page says what is well."),
}
CODES: dict[type[GraphdeskError], int] = {
    UnknownTask: 404,
    UnknownPerson: 404,
    NotYours: 403,
    SentAlready: 409,
    OperatorMustAct: 503,
}


def install(app: Flask) -> None:
    """Register the handlers."""
    app.register_error_handler(CSRFError, _expired_form)
    app.register_error_handler(SecurityError, _foreign_host)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(GraphdeskError, _own_error)
    app.register_error_handler(Exception, _unforeseen)


def wants_json() -> bool:
    """Whether the request is for JSON, so that its error is JSON too."""
    return request.path.endswith(".json")


def page(code: int, message: str, hint: str) -> tuple[str, int]:
    """The error as a page, or as a note where htmx puts it into one."""
    template = "_problem.html" if request.headers.get("HX-Request") else "error.html"
    return render_template(template, code=code, message=message, hint=hint), code


def code_of(error: GraphdeskError) -> int:
    """The HTTP status of an error of ours."""
    return next((code for kind, code in CODES.items() if isinstance(error, kind)), 400)


def _expired_form(_: CSRFError) -> tuple[str, int] | Response:
    if signing_in.found() is None and not roles.allowed(request.endpoint, None):
        return signing_in.sent_to_door()  # the form went with the session
    return page(400, "This form is no longer valid.", "Reload the page and send it again; nothing was changed.")


def _foreign_host(_: SecurityError) -> tuple[str, int, dict[str, str]]:
    # Plain text: a page could not name its own parts, as the request has no address that is ours.
    said = "graphdesk listens on this machine only: open it as http://127.0.0.1 with its port."
    return said, 400, {"Content-Type": "text/plain; charset=utf-8"}


def _http_error(error: HTTPException) -> Said | HTTPException:
    code = error.code or 500
    if code < 400:
        return error
    told = SAID.get(code, ("This did not work.", "Try again."))
    if isinstance(error, NotAllowed):
        told = error.message, error.hint
    return _said(code, error.name.lower().replace(" ", "_"), *told)


def _own_error(error: GraphdeskError) -> Said:
    return _said(code_of(error), error.code, error.message, error.hint)


def _unforeseen(error: Exception) -> Said:
    log.error("A page broke: %s %s", request.method, request.path, exc_info=error)
    return _said(500, "internal", *SAID[500])


def _said(code: int, name: str, message: str, hint: str) -> Said:
    """The error as whoever asks can read it. ``name`` is its code for programs."""
    if not wants_json():
        return page(code, message, hint)
    said = {"status": code, "code": name, "message": message, "hint": hint}
    return json.dumps({"error": said}, ensure_ascii=False), code, {"Content-Type": "application/json"}
