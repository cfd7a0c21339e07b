"""API tokens: a request for JSON acts as the person who made the token it bears."""

from __future__ import annotations

from flask import Flask, Response, g, request
from werkzeug.exceptions import Unauthorized

from engine.desk import Desk
from engine.store import Person


def install(app: Flask, desk: Desk) -> None:
    """Look at each request for JSON before anything else does. A token that is not good is refused as such."""

    @app.before_request
    def identify() -> None:
        if request.blueprint != "api":
            return  # pages go by the cookie of a session only, so that forms need their token
        kind, _, secret = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return
        g.bearer = desk.store.tokens.find(secret.strip())
        if g.bearer is None:
            raise Unauthorized

    @app.after_request
    def name_the_way(response: Response) -> Response:
        if response.status_code == 401 and request.path.endswith(".json"):
            response.headers["WWW-Authenticate"] = "Bearer"
        return response


def bearer() -> Person | None:
    """The person whose token this request bears."""
    found: Person | None = g.get("bearer")
    return found
