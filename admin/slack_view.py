"""What a trace page says of the thread in Slack that its answer is owed to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask
from markupsafe import Markup

from admin.block_kit import Block, preview
from admin.values import moment, own
from engine.desk import Desk
from engine.store import Delivery, Task


class Message(Protocol):
    """A message in Slack; without blocks its text is shown."""

    @property
    def text(self) -> str:
        """What notifications show."""

    @property
    def blocks(self) -> Sequence[Block]:
        """Its Block Kit."""


MessageOf = Callable[[Task, Mapping[str, Any]], Message]
STATE = {  # state of a delivery -> (words, icon, tone)
    "waiting": ("To be posted", "clock", "calm"),
    "posted": ("Posted", "circle-check", "good"),
    "undeliverable": ("Could not be posted", "circle-x", "bad"),
}
_ID = re.compile(r"[A-Z0-9]{2,32}")
_TS = re.compile(r"\d{1,16}\.\d{1,9}")


@dataclass(frozen=True, slots=True)
class InSlack:
    """How the delivery stands, what went wrong with it, the thread, and the message as Slack shows it."""

    state: str = ""
    when: str = ""
    hint: str = ""
    thread: str = ""
    preview: Markup | str = ""


def install(app: Flask, desk: Desk, message_of: MessageOf | None) -> None:
    """Give the templates ``in_slack(task)``.

    ``message_of``: the message of a task that has an answer, given where it is owed to; None: no preview.
    """

    def in_slack(task: Task) -> InSlack:
        delivery = desk.store.delivery_of(task.id)
        shown: Markup | str = ""
        if message_of and task.answer and (delivery or task.source == "slack"):
            message = message_of(task, delivery.target if delivery else {})
            shown = preview(message.blocks, message.text)
        if delivery is None:
            return InSlack(preview=shown)
        when = moment(own(delivery.posted)) if delivery.posted else ""
        return InSlack(delivery.state, when, _hint(delivery), thread_of(delivery.target), shown)

    app.jinja_env.globals.update(in_slack=in_slack, DELIVERY=STATE)


def key_of(delivery: Delivery | None) -> str:
    """Names what a page shows of a delivery, so that it is sent again only when there is more."""
    return f"{delivery.state}{delivery.attempts}" if delivery else ""


def thread_of(target: Mapping[str, Any]) -> str:
    """The address of a thread in Slack; empty where the target does not say which."""
    team, channel, thread = (str(target.get(name) or "") for name in ("team", "channel", "thread_ts"))
    thread = thread or str(target.get("question_ts") or "")
    if not (_ID.fullmatch(team) and _ID.fullmatch(channel)):
        return ""
    place = f"https://app.slack.com/client/{team}/{channel}"
    return f"{place}/thread/{channel}-{thread}" if _TS.fullmatch(thread) else place


def _hint(delivery: Delivery) -> str:
    if delivery.state == "undeliverable":
        return delivery.error
    if delivery.state == "waiting" and delivery.error:
        again = f" Tried again at {moment(own(delivery.next_try))}." if delivery.next_try else ""
        return f"Not yet posted: {delivery.error}.{again}"
    return ""
