"""The connection of Socket Mode under the worst order of its threads: it ends when told to, and is never deaf."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.socket_mode.client import BaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse

from bot.socket import Connection
from tests.support.slack_desk import until
from tests.support.slack_server import APP_TOKEN, BOT, Slack, slack

WITHIN = 10.0


class EarlyReader(Connection):
    """Lets the reader look in the moment in which the new connection is set and its end mark is not."""

    def __init__(self, **options: Any) -> None:
        self._set: Any = None
        self._opener: threading.Thread | None = None
        self.looked = threading.Event()
        super().__init__(**options)

    @property  # type: ignore[override]
    def current_session(self) -> Any:
        if self._set is not None and threading.current_thread() is not self._opener:
            self.looked.set()
        return self._set

    @current_session.setter
    def current_session(self, session: Any) -> None:
        self._opener = threading.current_thread()
        self._set = session
        if session is not None:
            self.looked.wait(0.3)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Slack]:
    with slack(tmp_path, None) as made:
        yield made


def client_of(server: Slack, kind: type[Connection] = EarlyReader) -> Connection:
    return kind(app_token=APP_TOKEN, web_client=WebClient(token=APP_TOKEN, base_url=server.api), ping_interval=10)


def ends(call: Any) -> bool:
    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join(WITHIN)
    return not thread.is_alive()


def test_it_ends_though_the_reader_started_early(server: Slack) -> None:
    client = client_of(server)
    client.connect()
    until(client.looked.is_set)
    assert ends(client.close)


def test_it_is_not_deaf_after_the_next_connection(server: Slack) -> None:
    heard: list[str] = []

    def acknowledge(client: BaseSocketModeClient, request: SocketModeRequest) -> None:
        heard.append(request.type)
        client.send_socket_mode_response(SocketModeResponse(request.envelope_id))

    client = client_of(server)
    client.socket_mode_request_listeners.append(acknowledge)
    try:
        client.connect()
        until(client.looked.is_set)
        client.connect_to_new_endpoint(force=True)
        server.write(f"<@{BOT}> hello")
        assert set(heard) == {"events_api"}
    finally:
        assert ends(client.close)


def test_closed_while_opening_leaves_nothing_open(server: Slack) -> None:
    server.fault("apps.connections.open", "slow", seconds=0.5)
    client = client_of(server, Connection)
    opening = threading.Thread(target=client.connect, daemon=True)
    opening.start()
    until(lambda: server.called("apps.connections.open"))
    assert ends(client.close)
    assert ends(opening.join)
    assert not client.is_connected()
