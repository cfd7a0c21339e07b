"""The Direct handler: one tool-use loop over the graph-data operators (SEGRA §3.1, H_dir)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agent.backbone import Backbone, Message, Request, TextBlock
from engine.agent.compose import composed
from engine.agent.ground import ground
from engine.agent.loop import converse
from engine.agent.run import Run
from engine.agent.tools import ToolBox
from engine.answer import Answer
from engine.catalog.catalog import Catalog
from engine.operators.operator import Registry


def answer(
    run: Run, backbone: Backbone, operators: Registry, catalog: Catalog, earlier: Sequence[tuple[str, str]] = ()
) -> Answer:
    """Answer ``run.question``. ``earlier``: question and answer of the conversation so far, oldest first."""
    tools = ToolBox(operators, run)
    request = first_request(run, tools, catalog, earlier)
    return composed(converse(backbone, request, tools, run), run)


def first_request(run: Run, tools: ToolBox, catalog: Catalog, earlier: Sequence[tuple[str, str]] = ()) -> Request:
    """The first model call: instructions and schema (cacheable), what the question's words match, the question."""
    messages = []
    for question, text in earlier:
        messages.append(Message("user", (TextBlock(question),)))
        messages.append(Message("assistant", (TextBlock(text),)))
    messages.append(Message("user", (TextBlock(run.question),)))
    return Request(ground(run, catalog), tools.tools, tuple(messages))
