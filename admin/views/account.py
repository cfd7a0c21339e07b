"""One's own account: password, sessions, API tokens."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import NotFound

from admin import passwords
from admin.errors import code_of
from admin.once import again, once
from admin.password_choice import SHORTEST
from admin.signing_in import actor, address, current_person, this_session
from admin.views.shared import company, desk
from engine.errors import UserMustAct

pages = Blueprint("account", __name__)

LONGEST_NAME = 60  # characters of a token's name


class BadToken(UserMustAct):
    """A token without a name that tells it from others."""

    code = "bad_token"


@pages.get("/account")
def index() -> str:
    """The account of whoever is signed in."""
    return _page()


@pages.post("/account/password")
def password() -> str | Response:
    """Choose another password; other browsers are signed out. The old one is asked for, with the same throttle."""
    before = again()
    if before:
        return before
    person, store = current_person(), desk().store
    keys, wide = [f"password:{person.key}"], [f"address:{passwords.network(address())}"]
    if person.password_hash:
        wait = store.throttle.enter(keys, wide)
        if wait:
            raise passwords.TooManyTries(wait)
        if not passwords.is_right(person, request.form.get("old", "")):
            raise passwords.WrongPassword("The old password is not right.", "Nothing was changed. Try again.")
        store.throttle.succeeded(keys, wide)
    hashed = passwords.hashed(request.form.get("new", ""), person, company())
    return _choose(hashed)


@once
def _choose(hashed: str) -> Response:
    desk().store.people.set_password(current_person().id, hashed, actor())
    _end_others()
    return _back()


@pages.post("/account/sessions/end-others")
@once
def end_others() -> Response:
    """Sign out every other browser."""
    _end_others()
    return _back()


@pages.post("/account/sessions/<session_id>/end")
@once
def end_session(session_id: str) -> Response:
    """Sign out one browser."""
    own = {one.id for one in desk().store.sessions.of(current_person().id)}
    if session_id not in own or not desk().store.sessions.end(session_id, actor()):
        raise NotFound
    return _back()


@pages.post("/account/tokens")
@once
def make_token() -> str:
    """Make a token, and show it: once, as only its hash is kept."""
    name = " ".join(request.form.get("name", "").split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadToken(
            f"A token has a name of 1 to {LONGEST_NAME} characters.", "Name the program that it is for."
        )
    return _page(desk().store.tokens.make(current_person().id, name, actor()))


@pages.post("/account/tokens/<token_hash>/revoke")
@once
def revoke_token(token_hash: str) -> Response:
    """Revoke one of one's own tokens."""
    if not desk().store.tokens.revoke(token_hash, actor(), person_id=current_person().id):
        raise NotFound
    return _back()


@pages.errorhandler(UserMustAct)
def not_done(error: UserMustAct) -> tuple[str, int] | tuple[str, int, dict[str, str]]:
    """What could not be done, above the page."""
    if isinstance(error, passwords.TooManyTries):
        return _page(problem=error), 429, {"Retry-After": f"{error.seconds:.0f}"}
    return _page(problem=error), code_of(error)


def _end_others() -> None:
    here = this_session()
    desk().store.sessions.end_all(current_person().id, actor(), but=here.id if here else "")


def _page(token: str = "", problem: UserMustAct | None = None) -> str:
    person, here = current_person(), this_session()
    return render_template(
        "account.html",
        sessions=desk().store.sessions.of(person.id),
        here=here.id if here else "",
        tokens=desk().store.tokens.of(person.id),
        token=token,
        problem=problem,
        shortest=SHORTEST,
        longest_name=LONGEST_NAME,
    )


def _back() -> Response:
    return redirect(url_for("account.index"), code=303)
