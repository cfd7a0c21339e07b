"""The tool-use loop: call the backbone, run its tool calls, until it answers or a budget ends.

SEGRA §3.1 and GraphSeek §3.1 (synthesis, execution, generation, decision) in one loop for every backbone.
"""

from __future__ import annotations

import datetime as dt
import logging
import time
from dataclasses import dataclass, replace
from typing import Any
from typing import Literal as OneOf

from engine.agent.backbone import (
    Backbone,
    BackboneUnavailable,
    Block,
    Message,
    Outcome,
    Reply,
    Request,
    TextBlock,
    ToolCall,
    tool_calls,
)
from engine.agent.run import BudgetKind, Run
from engine.agent.tools import ToolBox
from engine.errors import OperatorMustAct
from engine.store import StepTaken

log = logging.getLogger(__name__)

LAST_TURN = "This is your last turn: no tool can be called any more. Answer now with what was found, and say so."
CUT_SHORT = "Your last message was cut at its length limit. Go on in a shorter form."

EndKind = OneOf["answered", "outcome", "budget", "refusal", "unavailable"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a conversation ended. ``messages``: all of it, so that it can go on (a repair)."""

    kind: EndKind
    messages: tuple[Message, ...]
    text: str = ""
    outcome: Outcome | None = None
    budget: BudgetKind | None = None
    error: OperatorMustAct | None = None
    cut: bool = False


def converse(backbone: Backbone, request: Request, tools: ToolBox, run: Run) -> Ending:
    """Go on from ``request`` until there is an answer. Never raises for what the model or a server does wrong."""
    messages = request.messages
    cut = False
    while True:
        budget = run.ended_budget()
        if budget:
            return Ending("budget", messages, budget=budget)
        try:
            reply = call(backbone, replace(request, messages=messages), run)
            messages, ending = _next(reply, messages, tools, run, cut)
        except OperatorMustAct as error:
            return Ending("unavailable", messages, error=error)
        if ending:
            return ending
        cut = cut or reply.stop_reason == "max_tokens"


def _next(
    reply: Reply, messages: tuple[Message, ...], tools: ToolBox, run: Run, cut: bool
) -> tuple[tuple[Message, ...], Ending | None]:
    """The conversation after a reply, and how it ended when it did."""
    calls = tool_calls(reply.blocks)
    text = text_of(reply.blocks)
    blocks = reply.blocks or (TextBlock("(nothing)"),)
    said = (*messages, Message("assistant", blocks))
    if reply.outcome:
        return said, Ending("outcome", said, text=reply.outcome.text, outcome=reply.outcome)
    if reply.stop_reason == "refusal":
        return said, Ending("refusal", said, text=text)
    if calls:
        notice = (TextBlock(LAST_TURN),) if run.turns_left == 1 else ()
        return (*said, Message("user", (*tools.answer(calls), *notice))), None
    if reply.stop_reason == "max_tokens" and not cut:
        return (*said, Message("user", (TextBlock(CUT_SHORT),))), None
    return said, Ending("answered", said, text=text, cut=reply.stop_reason == "max_tokens")


def call(backbone: Backbone, request: Request, run: Run) -> Reply:
    """One model call within what is left of the budget, taken down with its usage. Raises BackboneUnavailable."""
    started, begun = dt.datetime.now(dt.UTC), time.perf_counter()
    data: dict[str, Any] = {"backbone": backbone.name, "messages": len(request.messages)}
    usage = None
    try:
        reply = backbone.call(replace(request, seconds=run.seconds_left), run.recorder.text)
        usage = replace(reply.usage, calls=1, seconds=time.perf_counter() - begun)
        run.spend(usage)
        data |= {"stop_reason": reply.stop_reason, "reply": [_shown(block) for block in reply.blocks]}
        log.info("model call %s: %s %s", backbone.name, reply.stop_reason, usage)
        return reply
    except BackboneUnavailable as error:
        data["error"] = error.as_dict()
        raise
    finally:
        milliseconds = (time.perf_counter() - begun) * 1000
        run.recorder.step(StepTaken("model_call", backbone.name, data, started, milliseconds, usage))


def text_of(blocks: tuple[Block, ...]) -> str:
    """The text among blocks."""
    return "\n\n".join(block.text.strip() for block in blocks if isinstance(block, TextBlock)).strip()


def _shown(block: Block) -> dict[str, object]:
    if isinstance(block, ToolCall):
        return {"tool": block.name, "arguments": block.arguments}
    return {"text": block.text if isinstance(block, TextBlock) else block.content}
