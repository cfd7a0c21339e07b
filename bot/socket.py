"""Socket Mode: the same payloads over a connection that we open, for where Slack cannot reach us."""

from __future__ import annotations

import logging

from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler

from bot.app import slack_client
from engine.settings import Settings

log = logging.getLogger("bot.socket")


class Socket:
    """One connection. Two processes with one app token share the events: each gets about half."""

    def __init__(self, app: App, settings: Settings) -> None:
        token = settings.slack_app_token.get_secret_value() if settings.slack_app_token else ""
        self._handler = SocketModeHandler(app, token, logger=log, web_client=slack_client(settings, token))

    def connect(self) -> None:
        """Open the connection and return; it is opened anew whenever it breaks. Raises SlackApiError."""
        self._handler.connect()  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Take no more events."""
        self._handler.close()  # type: ignore[no-untyped-call]
