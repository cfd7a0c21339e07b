"""The Events API: one address for events, clicks and commands, each signed by Slack."""

from __future__ import annotations

import logging

from flask import Flask, Request, Response, jsonify, request
from slack_bolt import App
from slack_bolt.adapter.flask.handler import to_bolt_request, to_flask_response
from slack_bolt.request import BoltRequest
from slack_sdk.signature import SignatureVerifier

from bot.app import ACK_SECONDS
from bot.payload import faults, is_known
from engine.store.patience import patience

log = logging.getLogger(__name__)

LARGEST = 1_000_000  # bytes of a request
FORM = "application/x-www-form-urlencoded"


class Unreadable(Exception):
    """What Slack signed has no shape that we know; says where, and nothing that stands there."""


def create_http_app(bolt: App, secret: str) -> Flask:
    """A WSGI app to be mounted at ``/slack``: ``POST /slack/events``. It has no session and needs no sign-in.

    ``secret``: Slack's signing secret. It is looked at here and not left to Bolt, which reads a request before it
    looks at who signed it.
    """
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    verifier = SignatureVerifier(secret)

    @app.post("/events")
    def events() -> Response | tuple[Response, int]:
        """Whatever Slack sends. In this order: 413 where it is too long, 401 where the signature is wrong or older
        than five minutes, 400 where it cannot be read; 503 asks Slack to try again.
        """
        body = request.get_data()
        if _is_ssl_check(request, body):
            return Response()
        if not _is_signed(verifier, request, body):
            return jsonify(error="invalid request"), 401
        try:
            read = _read(request)
        except Unreadable as error:
            log.warning("Slack sent what cannot be read, and is told not to send it again: %s", error.args[0])
            return jsonify(error="unreadable"), 400
        if not is_known(read.body):
            return jsonify(error="unhandled request"), 404
        with patience(ACK_SECONDS):
            return to_flask_response(bolt.dispatch(read))

    return app


def _is_signed(verifier: SignatureVerifier, given: Request, body: bytes) -> bool:
    """Whether Slack signed it, lately. Slack's own check stumbles over headers that Slack would never send."""
    stamp, signature = (given.headers.get(f"X-Slack-{name}") for name in ("Request-Timestamp", "Signature"))
    try:
        return verifier.is_valid(body, stamp or "", signature or "")
    except (ValueError, OverflowError, TypeError):  # no number, no end, no ASCII, no UTF-8
        return False


def _is_ssl_check(given: Request, body: bytes) -> bool:
    """Slack's look at the certificate of a command's address: not signed, and of no effect."""
    return given.mimetype == FORM and b"ssl_check=1" in body.split(b"&")


def _read(given: Request) -> BoltRequest:
    """The request as Bolt knows it. Raises Unreadable."""
    try:
        read = to_bolt_request(given)
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
        raise Unreadable(type(error).__name__) from None  # it does nothing but read what was given
    if found := faults(read.body):
        raise Unreadable(", ".join(found[:5]))
    return read
