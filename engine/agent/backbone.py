"""What a backbone does: one call from system, tools and messages to content blocks and usage.

The blocks mirror the Messages API, so that one loop serves the model and the offline reader alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal as OneOf
from typing import Protocol

from engine.answer import Usage
from engine.errors import OperatorMustAct


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Text said by the model or the user."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call of the model: ``arguments`` as parsed JSON, or the raw text when it did not parse."""

    id: str
    name: str
    arguments: dict[str, object] | str


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool call gave. ``content`` is what the model sees; errors are structured JSON text."""

    id: str
    content: str
    is_error: bool = False


Block = TextBlock | ToolCall | ToolResult


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of the conversation."""

    role: OneOf["user", "assistant"]
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the model sees it: name, description, JSON Schema of its input."""

    name: str
    description: str
    input_schema: dict[str, object]


@dataclass(frozen=True, slots=True)
class Request:
    """One model call. ``system`` parts are in order; those flagged True end a cacheable prefix.

    The question is the text of the last user message that holds no tool result (see ``question_of``).
    ``seconds``: the longest this call may take, None for no limit of its own.
    """

    system: tuple[tuple[str, bool], ...]
    tools: tuple[Tool, ...]
    messages: tuple[Message, ...]
    max_output_tokens: int = 4_000
    seconds: float | None = None


StopReason = OneOf["end_turn", "tool_use", "max_tokens", "refusal"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What one call gave.

    The offline backbone ends with ``outcome`` set: it declines or asks back rather than answers.
    """

    blocks: tuple[Block, ...]
    stop_reason: StopReason
    usage: Usage
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A structured end of a run that is not an answer: see Answer.status, choices, unplaced, suggestions."""

    status: OneOf["declined", "clarify"]
    text: str
    choices: tuple[str, ...] = ()
    unplaced: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = field(default=())


class BackboneUnavailable(OperatorMustAct):
    """The model could not be had: network, time-out, 429 or 529 after retries, a cut stream, a refused key."""

    code = "model_unavailable"


class Backbone(Protocol):
    """A model or its stand-in. Implementations are thread-safe."""

    @property
    def name(self) -> str:
        """Model id, or ``offline``."""
        ...

    def call(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """One call. Raises BackboneUnavailable. ``on_text`` receives text as it streams."""
        ...


def tool_calls(blocks: Sequence[Block]) -> list[ToolCall]:
    """The tool calls among blocks, in order."""
    return [block for block in blocks if isinstance(block, ToolCall)]


def question_of(request: Request) -> str:
    """The question a request is about: what the user last said that was no tool result. Empty: nothing was."""
    for message in reversed(request.messages):
        if message.role == "user" and not any(isinstance(block, ToolResult) for block in message.blocks):
            return "\n".join(block.text for block in message.blocks if isinstance(block, TextBlock))
    return ""
