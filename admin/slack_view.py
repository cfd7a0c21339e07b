"""What a trace page says of the thread in Slack that its answer is owed to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Flask
from markupsafe import Markup

from admin.block_kit import Block, preview
from engine.answer import Answer
from engine.desk import Desk
from engine.store import Task

Blocks = Callable[[Answer], Sequence[Block]]


@dataclass(frozen=True, slots=True)
class InSlack:
    """How the delivery stands, what went wrong with it, and the message as Slack shows it."""

    said: str
    hint: str = ""
    preview: Markup | str = ""


def install(app: Flask, desk: Desk, blocks: Blocks | None) -> None:
    """Give the templates ``in_slack(task)``. ``blocks``: how answers are rendered for Slack; None: no preview."""

    def in_slack(task: Task) -> InSlack:
        delivery = desk.store.delivery_of(task.id)
        answer = Answer.from_dict(task.answer) if task.answer else None
        shown = preview(blocks(answer)) if blocks and answer else ""
        if delivery is None or delivery.state == "posted":
            return InSlack("posted" if delivery else "", preview=shown)
        if delivery.state == "undeliverable":
            return InSlack("could not be posted", delivery.error, shown)
        return InSlack("to be posted", f"Not yet posted: {delivery.error}" if delivery.error else "", shown)

    app.jinja_env.globals["in_slack"] = in_slack
