"""Signing in by a one-time link, and the gate in front of every page."""

from __future__ import annotations

import hashlib
import secrets
import threading

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for
from werkzeug import Response

pages = Blueprint("signing_in", __name__)
OPEN = frozenset({"static", "signing_in.ask", "signing_in.redeem"})


class SignIn:
    """One-time tokens. Only their hashes are kept; each opens one session, once. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._issued: set[str] = set()

    def issue(self) -> str:
        """A new token to hand to one person."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._issued.add(_hashed(token))
        return token

    def redeem(self, token: str) -> bool:
        """Whether the token was good; from now on it is not."""
        with self._lock:
            if _hashed(token) not in self._issued:
                return False
            self._issued.remove(_hashed(token))
            return True


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@pages.before_app_request
def gate() -> Response | None:
    """Let only signed-in people past, and bring them back to the page they wanted."""
    if request.routing_exception is not None:
        return None  # no page of ours: the error says so to everyone
    if request.endpoint in OPEN or session.get("person"):
        return None
    if request.headers.get("HX-Request"):
        return Response(status=401, headers={"HX-Redirect": url_for("signing_in.ask")})
    if request.method == "GET":
        session["wanted"] = request.full_path.rstrip("?")
    return redirect(url_for("signing_in.ask"))


@pages.get("/sign-in")
def ask() -> str | Response:
    """Say how to sign in."""
    if session.get("person"):
        return redirect(url_for("chat.new"))
    return render_template("sign_in.html", used=False)


@pages.get("/sign-in/<token>")
def redeem(token: str) -> str | Response | tuple[str, int]:
    """Open a session with a one-time link. Only a GET uses the link up: programs that preview links send HEAD."""
    if request.method == "HEAD":
        return "", 204
    if session.get("person"):
        return redirect(url_for("chat.new"))
    if not current_app.extensions["sign_in"].redeem(token):
        return render_template("sign_in.html", used=True), 403
    wanted = str(session.get("wanted", ""))
    session.clear()
    session.permanent = True
    session["person"] = "console"
    return redirect(wanted if _is_own_page(wanted) else url_for("chat.new"))


@pages.post("/sign-out")
def sign_out() -> Response:
    """End the session."""
    session.clear()
    return redirect(url_for("signing_in.ask"))


def _is_own_page(path: str) -> bool:
    """A path on this host: browsers read ``//host`` and ``/\\host`` as another one."""
    return path.startswith("/") and not path.startswith(("//", "/\\"))
