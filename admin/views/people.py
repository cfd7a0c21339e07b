"""The people page: who may sign in, as what; invitations, and locking out. For admins."""

from __future__ import annotations

import re

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug import Response

from admin.errors import code_of
from admin.once import once
from admin.signing_in import actor, current_person, this_session
from admin.values import plural
from admin.views.shared import desk, external
from engine.errors import UserMustAct
from engine.settings import Settings
from engine.store import ROLES, Person, Role

pages = Blueprint("people", __name__)

INVITATION_DAYS, RESET_HOURS = 7, 24
LONGEST_NAME, LONGEST_EMAIL = 80, 254


class BadPerson(UserMustAct):
    """What was written into the form will not do."""

    code = "bad_person"


class GivesUp(UserMustAct):
    """An admin would lock himself out of this page: asked once more. The hint says what would follow."""

    code = "gives_up"


@pages.get("/people")
def index() -> str:
    """Everybody, by name."""
    return _list()


@pages.post("/people")
@once
def invite() -> str:
    """Add a person, and show the link by which they choose a password: once, as only its hash is kept."""
    name, email = checked(request.form.get("name", ""), request.form.get("email", ""))
    person = desk().store.people.add(name, _role(), actor(), email=email)
    secret = _link(person, INVITATION_DAYS * 24)
    return _list(_made(person, secret, INVITATION_DAYS * 24))


def checked(name: str, email: str) -> tuple[str, str]:
    """Name and e-mail as they are kept. Raises BadPerson."""
    name, email = " ".join(name.split()), email.strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadPerson(f"A name has 1 to {LONGEST_NAME} characters.", "Write one and send it again.")
    before, at, domain = email.rpartition("@")
    if not (before and at and domain) or len(email) > LONGEST_EMAIL or any(one.isspace() for one in email):
        raise BadPerson("This is no e-mail address.", "Write it as name@example.org.")
    return name, email


@pages.post("/people/<person_id>/link")
@once
def link(person_id: str) -> str:
    """Show a new link by which a person chooses a password."""
    person = desk().store.people.get(person_id)
    if person.disabled_at:
        raise BadPerson(f"{person.name} is disabled.", "Let them in again, then make a link.")
    return _list(_made(person, _link(person, RESET_HOURS), RESET_HOURS))


@pages.post("/people/<person_id>/role")
@once
def role(person_id: str) -> Response:
    """Give another role. An admin who gives up his own is asked once more, and led to where he then may be."""
    given, was = _role(), request.form.get("was", "")
    now = desk().store.people.get(person_id)
    if was not in ("", now.role):
        raise BadPerson(f"Meanwhile {now.name} was made {now.role}.", "Look whether that will do, else change it.")
    desk().store.people.set_role(person_id, given, actor())
    if person_id != current_person().id or given == "admin":
        return _back()
    _insist(
        f"You would be {given}, no longer admin.", "This page is then closed to you; another admin can undo it."
    )
    return redirect(url_for("account.index"), code=303)


@pages.post("/people/<person_id>/disable")
@once
def disable(person_id: str) -> Response:
    """Lock somebody out, at once; oneself when asked once more."""
    desk().store.people.disable(person_id, actor())
    if person_id != current_person().id:
        return _back()
    _insist("You would lock yourself out.", "You are then signed out everywhere; another admin can undo it.")
    return redirect(url_for("signing_in.ask"), code=303)


@pages.post("/people/<person_id>/enable")
@once
def enable(person_id: str) -> Response:
    """Let somebody in again."""
    desk().store.people.enable(person_id, actor())
    return _back()


@pages.post("/people/<person_id>/end-sessions")
@once
def end_sessions(person_id: str) -> Response:
    """Sign somebody out everywhere."""
    desk().store.sessions.end_all(desk().store.people.get(person_id).id, actor())
    return _back()


@pages.post("/people/<person_id>/slack")
@once
def link_slack(person_id: str) -> Response:
    """Link a person to a Slack user: questions asked there are theirs, and they may sign in with Slack."""
    person = desk().store.people.get(person_id)
    if person.slack_key:
        raise BadPerson(f"{person.name} is linked to the Slack user {person.slack_user}.", "Unlink that first.")
    given = request.form
    team = _slack_id("workspace", _workspace() or given.get("team", ""), "TE")
    user = _slack_id("member", given.get("user", ""), "UW")
    desk().store.people.link_slack(person_id, team, user, actor())
    return _back()


@pages.post("/people/<person_id>/slack/unlink")
@once
def unlink_slack(person_id: str) -> Response:
    """Undo that, and sign the person out: the session may be that of whoever had been linked by mistake."""
    here = this_session()
    desk().store.people.unlink_slack(person_id, actor())
    desk().store.sessions.end_all(person_id, actor(), but=here.id if here else "")
    return _back()


@pages.errorhandler(UserMustAct)
def not_done(error: UserMustAct) -> tuple[str, int]:
    """What could not be done, above the list, with what was written into the form."""
    return _list(problem=error), code_of(error)


@pages.errorhandler(GivesUp)
def asked(error: GivesUp) -> tuple[str, int]:
    """The question whether it is meant, above the list."""
    return _list(asked=error), 409


def _insist(message: str, hint: str) -> None:
    """Raises GivesUp unless it is sent with the answer to that; what was done so far is then undone."""
    if request.form.get("sure") != "yes":
        raise GivesUp(message, hint)


def _slack_id(what: str, text: str, first: str) -> str:
    """An id as Slack makes them. Raises BadPerson."""
    found = text.strip().upper()
    if not re.fullmatch(f"[{first}][A-Z0-9]{{1,30}}", found):
        hint = f"It begins with {' or '.join(first)}, such as {first[0]}012ABCDEF."
        raise BadPerson(f"This is not the id of a Slack {what}: {text.strip()[:40]!r}.", hint)
    return found


def _workspace() -> str:
    """The one workspace whose people sign in here; empty: none is set."""
    settings: Settings = current_app.extensions["settings"]
    return settings.slack_team or ""


def _role() -> Role:
    found = request.form.get("role", "")
    if found not in ROLES:
        raise BadPerson(f"There is no role {found[:40]!r}.", f"Choose one of: {', '.join(ROLES)}.")
    return found


def _link(person: Person, hours: int) -> str:
    return desk().store.links.make(person.id, hours * 3600, "password", actor())


def _made(person: Person, secret: str, hours: int) -> dict[str, object]:
    """What the page says of a link that was just made."""
    return {
        "person": person,
        "address": external("signing_in.choose", token=secret),
        "within": plural(hours // 24, "day"),
    }


def _list(
    made: dict[str, object] | None = None, problem: UserMustAct | None = None, asked: GivesUp | None = None
) -> str:
    return render_template(
        "people.html",
        people=desk().store.people.all(),
        sessions=desk().store.sessions.by_person(),
        made=made,
        problem=problem,
        asked=asked,
        given=request.form if problem and request.endpoint == "people.invite" else {},
        workspace=_workspace(),
        ROLES=ROLES,
    )


def _back() -> Response:
    return redirect(url_for("people.index"), code=303)
