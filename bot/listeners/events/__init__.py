"""Mentions and direct messages."""

from __future__ import annotations

from typing import Any

from slack_bolt import App

from bot.desk import FrontDesk
from bot.intake import hear
from bot.render.notices import GREETING, OUTSIDER, TOO_LONG, notice

_SAID = {"greet": GREETING, "refuse": OUTSIDER, "shorten": TOO_LONG}


def register(app: App, front: FrontDesk, open_channels: frozenset[str]) -> None:
    """Add the listeners. ``message`` comes with a mention too: the key of the message keeps it one question."""

    def listen(body: dict[str, Any]) -> None:
        heard = hear(body, open_channels)
        if heard is None:
            return
        if heard.kind == "question":
            front.ask(heard, heard.question, heard.key)
        else:
            front.say_once(heard, notice(_SAID[heard.kind]), only_to_them=heard.kind == "refuse")

    app.event("app_mention")(listen)
    app.event("message")(listen)
    for ignored in ("app_home_opened", "file_shared", "member_joined_channel"):
        app.event(ignored)(lambda: None)
