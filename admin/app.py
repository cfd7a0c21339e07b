"""The application factory: pages, security, errors."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from flask_wtf import CSRFProtect

from admin import bearer, errors, once, ownership, present, security, slack_sign_in, slack_view
from admin.views import (
    account,
    api,
    audit,
    chat,
    graph,
    health,
    people,
    questions,
    signing_in,
    trace,
)
from admin.views import settings as settings_view
from engine.desk import Desk
from engine.settings import Settings

LONGEST_REQUEST = 64_000  # bytes; a question is at most LONGEST_QUESTION characters


def create_app(
    desk: Desk,
    settings: Settings,
    on_submit: Callable[[], None] | None = None,
    slack_message: slack_view.MessageOf | None = None,
) -> Flask:
    """The console over a desk.

    ``on_submit`` is called after each question is committed, to wake a worker of this process. ``slack_message``
    renders an answer as it is posted in Slack, for its trace page. Raises OperatorMustAct when the key for
    sessions cannot be kept.
    """
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=security.secret_key(settings.home),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=desk.store.sessions.lifetime,
        # Else a poll under way while someone signs out would hand the session back.
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,  # a page may stay open all day: the token ends with the session
        MAX_CONTENT_LENGTH=LONGEST_REQUEST,
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=365),  # each address carries the file's fingerprint
        TRUSTED_HOSTS=_trusted_hosts(settings.host, settings.url),
    )
    app.session_interface = security.SessionCookie()
    app.extensions["desk"] = desk
    app.extensions["settings"] = settings
    app.extensions["on_submit"] = on_submit or (lambda: None)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    CSRFProtect(app)
    security.install(app)
    once.install(app)
    present.install(app, Path(app.static_folder or ""))
    slack_view.install(app, desk, slack_message)
    bearer.install(app, desk)
    ownership.install(app, desk)
    slack_sign_in.install(app, settings)
    rooms = (signing_in, api, chat, questions, trace, graph, health, account, people, settings_view, audit)
    for pages in dict.fromkeys(room.pages for room in rooms):  # the pages of one room may lie in several files
        app.register_blueprint(pages)
    errors.install(app)
    return app


def _trusted_hosts(host: str, url: str | None) -> list[str] | None:
    """On loopback only loopback names are answered, so that a foreign page cannot point its own name here.

    And the public address: a proxy on this machine hands on what was sent there.
    """
    try:
        loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = host == "localhost"
    public = urlsplit(url or "").hostname
    return ["localhost", "127.0.0.1", "[::1]", *([public] if public else [])] if loopback else None
