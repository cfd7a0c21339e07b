"""Each way in waits for the database as long as whoever asks there does."""

import json
import logging
import time
from types import SimpleNamespace
from typing import Any

from flask import Flask
from slack_sdk import WebClient
from slack_sdk.signature import SignatureVerifier
from slack_sdk.socket_mode.request import SocketModeRequest

from bot.app import create_bolt_app
from bot.desk import FrontDesk
from bot.http import create_http_app
from bot.socket import Socket
from deploy.cli.serve import mounted
from engine.settings import Settings
from engine.store.patience import busy_milliseconds
from tests.support.slack_server import APP_TOKEN, BOT, BOT_TOKEN, CHANNEL, PERSON, SECRET, TEAM

PAGE, SLACK, WORKER = 5_000, 2_000, 30_000  # Slack itself waits 3 s
EVENT = {
    "type": "event_callback",
    "team_id": TEAM,
    "event_id": "Ev1",
    "event": {
        "type": "app_mention",
        "user": PERSON,
        "channel": CHANNEL,
        "team": TEAM,
        "ts": "1700000000.000100",
        "text": f"<@{BOT}> How many cases?",
    },
    "authorizations": [{"team_id": TEAM, "user_id": BOT, "is_bot": True}],
}


class Asked:
    """A store that only notes how long it would wait."""

    def __init__(self) -> None:
        self.waits: list[int] = []
        self.store = self

    def create_task(self, *_: Any, **__: Any) -> Any:
        self.waits.append(busy_milliseconds(None))
        return SimpleNamespace(id="1", done=False)


def slack_of(desk: Any) -> tuple[Any, Settings]:
    tokens = {"SLACK_BOT_TOKEN": BOT_TOKEN, "SLACK_SIGNING_SECRET": SECRET, "SLACK_APP_TOKEN": APP_TOKEN}
    settings = Settings(SLACK_API_URL="http://127.0.0.1:9/api/", **tokens)  # type: ignore[arg-type]
    client = WebClient(token=BOT_TOKEN, base_url=settings.slack_api_url, retry_handlers=[])
    return create_bolt_app(settings, FrontDesk(desk, client)), settings


def test_pages_and_what_slack_sends() -> None:
    desk, pages = Asked(), Flask(__name__)
    pages.add_url_rule("/", view_func=lambda: str(busy_milliseconds(None)))
    bolt, _ = slack_of(desk)
    slack: Any = SimpleNamespace(http_app=create_http_app(bolt, SECRET))
    whole = Flask("whole")
    whole.wsgi_app = mounted(pages, slack, lambda *_: [])  # type: ignore[method-assign, arg-type]
    client = whole.test_client()
    assert client.get("/").text == str(PAGE)
    body, stamp = json.dumps(EVENT), str(int(time.time()))
    headers = {
        "X-Slack-Request-Timestamp": stamp,
        "X-Slack-Signature": SignatureVerifier(SECRET).generate_signature(timestamp=stamp, body=body) or "",
    }
    sent = client.post("/slack/events", data=body, headers=headers, content_type="application/json")
    assert (sent.status_code, desk.waits) == (200, [SLACK])
    assert busy_milliseconds(None) == WORKER


def test_socket_mode_too() -> None:
    desk = Asked()
    bolt, settings = slack_of(desk)
    socket = Socket(bolt, settings)
    sent: list[Any] = []
    [listener] = socket._client.socket_mode_request_listeners
    request = SocketModeRequest(type="events_api", envelope_id="1", payload=EVENT)
    listener(SimpleNamespace(logger=logging.getLogger("test"), send_socket_mode_response=sent.append), request)  # type: ignore[arg-type, operator]
    socket.close()
    assert desk.waits == [SLACK]
