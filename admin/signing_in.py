"""Who is signed in: by the cookie of a session that the store knows, or by the API token of the request.

The cookie is signed and holds the session's token, of which the store keeps the hash: there it can be ended.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import current_app, g, redirect, request, session, url_for
from werkzeug import Response
from werkzeug.exceptions import Unauthorized

from admin.bearer import bearer
from engine.store import Actor, Person, SignedIn, Store

TOKEN = "token"  # noqa: S105 - where the cookie holds it
WANTED = "wanted"
UNSENT = "unsent"  # a form was sent after the session had ended


def current_person() -> Person:
    """Whoever this request is of. Raises Unauthorized where nobody is signed in."""
    person = found()
    if person is None:
        raise Unauthorized
    return person


def actor() -> Actor:
    """Who makes a change, for the audit log."""
    return Actor(current_person().key, address())


def address() -> str:
    """From where the request comes."""
    return request.remote_addr or ""


def found() -> Person | None:
    """The person of this request, if any; looked up once."""
    if "person" not in g:
        g.person, g.signed_in = bearer(), None
        token = session.get(TOKEN)
        if g.person is None and token:
            known = _store().sessions.find(str(token))
            if known:
                g.signed_in, g.person = known
            else:
                session.pop(TOKEN)  # ended, timed out, or its person disabled
    person: Person | None = g.person
    return person


def this_session() -> SignedIn | None:
    """The session that the cookie of this request is of."""
    found()
    signed_in: SignedIn | None = g.signed_in
    return signed_in


def begin(person: Person) -> str:
    """Sign this browser in, in a new session, and give the page that it had wanted; else nothing.

    A session that it had before is ended: what was known of it must not open the new one.
    """
    wanted, before, sessions = str(session.get(WANTED, "")), this_session(), _store().sessions
    with _store().together():
        if before:
            sessions.end(before.id, actor())
        by = Actor(person.key, address())
        token = sessions.start(person.id, by, agent=request.headers.get("User-Agent", ""))
    _forget()
    session.permanent = True
    session[TOKEN] = token
    return wanted if is_own_page(wanted) else ""


def sent_to_door() -> Response:
    """Over to the sign-in page; from there back to the page that was wanted, or that a request came from."""
    with_script = bool(request.headers.get("HX-Request"))
    if request.method == "POST":
        session[UNSENT] = True
    if with_script:
        here = urlsplit(request.headers.get("HX-Current-URL", ""))
        session[WANTED] = here.path + (f"?{here.query}" if here.query else "")
    elif request.method == "GET":
        session[WANTED] = request.full_path.rstrip("?")
    if with_script:
        return Response(status=401, headers={"HX-Redirect": url_for("signing_in.ask")})
    return redirect(url_for("signing_in.ask"))


def end() -> None:
    """End the session of this browser, if it has one."""
    signed_in = this_session()
    if signed_in:
        _store().sessions.end(signed_in.id, actor())
    _forget()


def _forget() -> None:
    session.clear()
    g.pop("person", None)


def is_own_page(path: str) -> bool:
    """A path on this host: browsers read ``//host`` and ``/\\host`` as another one."""
    return path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()


def _store() -> Store:
    store: Store = current_app.extensions["desk"].store
    return store
