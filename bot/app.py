"""The Bolt app, over a desk: what Slack sends is checked, committed, acknowledged."""

from __future__ import annotations

import logging
from typing import Any

from slack_bolt import App, BoltResponse
from slack_bolt.authorization import AuthorizeResult
from slack_sdk import WebClient

from bot import listeners
from bot.desk import FrontDesk
from engine.errors import GraphdeskError
from engine.settings import Settings

log = logging.getLogger(__name__)

CALL_SECONDS = 10  # time-out of one call to Slack
ACK_SECONDS = 2.0  # how long an event waits for the database: Slack waits 3 s, and then hears why not


def slack_client(settings: Settings, token: str | None = None, seconds: int = CALL_SECONDS) -> WebClient:
    """A client that tries each call once: the SDK's own retries would post twice what had arrived."""
    given = token or (settings.slack_bot_token.get_secret_value() if settings.slack_bot_token else None)
    base = settings.slack_api_url.rstrip("/") + "/"
    return WebClient(token=given, base_url=base, timeout=seconds, retry_handlers=[])


def create_bolt_app(settings: Settings, front: FrontDesk) -> App:
    """The app with all its listeners.

    A listener runs before the ack, so that what is acknowledged is committed; one that fails gives no ack, and
    Slack tries again. Nothing is asked of Slack on the way: who we are stands in each payload.
    """
    token = settings.slack_bot_token.get_secret_value() if settings.slack_bot_token else ""
    secret = settings.slack_signing_secret.get_secret_value() if settings.slack_signing_secret else ""

    def authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
        return AuthorizeResult(enterprise_id=enterprise_id, team_id=team_id, bot_token=token)

    app = App(
        logger=logging.getLogger("bot.bolt"),
        client=WebClient(base_url=front.client.base_url, timeout=CALL_SECONDS, retry_handlers=[]),
        authorize=authorize,
        signing_secret=secret,
        process_before_response=True,
        attaching_conversation_kwargs_enabled=False,
    )
    listeners.register(app, front, frozenset((settings.slack_open_channels or "").replace(",", " ").split()))

    @app.error
    def failed(error: Exception, body: dict[str, Any]) -> BoltResponse:
        foreseen = isinstance(error, GraphdeskError)
        log.log(
            logging.WARNING if foreseen else logging.ERROR,
            "Not acknowledged, so that Slack tries again: %s (%s)",
            error,
            body.get("event_id", body.get("type")),
            exc_info=None if foreseen else error,
        )
        return BoltResponse(status=503)

    return app
