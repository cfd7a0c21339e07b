"""Slack as one part of a process: what comes in by Socket Mode or HTTP, and what goes out."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from flask import Flask

from bot.app import create_bolt_app, slack_client
from bot.deliver import Deliverer
from bot.desk import FrontDesk
from bot.http import create_http_app
from bot.owed import HasAnswers
from bot.slack_errors import TROUBLE, code_of
from bot.socket import Socket
from engine.settings import Settings

log = logging.getLogger(__name__)

TRY_AGAIN_SECONDS = 30.0


class SlackService:
    """The bot in this process. With an app token events come by Socket Mode, else to ``http_app``."""

    def __init__(self, desk: HasAnswers, settings: Settings, on_submit: Callable[[], None] = lambda: None) -> None:
        """``on_submit`` wakes the workers of this process."""
        client = slack_client(settings)
        self._deliverer = Deliverer(desk, client, url=settings.url or "")
        self._on_submit = on_submit
        self._front = FrontDesk(desk, client, self._submitted)
        self._bolt = create_bolt_app(settings, self._front)
        by_socket = bool(settings.slack_app_token and settings.slack_app_token.get_secret_value())
        self._socket = Socket(self._bolt, settings) if by_socket else None
        self._stop = threading.Event()
        secret = settings.slack_signing_secret.get_secret_value() if settings.slack_signing_secret else ""
        self.http_app: Flask | None = create_http_app(self._bolt, secret) if secret and not by_socket else None

    @classmethod
    def of(
        cls, desk: HasAnswers, settings: Settings, on_submit: Callable[[], None] = lambda: None
    ) -> SlackService | None:
        """The service that the settings ask for; None without a bot token."""
        wanted = settings.slack_bot_token and settings.slack_bot_token.get_secret_value()
        return cls(desk, settings, on_submit) if wanted else None

    def start(self, *, listen: bool = True) -> None:
        """Begin to deliver; ``listen``: by Socket Mode too, where that is set. Does not wait for Slack."""
        self._deliverer.start()
        if listen and self._socket:
            threading.Thread(target=self._connect, args=(self._socket,), name="slack-socket", daemon=True).start()

    def stop(self) -> None:
        """Take no more events; finish the calls under way; hand back what is owed."""
        self._stop.set()
        if self._socket:
            self._socket.close()
        self._front.close()
        self._deliverer.stop()

    def _submitted(self) -> None:
        self._on_submit()
        self._deliverer.wake()

    def _connect(self, socket: Socket) -> None:
        while not self._stop.is_set():
            try:
                socket.connect()
                return
            except TROUBLE as error:
                log.warning("Socket Mode does not open (%s): see `graphdesk slack check`", code_of(error))
            self._stop.wait(TRY_AGAIN_SECONDS)
