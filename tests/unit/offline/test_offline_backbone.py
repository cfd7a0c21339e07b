"""The backbone in the loop's place: a tool call, then text; or an outcome."""

from __future__ import annotations

import datetime as dt
import json

from engine.agent.backbone import Message, Request, TextBlock, ToolCall, ToolResult
from engine.agent.offline.backbone import OfflineBackbone
from engine.catalog.catalog import Catalog
from engine.operators.params import Aggregate
from tests.support.library import NOW, library


class Catalogs:
    def get(self) -> Catalog:
        return CATALOG


CATALOG = library()
BACKBONE = OfflineBackbone(Catalogs(), lambda: NOW)  # type: ignore[arg-type]


def asked(question: str, *more: Message) -> Request:
    return Request((), (), (Message("user", (TextBlock(question),)), *more))


def test_first_an_operator_call_then_its_result_in_words() -> None:
    question = "how many lost loans were issued in March 2024"
    first = BACKBONE.call(asked(question))
    (call,) = first.blocks
    assert isinstance(call, ToolCall)
    assert (first.stop_reason, call.name, first.outcome) == ("tool_use", "aggregate", None)
    Aggregate.model_validate_json(json.dumps(call.arguments))
    columns = [{"name": "count", "type": "integer"}]
    data = {"columns": columns, "row_count": 1, "total": 1, "rows": [[1234]], "notes": []}
    result = ToolResult(call.id, json.dumps({"operator": "aggregate", "data": data}))
    heard: list[str] = []
    second = BACKBONE.call(
        asked(question, Message("assistant", (call,)), Message("user", (result,))), heard.append
    )
    (block,) = second.blocks
    assert isinstance(block, TextBlock)
    assert second.stop_reason == "end_turn"
    for told in ("1,234", "Lost", "2024-03-01", "2024-03-31"):
        assert told in block.text
    assert heard == [block.text]


def test_a_result_is_worded_alike_by_who_asked_for_it_and_by_another_process() -> None:
    question, later = "how many loans were issued last month", NOW + dt.timedelta(days=40)
    times = [NOW, later]
    asking = OfflineBackbone(Catalogs(), lambda: times.pop(0))  # type: ignore[arg-type]
    (call,) = asking.call(asked(question)).blocks
    assert isinstance(call, ToolCall)
    columns = [{"name": "count", "type": "integer"}]
    data = {"columns": columns, "row_count": 1, "total": 1, "rows": [[1234]], "notes": []}
    result = ToolResult(call.id, json.dumps({"operator": "aggregate", "data": data}))
    told = asked(question, Message("assistant", (call,)), Message("user", (result,)))
    other = OfflineBackbone(Catalogs(), lambda: NOW)  # type: ignore[arg-type]
    other.call(asked(question.replace("last month", "last year")))  # it keeps how another question was read
    said = [backbone.call(told).blocks for backbone in (asking, other)]
    assert said[0] == said[1]
    assert times == [later]  # read once


def test_an_unread_question_ends_with_an_outcome() -> None:
    reply = BACKBONE.call(asked("how many loans were stolen"))
    assert reply.outcome is not None
    assert (reply.outcome.status, reply.outcome.unplaced) == ("declined", ("stolen",))
    assert len(reply.outcome.suggestions) == 3


def test_an_ambiguous_question_ends_with_choices() -> None:
    reply = BACKBONE.call(asked("how many loans for Annex"))
    assert reply.outcome is not None
    assert reply.outcome.status == "clarify"
    assert len(reply.outcome.choices) == 2


def test_a_refused_call_is_told_plainly() -> None:
    question = "how many loans are there"
    (call,) = BACKBONE.call(asked(question)).blocks
    assert isinstance(call, ToolCall)
    error = {"error": {"code": "timeout", "message": "The query took too long.", "hint": "Narrow it."}}
    result = ToolResult(call.id, json.dumps(error), is_error=True)
    reply = BACKBONE.call(asked(question, Message("assistant", (call,)), Message("user", (result,))))
    assert reply.outcome is not None
    assert "took too long" in reply.outcome.text


def test_the_last_question_of_a_conversation_is_read() -> None:
    earlier = (Message("user", (TextBlock("loans per status"),)), Message("assistant", (TextBlock("..."),)))
    request = Request((), (), (*earlier, Message("user", (TextBlock("how many loans are there"),))))
    (call,) = BACKBONE.call(request).blocks
    assert isinstance(call, ToolCall)
    assert call.arguments["group_by"] == []  # type: ignore[index]
