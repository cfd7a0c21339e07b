"""The offline backbone: plays the model's part in the tool-use loop, without a model."""

from __future__ import annotations

import datetime as dt
import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from typing import Literal as OneOf

from pydantic import TypeAdapter

from engine.agent.backbone import Message, Outcome, Reply, Request, TextBlock, ToolCall, ToolResult
from engine.agent.offline.composing import composed
from engine.agent.offline.reader import read
from engine.agent.offline.reading import Params, Reading
from engine.answer import Usage
from engine.catalog.catalog import Catalog, CatalogCache
from engine.catalog.words import lemma, tokens_of
from engine.operators.params import Aggregate, Compare, Duration, Find

_PARAMS: dict[str, TypeAdapter[Params]] = {
    "aggregate": TypeAdapter(Aggregate),
    "find": TypeAdapter(Find),
    "compare": TypeAdapter(Compare),
}  # fmt: skip
_MOST_KEPT = 64


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


class OfflineBackbone:
    """Reads the question, calls one operator, and words its result.

    A result is worded by the reading that asked for it, which is kept for a while; without it, by a new one.

    Args:
        catalogs: has the graph's current catalog.
        clock: gives the aware time from which "last month" is counted.
    """

    name = "offline"

    def __init__(self, catalogs: CatalogCache, clock: Callable[[], dt.datetime] = _now) -> None:
        self._catalogs = catalogs
        self._clock = clock
        self._asked: dict[str, Reading] = {}  # question -> how it was read for the call under way

    def call(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """First an operator call (or an outcome: declined, clarify); after its result, the answer's text."""
        begun = time.perf_counter()
        question, catalog = _question(request.messages), self._catalogs.get()
        results = [block for block in request.messages[-1].blocks if isinstance(block, ToolResult)]
        if results:
            asked = _call(request.messages, results[-1].id)
            reading = self._asked.pop(question, None)
            if reading is None or asked is None or _arguments(reading) != asked.arguments:
                reading = read(question, catalog, self._clock())
            text, outcome = _told(asked, results[-1], question, reading, catalog)
            if on_text and text:
                on_text(text)
            return Reply((TextBlock(text),), "end_turn", _usage(begun), outcome)
        reading = read(question, catalog, self._clock())
        if reading.params is None:
            return Reply((TextBlock(reading.text),), "end_turn", _usage(begun), _outcome(reading))
        if len(self._asked) >= _MOST_KEPT:  # of questions that were given up before their result came
            self._asked.clear()
        self._asked[question] = reading
        call = ToolCall(f"call-{len(request.messages)}", reading.operator, _arguments(reading))
        return Reply((call,), "tool_use", _usage(begun))


def _arguments(reading: Reading) -> dict[str, Any]:
    return reading.params.model_dump(mode="json") if reading.params else {}


def _told(
    call: ToolCall | None, result: ToolResult, question: str, reading: Reading, catalog: Catalog
) -> tuple[str, Outcome | None]:
    """The answer's text; or, when the graph refused the call, that it could not be answered."""
    if result.is_error or call is None or call.name not in _PARAMS:
        text = _refusal(result.content)
        return text, Outcome("declined", text)
    params = _PARAMS[call.name].validate_json(json.dumps(call.arguments))
    fixed = _asks_unit(params, question)
    return composed(
        replace(reading, params=params), json.loads(result.content)["data"], catalog, fixed=fixed
    ), None


def _asks_unit(params: Params, question: str) -> bool:
    """Whether a question names the unit of the time that is measured."""
    of = params.measure.of if isinstance(params, Aggregate) else None
    of = params.order_by if isinstance(params, Find) else of
    if isinstance(params, Compare):
        of = params.sides[0][1].measure.of
    if not isinstance(of, Duration):
        return False
    return of.unit.removesuffix("s") in {lemma(word) for word in tokens_of(question)}


def _refusal(content: str) -> str:
    """What is said when the operator call itself failed."""
    try:
        error = json.loads(content).get("error", {})
    except ValueError:
        error = {}
    return f"I read the question, but its query failed: {error.get('message', '')} {error.get('hint', '')}".strip()


def _usage(begun: float) -> Usage:
    return Usage(calls=1, seconds=time.perf_counter() - begun)


def _outcome(reading: Reading) -> Outcome:
    status: OneOf["clarify", "declined"] = "clarify" if reading.status == "clarify" else "declined"
    return Outcome(status, reading.text, reading.choices, reading.unplaced, reading.suggestions)


def _question(messages: tuple[Message, ...]) -> str:
    """The last thing the user said that is no tool result."""
    for message in reversed(messages):
        if message.role == "user" and not any(isinstance(block, ToolResult) for block in message.blocks):
            return " ".join(block.text for block in message.blocks if isinstance(block, TextBlock))
    return ""


def _call(messages: tuple[Message, ...], id: str) -> ToolCall | None:
    """The tool call that a result answers."""
    calls = [block for message in messages for block in message.blocks if isinstance(block, ToolCall)]
    return next((call for call in reversed(calls) if call.id == id), None)
