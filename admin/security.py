"""Response headers, the session cookie, the key it is signed with."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface

from engine.errors import OperatorMustAct

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",  # Tabler draws its form marks from data: images
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class SessionCookie(SecureCookieSessionInterface):
    """Flask's signed cookie, marked Secure wherever the request came over TLS (loopback has none).

    There its name begins with ``__Host-``, which browsers take from this very host only, and over TLS only.
    """

    def get_cookie_name(self, app: Flask) -> str:
        """The cookie's name."""
        return "__Host-graphdesk" if request.is_secure else "graphdesk"

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie may only travel over TLS."""
        return request.is_secure


def secret_key(home: Path) -> str:
    """The key that signs sessions, made once in ``home`` and readable by its owner only.

    Raises OperatorMustAct when the folder cannot be written.
    """
    path = home / "session.key"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            unfinished = home / f"session.key.{os.getpid()}"
            with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(secrets.token_hex(32))
            try:
                os.link(unfinished, path)  # unlike a rename, never replaces the key of a process that was first
            except FileExistsError:
                pass
            finally:
                unfinished.unlink()
        key = path.read_text()
    except OSError as error:
        raise OperatorMustAct(
            f"The key for sessions cannot be kept in {home}: {error.strerror}.",
            "Set GRAPHDESK_HOME to a folder that this user may write.",
        ) from error
    if len(key) < 32:
        raise OperatorMustAct(f"{path} is damaged.", "Delete it and start again; everyone signs in anew.")
    return key


def install(app: Flask) -> None:
    """Send the headers with every response; nothing but static files is cached."""

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers[name] = value
        if request.is_secure:
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        if request.endpoint != "static":
            response.headers["Cache-Control"] = "no-store"
        return response
