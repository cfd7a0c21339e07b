"""Signing in and out, and the gate in front of every page."""

from __future__ import annotations

from flask import Blueprint, g, redirect, render_template, request, session, url_for
from werkzeug import Response
from werkzeug.exceptions import Forbidden, Unauthorized

from admin import roles, signing_in
from admin.views.shared import desk

pages = Blueprint("signing_in", __name__)


@pages.before_app_request
def gate() -> Response | None:
    """Let only those past whose role may, and bring people back to the page they wanted."""
    if request.endpoint == "static":
        return None
    person = signing_in.found()
    if request.routing_exception is not None:
        return None  # no page of ours: the error says so to everyone
    if roles.allowed(request.endpoint, person.role if person else None):
        return None
    if person:
        raise Forbidden
    if request.blueprint == "api":
        raise Unauthorized
    if request.headers.get("HX-Request"):
        return Response(status=401, headers={"HX-Redirect": url_for("signing_in.ask")})
    if request.method == "GET":
        session[signing_in.WANTED] = request.full_path.rstrip("?")
    return redirect(url_for("signing_in.ask"))


@pages.app_context_processor
def _signed_in() -> dict[str, object]:
    """Who looks at the page, and what they may do."""
    person = g.get("person")  # not looked up here: the page may be that of a database that is down
    return {"me": person, "may": lambda endpoint: roles.allowed(endpoint, person.role if person else None)}


@pages.get("/sign-in")
def ask() -> str | Response:
    """Say how to sign in."""
    if signing_in.found():
        return redirect(url_for("chat.new"))
    return render_template("sign_in.html", used=False)


@pages.get("/sign-in/<token>")
def redeem(token: str) -> str | Response | tuple[str, int]:
    """Open a session with a one-time link. Only a GET uses the link up: programs that preview links send HEAD."""
    if request.method == "HEAD":
        return "", 204
    if signing_in.found():
        return redirect(url_for("chat.new"))
    person = desk().store.links.use(token)
    if person is None:
        return render_template("sign_in.html", used=True), 403
    return entered(signing_in.begin(person))


@pages.post("/sign-out")
def sign_out() -> Response:
    """End the session."""
    signing_in.end()
    return redirect(url_for("signing_in.ask"))


def entered(wanted: str) -> Response:
    """To the page that was wanted, else to the first one."""
    return redirect(wanted or url_for("chat.new"))
