"""The loop, with a backbone that says what the test tells it to."""

import errno
import json
import threading

import pytest
from pydantic import BaseModel

from engine.agent.backbone import Message, Request, TextBlock, ToolCall, ToolResult, question_of
from engine.agent.compose import composed
from engine.agent.loop import converse
from engine.agent.run import Budget, Run
from engine.agent.tools import RESULT_CHARACTERS, ToolBox
from engine.errors import ModelMustAct
from engine.graph.profile import Profile
from engine.operators.operator import Context, Operator, Outcome
from engine.store.artifacts import ArtifactStore, Column
from tests.support.model_scripted import FixedGraph, ScriptedBackbone, calls, says, stops


class Nothing(BaseModel):
    """No parameters but one."""

    value: int = 0


def operator(name, run):
    return Operator(name, f"does {name}", Nothing, run)


def counted(params, context):
    return Outcome("count", "counted", (Column("count"),), [[params.value]], json.dumps(params.value))


def refuses(params, context):
    raise ModelMustAct("That is wrong.", "Do it right.", code="wrong")


def breaks(params, context):
    raise ZeroDivisionError("internal detail")


@pytest.fixture
def talk(tmp_path):
    def talked(*script, operators=(), budget=None):
        graph = FixedGraph()
        context = Context(graph, graph.schema(), Profile(), ArtifactStore(tmp_path))
        run = Run("How many?", context, budget or Budget())
        backbone = ScriptedBackbone(*script)
        request = Request((("system", True),), (), (Message("user", (TextBlock("How many?"),)),))
        return converse(backbone, request, ToolBox(operators, run), run), backbone, run

    return talked


def results(backbone, turn=-1):
    return [block for block in backbone.requests[turn].messages[-1].blocks if isinstance(block, ToolResult)]


def test_results_go_back_in_the_order_of_the_calls(talk):
    script = calls(*(("count", {"value": number}) for number in range(6)))
    ending, backbone, run = talk(script, says("Done."), operators=[operator("count", counted)])
    assert ending.text == "Done."
    assert [result.content for result in results(backbone)] == [str(number) for number in range(6)]
    assert [result.id for result in results(backbone)] == [f"call-{number}" for number in range(6)]
    assert len(run.outcomes) == 6


def test_calls_of_one_turn_run_side_by_side(talk):
    together = threading.Barrier(3, timeout=10)

    def meets(params, context):
        together.wait()  # passes only when three are there at once
        return counted(params, context)

    ending, *_ = talk(
        calls(("meet", {"value": 1}), ("meet", {"value": 2}), ("meet", {"value": 3})),
        says("Met."),
        operators=[operator("meet", meets)],
    )
    assert ending.text == "Met."


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (("refuse", {}), "wrong"),
        (("break", {}), "tool_failed"),
        (("missing", {}), "unknown_tool"),
        (("count", {"value": "many"}), "invalid_arguments"),
        (("count", {"other": [], "value": None}), "invalid_arguments"),
        (("count", "{not json"), "invalid_arguments"),
    ],
)
def test_errors_go_back_structured(talk, given, code):
    operators = [operator("refuse", refuses), operator("break", breaks), operator("count", counted)]
    _, backbone, _ = talk(calls(given), says("Done."), operators=operators)
    [result] = results(backbone)
    error = json.loads(result.content)["error"]
    assert result.is_error
    assert error["code"] == code
    assert error["message"]
    assert error["hint"]
    assert "internal detail" not in result.content


def test_the_same_failing_call_is_not_run_again(talk):
    ran = []

    def fails(params, context):
        ran.append(params.value)
        refuses(params, context)

    _, backbone, _ = talk(
        calls(("fail", {"value": 1})),
        calls(("fail", {"value": 1})),
        calls(("fail", {"value": 2})),
        says("Done."),
        operators=[operator("fail", fails)],
    )
    assert ran == [1, 2]
    assert json.loads(results(backbone, 2)[0].content)["error"]["code"] == "repeated_call"


def test_gremlin_is_offered_when_operators_failed(talk):
    operators = [operator("fail", refuses), operator("run_gremlin", counted)]
    _, backbone, _ = talk(
        calls(("fail", {"value": 1})), calls(("fail", {"value": 2})), says("Done."), operators=operators
    )
    assert "run_gremlin" not in results(backbone, 1)[0].content
    assert "run_gremlin" in results(backbone, 2)[0].content


def test_a_full_disk_ends_the_question_with_what_to_do(talk):
    def fills(params, context):
        raise OSError(errno.ENOSPC, "No space left on device")

    ending, _, run = talk(calls(("fill", {})), says("Done."), operators=[operator("fill", fills)])
    answer = composed(ending, run)
    assert (answer.status, answer.error["code"]) == ("failed", "storage")
    assert "No space left" in answer.text
    assert "GRAPHDESK_HOME" in answer.text


def test_a_huge_result_does_not_flood_the_context(talk):
    def floods(params, context):
        return Outcome("flood", "flood", (), [], "x" * 1_000_000)

    _, backbone, _ = talk(calls(("flood", {})), says("Done."), operators=[operator("flood", floods)])
    assert len(results(backbone)[0].content) == RESULT_CHARACTERS


def test_a_message_cut_at_its_length_is_asked_for_again_once(talk):
    ending, backbone, _ = talk(stops("max_tokens", "It is a long"), says("Short."))
    assert (ending.kind, ending.text, ending.cut) == ("answered", "Short.", False)
    ending, backbone, _ = talk(stops("max_tokens", "It is a long"))
    assert (ending.kind, ending.cut, len(backbone.requests)) == ("answered", True, 2)


def test_a_refusal_is_said(talk):
    ending, _, run = talk(stops("refusal"))
    answer = composed(ending, run)
    assert (answer.status, answer.error["code"]) == ("failed", "refusal")


def test_silence_is_said(talk):
    ending, _, run = talk(stops("end_turn"))
    answer = composed(ending, run)
    assert (answer.status, answer.error["code"]) == ("failed", "no_answer")
    assert answer.text


def test_the_last_turn_is_announced(talk):
    script = calls(("count", {"value": 1}))
    ending, backbone, _ = talk(script, operators=[operator("count", counted)], budget=Budget(turns=2))
    assert ending.budget == "turns"
    notices = [block for block in backbone.requests[1].messages[-1].blocks if isinstance(block, TextBlock)]
    assert len(notices) == 1
    assert question_of(backbone.requests[1]) == "How many?"


def test_unparsed_arguments_survive_the_way_back_to_the_model():
    from engine.agent.claude_request import parameters
    from engine.agent.models import model_of

    said = Message("assistant", (ToolCall("c1", "count", "{not json"),))
    back = Message("user", (ToolResult("c1", "", True),))
    body = parameters(Request((), (), (Message("user", (TextBlock("q"),)), said, back)), model_of("small"))
    assert body["messages"][1]["content"][0]["input"] == {"unparsed": "{not json"}
    assert body["messages"][2]["content"][0]["content"] == "(nothing)"
    assert "tools" not in body
