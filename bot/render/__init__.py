"""Pure functions from an Answer to what Slack is sent: blocks, fallback text, CSV."""

from bot.render.message import Message, render
from bot.render.sizes import FULL, PLAIN, SHORT, SIZES, Size

__all__ = ["FULL", "PLAIN", "SHORT", "SIZES", "Message", "Size", "render"]
