"""One streamed message of the Messages API, put together event by event.

The SDK's own accumulator raises on tool arguments that are no JSON, and completes those that are cut short.
"""

from __future__ import annotations

import json
from typing import Any

from anthropic.types import RawMessageStreamEvent

from engine.agent.backbone import Block, Reply, StopReason, TextBlock, ToolCall
from engine.agent.models import Model
from engine.answer import Usage

_TOKENS = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
_STOPS: dict[str, StopReason] = {
    "end_turn": "end_turn",
    "stop_sequence": "end_turn",
    "tool_use": "tool_use",
    "max_tokens": "max_tokens",
    "model_context_window_exceeded": "max_tokens",
    "refusal": "refusal",
}


class StreamCut(Exception):
    """The stream ended before the message did."""


class StreamedMessage:
    """A message as its events come in."""

    def __init__(self) -> None:
        self._blocks: dict[int, dict[str, str]] = {}
        self._tokens: dict[str, int] = {}
        self._stop: str | None = None

    def add(self, event: RawMessageStreamEvent) -> str:
        """Take an event; returns the text it brought."""
        if event.type == "message_start":
            self._count(event.message.usage)
        elif event.type == "message_delta":
            self._count(event.usage)
            self._stop = event.delta.stop_reason
        elif event.type == "content_block_start":
            started = event.content_block
            if started.type == "text":
                self._blocks[event.index] = {"text": started.text}
            elif started.type == "tool_use":
                self._blocks[event.index] = {"id": started.id, "name": started.name, "json": ""}
                if started.input:  # some servers send all of it at once
                    self._blocks[event.index]["json"] = json.dumps(started.input)
        elif event.type == "content_block_delta":
            return self._extend(event.index, event.delta)
        return ""

    def _extend(self, index: int, delta: Any) -> str:
        block = self._blocks.get(index)
        if block is None:  # of a kind that we did not ask for
            return ""
        if delta.type == "text_delta":
            block["text"] += delta.text
            return str(delta.text)
        if delta.type == "input_json_delta":
            block["json"] += delta.partial_json
        return ""

    def _count(self, usage: Any) -> None:
        for kind in _TOKENS:  # totals so far, each left out where it does not apply
            count = getattr(usage, kind, None)
            if count is not None:
                self._tokens[kind] = count

    def reply(self, model: Model) -> Reply:
        """The whole message. Raises StreamCut when it did not come to its end."""
        if self._stop is None:
            raise StreamCut
        blocks = tuple(_read(block) for _, block in sorted(self._blocks.items()))
        said = tuple(block for block in blocks if not isinstance(block, TextBlock) or block.text)
        return Reply(said, _STOPS.get(self._stop, "end_turn"), self.usage(model))

    def usage(self, model: Model) -> Usage:
        """What the message has cost so far, whether it came to its end or not."""
        tokens = {kind: self._tokens.get(kind, 0) for kind in _TOKENS}
        return Usage(**tokens, dollars=model.dollars(*tokens.values()))


def _read(block: dict[str, str]) -> Block:
    if "text" in block:
        return TextBlock(block["text"])
    try:
        given = json.loads(block["json"] or "{}")
    except ValueError:
        given = None
    return ToolCall(block["id"], block["name"], given if isinstance(given, dict) else block["json"])
