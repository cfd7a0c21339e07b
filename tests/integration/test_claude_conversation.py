"""Whole conversations with the Claude backbone, over real HTTP against aimock, which others wrote."""

import contextlib

import pytest

from tests.support.model_desk import CLOSED, OPEN, claude, count, desk
from tests.support.model_servers import aimock

QUESTION = "How many cases are open?"


def turn(number, **response):
    return {"match": {"turnIndex": number}, "response": response}


def called(*named):
    return [{"name": name, "arguments": given} for name, given in named]


@pytest.fixture
def ask(tmp_path):
    """Ask the question of a Desk whose model follows the turns given."""
    with contextlib.ExitStack() as stack:

        def asked(*turns, **settings):
            url = stack.enter_context(aimock(tmp_path, list(turns)))
            opened = desk(tmp_path, claude(url), **settings)
            stack.callback(opened.close)
            return opened.ask(QUESTION), opened

        yield asked


def test_text_and_parallel_calls_in_one_turn(ask):
    both = called(("aggregate", count("Open")), ("aggregate", count("Closed")))
    answer, opened = ask(
        turn(0, content="Let me count.", toolCalls=both),
        turn(1, content=f"**{OPEN}** cases are open; {CLOSED} are closed."),
    )
    assert answer.status == "answered"
    assert {claim.text: claim.value for claim in answer.claims} == {str(OPEN): OPEN, str(CLOSED): CLOSED}
    assert not answer.warnings
    assert answer.usage.calls == 2
    assert sum(step.kind == "query" for step in opened.store.steps(answer.task_id)) == 2


def test_a_refused_query_then_a_wrong_argument_then_the_answer(ask):
    answer, opened = ask(
        turn(0, toolCalls=called(("run_gremlin", {"gremlin": "g.V().hasLabel('case').property('status', 'x')"}))),
        turn(1, toolCalls=called(("aggregate", {"label": "ticket"}))),
        turn(2, toolCalls=called(("aggregate", count("Open")))),
        turn(3, content=f"There are {OPEN} open cases."),
    )
    assert answer.status == "answered"
    refused, unknown, right = [s.data for s in opened.store.steps(answer.task_id) if s.kind == "tool_call"]
    assert "property" in refused["error"]["message"]
    assert refused["error"]["hint"]
    assert unknown["error"]["code"] == "unknown_name"
    assert "error" not in right
    assert len(answer.queries) == 1


def test_the_same_failing_call_is_run_once(ask):
    wrong = called(("aggregate", {"label": "ticket"}))
    answer, opened = ask(
        turn(0, toolCalls=wrong),
        turn(1, toolCalls=wrong),
        turn(2, toolCalls=called(("aggregate", count("Open")))),
        turn(3, content=f"There are {OPEN} open cases."),
    )
    codes = [
        s.data.get("error", {}).get("code") for s in opened.store.steps(answer.task_id) if s.kind == "tool_call"
    ]
    assert codes == ["unknown_name", "repeated_call", None]
    assert answer.status == "answered"


def test_the_last_turn_is_announced_and_what_was_found_is_told(ask):
    endless = [turn(number, toolCalls=called(("aggregate", count("Open")))) for number in range(4)]
    answer, _ = ask(*endless, max_turns=3)
    assert answer.status == "failed"
    assert answer.error["code"] == "budget_turns"
    assert answer.queries[0].rows == [OPEN]
    assert "Found until then" in answer.text


def test_an_empty_result_is_said_as_empty(ask):
    answer, _ = ask(
        turn(0, toolCalls=called(("find", count("Escalated")))),
        turn(1, content="The open cases are handled as usual."),
        turn(2, content="There are no such cases."),
    )
    assert answer.text == "There are no such cases."
    assert not answer.warnings


def test_token_counts_are_those_of_the_server(ask):
    counted = {"input_tokens": 1_000, "output_tokens": 50}
    answer, _ = ask(turn(0, content="Ask me something about the graph.", usage=counted))
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (1_000, 50)
    assert answer.usage.dollars == pytest.approx(1_000 * 2 / 1e6 + 50 * 10 / 1e6)


def test_no_fixture_is_an_honest_failure(ask):
    answer, _ = ask({"match": {"userMessage": "something else"}, "response": {"content": "never"}})
    assert answer.status == "failed"
    assert answer.error["code"] == "model_unavailable"
