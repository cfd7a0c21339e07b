"""A request as the body of a Messages API call: what is sent, to the last character."""

from __future__ import annotations

import json
from typing import Any

from engine.agent.backbone import Block, Request, TextBlock, ToolResult
from engine.agent.models import Model


def parameters(request: Request, model: Model) -> dict[str, Any]:
    """The body of the Messages API call, but for ``stream``.

    The prompt cache is told to keep the tools and instructions (the parts flagged in ``system``), and the
    conversation up to its last block, which the next turn will send again.
    """
    cached = {"cache_control": {"type": "ephemeral"}}
    system = [{"type": "text", "text": text, **(cached if ends else {})} for text, ends in request.system]
    tools = [{"name": t.name, "description": t.description, "input_schema": t.input_schema} for t in request.tools]
    messages: list[dict[str, Any]] = [
        {"role": message.role, "content": [_block(block) for block in message.blocks]}
        for message in request.messages
    ]
    if len(messages) > 1:  # one message is never sent again without the second
        messages[-1]["content"][-1] |= cached
    body = {"model": model.id, "max_tokens": request.max_output_tokens, "system": system, "messages": messages}
    return {**body, "tools": tools} if tools else body


def approximate_tokens(body: object) -> int:
    """About how many tokens a request has, without asking the server: four characters of its text to a token."""
    return -(-len(json.dumps(body, ensure_ascii=False)) // 4)


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, TextBlock):
        return {"type": "text", "text": block.text or "(nothing)"}  # the API refuses empty text
    if isinstance(block, ToolResult):
        content = block.content or "(nothing)"
        return {"type": "tool_result", "tool_use_id": block.id, "content": content, "is_error": block.is_error}
    # What did not parse cannot be sent back as an object: it is named as what it was.
    given = block.arguments if isinstance(block.arguments, dict) else {"unparsed": block.arguments}
    return {"type": "tool_use", "id": block.id, "name": block.name, "input": given}
