"""``/graphdesk ask <question>``."""

from __future__ import annotations

from typing import Any

from slack_bolt import Ack, App

from bot.desk import FrontDesk
from bot.intake import Heard, too_long, words_of
from bot.render.notices import TOO_LONG, USAGE, notice, working_on


def register(app: App, front: FrontDesk) -> None:
    """Add the listener. Its ack is what the person sees at once; the answer comes as a message of its own."""

    def graphdesk(ack: Ack, command: dict[str, Any]) -> None:
        first, _, rest = str(command.get("text") or "").strip().partition(" ")
        question = words_of(rest)
        if first.lower() != "ask" or not question:
            ack(**notice(USAGE))
            return
        if too_long(question):
            ack(**notice(TOO_LONG))
            return
        team, channel = str(command["team_id"]), str(command["channel_id"])
        trigger = str(command.get("trigger_id") or command.get("response_url") or "")
        heard = Heard("question", team, channel, str(command["user_id"]), "", "", question)
        key = f"slack:{team}:{channel}:command:{trigger}"
        front.ask(heard, question, key, echo=question, response_url=str(command.get("response_url") or ""))
        ack(**notice(working_on(question)))

    app.command("/graphdesk")(graphdesk)
