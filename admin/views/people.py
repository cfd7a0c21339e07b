"""The people page: who may sign in, as what; invitations, and locking out. For admins."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from admin.signing_in import actor
from admin.views.shared import desk
from engine.errors import UserMustAct
from engine.store import ROLES, Person, Role

pages = Blueprint("people", __name__)

INVITATION_DAYS, RESET_HOURS = 7, 24
LONGEST_NAME, LONGEST_EMAIL = 80, 254


class BadPerson(UserMustAct):
    """What was written into the form will not do."""

    code = "bad_person"


@pages.get("/people")
def index() -> str:
    """Everybody, by name."""
    return _list()


@pages.post("/people")
def invite() -> str:
    """Add a person, and show the link by which they choose a password: once, as only its hash is kept."""
    name, email = checked(request.form.get("name", ""), request.form.get("email", ""))
    with desk().store.together():
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
def link(person_id: str) -> str:
    """Show a new link by which a person chooses a password."""
    person = desk().store.people.get(person_id)
    if person.disabled_at:
        raise BadPerson(f"{person.name} is disabled.", "Let them in again, then make a link.")
    return _list(_made(person, _link(person, RESET_HOURS), RESET_HOURS))


@pages.post("/people/<person_id>/role")
def role(person_id: str) -> Response:
    """Give another role."""
    desk().store.people.set_role(person_id, _role(), actor())
    return _back()


@pages.post("/people/<person_id>/disable")
def disable(person_id: str) -> Response:
    """Lock somebody out, at once."""
    desk().store.people.disable(person_id, actor())
    return _back()


@pages.post("/people/<person_id>/enable")
def enable(person_id: str) -> Response:
    """Let somebody in again."""
    desk().store.people.enable(person_id, actor())
    return _back()


@pages.post("/people/<person_id>/end-sessions")
def end_sessions(person_id: str) -> Response:
    """Sign somebody out everywhere."""
    desk().store.sessions.end_all(desk().store.people.get(person_id).id, actor())
    return _back()


def _role() -> Role:
    found = request.form.get("role", "")
    if found not in ROLES:
        raise BadPerson(f"There is no role {found[:40]!r}.", f"Choose one of: {', '.join(ROLES)}.")
    return found


def _link(person: Person, hours: int) -> str:
    return desk().store.links.make(person.id, hours * 3600, "password", actor())


def _made(person: Person, secret: str, hours: int) -> dict[str, object]:
    """What the page says of a link that was just made."""
    address = url_for("signing_in.choose", token=secret, _external=True)
    return {"person": person, "address": address, "hours": hours}


def _list(made: dict[str, object] | None = None) -> str:
    everybody = desk().store.people.all()
    sessions = {person.id: desk().store.sessions.of(person.id) for person in everybody}
    return render_template("people.html", people=everybody, sessions=sessions, made=made, ROLES=ROLES)


def _back() -> Response:
    return redirect(url_for("people.index"), code=303)
