"""Signing in and out, and the gate in front of every page."""

from __future__ import annotations

from flask import Blueprint, g, redirect, render_template, request, session, url_for
from werkzeug import Response
from werkzeug.exceptions import NotFound, Unauthorized

from admin import passwords, roles, signing_in, slack_sign_in
from admin.password_choice import SHORTEST
from admin.views.shared import company, desk, external
from engine.errors import UserMustAct
from engine.store import Actor, Person

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
        raise roles.refusal(request.endpoint, person.role, desk().store.people.all())
    if request.blueprint == "api":
        raise Unauthorized
    return signing_in.sent_to_door()


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
    return _door()


@pages.post("/sign-in")
def with_password() -> Response | tuple[str, int] | tuple[str, int, dict[str, str]]:
    """Sign in by e-mail and password."""
    given = request.form
    try:
        person = passwords.who_signs_in(
            desk().store, given.get("email", ""), given.get("password", ""), signing_in.address()
        )
    except passwords.TooManyTries as error:
        return _door(error, given.get("email", "")), 429, {"Retry-After": f"{error.seconds:.0f}"}
    except passwords.WrongPassword as error:
        return _door(error, given.get("email", "")), 403
    return entered(signing_in.begin(person))


@pages.get("/password/<token>")
def choose(token: str) -> str | tuple[str, int]:
    """The form of an invitation's or a reset's link. Looking at it does not use the link up."""
    person = desk().store.links.look(token, "password")
    return _choice(person) if person else _used()


@pages.post("/password/<token>")
def chosen(token: str) -> str | Response | tuple[str, int]:
    """Use the link up, set the password, end all sessions, begin a new one: all of it, or nothing."""
    store = desk().store
    person = store.links.look(token, "password")
    if person is None:
        return _used()
    try:
        hashed = passwords.hashed(request.form.get("new", ""), person, company())
    except passwords.WeakPassword as error:
        return _choice(person, error), 400
    by = Actor(person.key, signing_in.address())
    with store.together():
        if store.links.use(token, "password") is None:
            return _used()  # somebody was faster
        store.people.set_password(person.id, hashed, by)
        store.sessions.end_all(person.id, by)
        wanted = signing_in.begin(person)
    return entered(wanted)


@pages.get("/sign-in/<token>")
def redeem(token: str) -> str | Response | tuple[str, int]:
    """Open a session with a one-time link. Only a GET uses the link up: programs that preview links send HEAD."""
    if request.method == "HEAD":
        return "", 204
    if signing_in.found():
        return redirect(url_for("chat.new"))
    with desk().store.together():
        person = desk().store.links.use(token)
        if person is None:
            return _used()
        wanted = signing_in.begin(person)
    return entered(wanted)


@pages.get("/sign-in/slack")
def to_slack() -> Response:
    """Over to Slack."""
    if not slack_sign_in.is_set_up():
        raise NotFound
    return slack_sign_in.away(external("signing_in.from_slack"))


@pages.get("/sign-in/slack/back")
def from_slack() -> Response | tuple[str, int]:
    """Back from Slack."""
    if not slack_sign_in.is_set_up():
        raise NotFound
    try:
        person = slack_sign_in.returned(desk().store, signing_in.address())
    except slack_sign_in.NotLetIn as error:
        return _door(error), 403
    return entered(signing_in.begin(person))


@pages.post("/sign-out")
def sign_out() -> Response:
    """End the session."""
    signing_in.end()
    return redirect(url_for("signing_in.ask"))


def entered(wanted: str) -> Response:
    """To the page that was wanted, else to the first one."""
    return redirect(wanted or url_for("chat.new"))


def _door(error: UserMustAct | None = None, email: str = "") -> str:
    return render_template(
        "sign_in.html",
        used=False,
        error=error,
        email=email,
        unsent=session.get(signing_in.UNSENT),
        with_slack=slack_sign_in.is_set_up(),
    )


def _used() -> tuple[str, int]:
    return render_template("sign_in.html", used=True), 403


def _choice(person: Person, error: UserMustAct | None = None) -> str:
    return render_template("choose_password.html", person=person, error=error, shortest=SHORTEST)
