"""Socket Mode: the same payloads over a connection that we open, for where Slack cannot reach us."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from socket import SHUT_RDWR
from typing import Any

from slack_bolt import App
from slack_bolt.adapter.socket_mode.internals import run_bolt_app, send_response
from slack_sdk.socket_mode.builtin import SocketModeClient
from slack_sdk.socket_mode.client import BaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest

from bot.app import ACK_SECONDS, slack_client
from engine.settings import Settings
from engine.store.patience import patience

log = logging.getLogger("bot.socket")


class Socket:
    """One connection. Two processes with one app token share the events: each gets about half."""

    def __init__(self, app: App, settings: Settings) -> None:
        token = settings.slack_app_token.get_secret_value() if settings.slack_app_token else ""

        def answer(client: BaseSocketModeClient, request: SocketModeRequest) -> None:
            started = time.time()
            with patience(ACK_SECONDS):
                answered = run_bolt_app(app, request)
            send_response(client, request, answered, started)

        web = slack_client(settings, token)
        self._client = Connection(app_token=token, logger=log, web_client=web, ping_interval=10)
        self._client.socket_mode_request_listeners.append(answer)

    def connect(self) -> None:
        """Open the connection and return; it is opened anew whenever it breaks. Raises SlackApiError."""
        self._client.connect()

    def close(self) -> None:
        """Take no more events."""
        self._client.close()


class Connection(SocketModeClient):
    """slack_sdk's client, with a connection and its end mark exchanged in one step.

    slack_sdk (3.x) sets the new connection first and its end mark after. A reader that starts in between
    watches the mark of the connection before: it never ends, so that ``close()`` waits for it for ever,
    and after the next reconnection nobody reads what Slack sends. A close while a connection is being
    opened has the same end. Both were seen on a loaded machine.
    """

    def __init__(self, **options: Any) -> None:
        self._exchange = threading.Lock()  # made first: the parent starts the reader
        super().__init__(**options)

    def connect(self) -> None:
        """Open the connection, or the next one. Raises SlackApiError."""
        with self._exchange:
            if not self.closed:
                super().connect()

    def close(self) -> None:
        """End the connection and every thread of this client; none is opened after it."""
        with self._exchange:
            self.closed = True
            self.auto_reconnect_enabled = False
            self.current_session_state.terminated = True
        if (session := self.current_session) is not None and (sock := session.sock) is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(SHUT_RDWR)  # wakes the reader, which otherwise holds the connection for 3 s
        self.message_queue.put(None)  # and who waits for its messages
        super().close()

    def _run_current_session(self) -> None:
        with self._exchange:
            session, state = self.current_session, self.current_session_state
        if session is None or not session.is_active():
            return
        try:
            session.run_until_completion(state)
        except Exception:
            log.exception("Slack's connection broke; it is opened anew")
