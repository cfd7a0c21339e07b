"""What the bot listens to: each room has ``register(app, front)``. Listeners commit and ack; nothing slow."""

from __future__ import annotations

from slack_bolt import App

from bot.desk import FrontDesk
from bot.listeners import actions, commands, events


def register(app: App, front: FrontDesk, open_channels: frozenset[str]) -> None:
    """Add every listener."""
    events.register(app, front, open_channels)
    actions.register(app, front, open_channels)
    commands.register(app, front)
