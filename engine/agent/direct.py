"""The Direct handler: one tool-use loop over the graph-data operators (SEGRA §3.1, H_dir)."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Sequence
from dataclasses import replace

from engine.agent.backbone import Backbone, Message, Request, TextBlock
from engine.agent.compose import composed
from engine.agent.follow_ups import follow_ups
from engine.agent.ground import ground
from engine.agent.grounding_check import Checked, check
from engine.agent.loop import Ending, converse
from engine.agent.run import Run
from engine.agent.tools import ToolBox
from engine.answer import Answer
from engine.catalog.catalog import Catalog
from engine.operators.operator import Registry
from engine.store import StepTaken


def answer(
    run: Run, backbone: Backbone, operators: Registry, catalog: Catalog, earlier: Sequence[tuple[str, str]] = ()
) -> Answer:
    """Answer ``run.question``. ``earlier``: question and answer of the conversation so far, oldest first.

    Never raises for what a model or a server does wrong: then the Answer's status is ``failed`` and says so.
    """
    tools = ToolBox(operators, run)
    request = first_request(run, tools, catalog, earlier)
    ending = converse(backbone, request, tools, run)
    result = composed(ending, run)
    if result.status == "answered":
        result = _grounded(ending, request, backbone, tools, run)
        suggestions = result.suggestions or follow_ups(tools.succeeded, catalog)
        result = replace(result, suggestions=suggestions)
    run.recorder.step(StepTaken("answer", result.status, {"text": result.text}, dt.datetime.now(dt.UTC)))
    return result


def first_request(run: Run, tools: ToolBox, catalog: Catalog, earlier: Sequence[tuple[str, str]] = ()) -> Request:
    """The first model call: instructions and schema (cacheable), what the question's words match, the question."""
    messages = []
    for question, text in earlier:
        messages.append(Message("user", (TextBlock(question),)))
        messages.append(Message("assistant", (TextBlock(text),)))
    messages.append(Message("user", (TextBlock(run.question),)))
    return Request(ground(run, catalog), tools.tools, tuple(messages))


def _grounded(ending: Ending, request: Request, backbone: Backbone, tools: ToolBox, run: Run) -> Answer:
    """The answer with its claims; what its evidence does not bear is repaired once, else a warning says so."""
    checked = _checked(ending.text, run)
    if not checked.ok and backbone.name != "offline":  # which writes only what it was given
        wanted = Message("user", (TextBlock(checked.repair()),))
        repaired = converse(backbone, replace(request, messages=(*ending.messages, wanted)), tools, run)
        again = _checked(repaired.text, run) if repaired.kind == "answered" and repaired.text else None
        if again and len(again.warnings()) <= len(checked.warnings()):
            ending, checked = repaired, again
    result = composed(ending, run)
    return replace(result, claims=checked.claims, warnings=[*result.warnings, *checked.warnings()])


def _checked(text: str, run: Run) -> Checked:
    started, begun = dt.datetime.now(dt.UTC), time.perf_counter()
    checked = check(text, run.question, run.outcomes, run.queries, run.known_names)
    title = "all found" if checked.ok else f"{len(checked.warnings())} warnings"
    data = {"claims": len(checked.claims), "missing": checked.missing, "faults": checked.faults}
    milliseconds = (time.perf_counter() - begun) * 1000
    run.recorder.step(StepTaken("grounding_check", title, data, started, milliseconds))
    return checked
