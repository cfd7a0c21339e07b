"""The Events API: one address for events, clicks and commands, each signed by Slack."""

from __future__ import annotations

from flask import Flask, Response, request
from slack_bolt import App
from slack_bolt.adapter.flask import SlackRequestHandler

LARGEST = 1_000_000  # bytes of a request


def create_http_app(bolt: App) -> Flask:
    """A WSGI app to be mounted at ``/slack``: ``POST /slack/events``. It has no session and needs no sign-in."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    handler = SlackRequestHandler(bolt)

    @app.post("/events")
    def events() -> Response:
        """Whatever Slack sends; 401 where the signature is wrong or older than five minutes."""
        answered: Response = handler.handle(request)
        return answered

    return app
