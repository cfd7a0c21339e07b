"""The Claude backbone over real HTTP against llmock, which others wrote: every fault ends in an answer or in an
honest message."""

import json
import logging
import time

import pytest
from llmock.scenarios import Delay, Fail, Reply, StreamFault, ToolCall, ToolFault
from llmock.testing import LLMockServer

from tests.support import model_desk
from tests.support.llmock_asking import ASKS, RIGHT, asking
from tests.support.model_desk import CLOSED, KEY, OPEN, count


@pytest.fixture(scope="module")
def server():
    with LLMockServer() as running:
        yield running


@pytest.fixture
def ask(server, tmp_path):
    """Ask one question of a Desk whose model follows the behaviours given."""
    with asking(server, tmp_path) as asked:
        yield asked


def test_two_calls_answer_with_evidence(ask):
    answer, opened = ask(ASKS, RIGHT)
    assert (answer.status, answer.text) == ("answered", f"There are {OPEN} open cases.")
    assert [(claim.text, claim.value) for claim in answer.claims] == [(str(OPEN), OPEN)]
    evidence = answer.claims[0].evidence
    assert answer.queries[evidence.query].rows == [OPEN]
    assert not answer.warnings
    assert answer.usage.calls == 2
    assert answer.usage.dollars > 0
    kinds = [step.kind for step in opened.store.steps(answer.task_id)]
    assert kinds == ["ground", "model_call", "query", "tool_call", "model_call", "grounding_check", "answer"]
    usages = [step.usage for step in opened.store.steps(answer.task_id) if step.kind == "model_call"]
    assert sum(usage["input_tokens"] for usage in usages) == answer.usage.input_tokens
    assert all(usage["seconds"] > 0 for usage in usages)


def test_parallel_tool_calls_are_answered_in_order(ask):
    both = Reply(
        tool_calls=(ToolCall("aggregate", count("Open")), ToolCall("aggregate", count("Closed"))),
    )
    answer, _ = ask(both, Reply(f"{OPEN} are open and {CLOSED} are closed."))
    assert answer.status == "answered"
    assert {claim.text: claim.value for claim in answer.claims} == {str(OPEN): OPEN, str(CLOSED): CLOSED}
    assert len(answer.queries) == 2
    assert answer.usage.calls == 2


def test_refused_gremlin_is_corrected_by_the_model(ask):
    refused = Reply(tool_calls=(ToolCall("run_gremlin", {"gremlin": "g.V().hasLabel('case').drop()"}),))
    better = Reply(
        tool_calls=(ToolCall("run_gremlin", {"gremlin": "g.V().hasLabel('case').has('status', 'Open').count()"}),)
    )
    answer, opened = ask(refused, better, RIGHT)
    assert answer.status == "answered"
    assert not answer.warnings
    first, second = [step.data for step in opened.store.steps(answer.task_id) if step.kind == "tool_call"]
    assert "drop" in first["error"]["message"]
    assert "error" not in second
    assert len(answer.queries) == 1
    assert answer.queries[0].read_back
    assert all(said["pass"] for said in answer.queries[0].verifier.values())
    assert len(answer.queries[0].verifier) == 4


@pytest.mark.parametrize("status", [429, 500, 529])
def test_passing_trouble_is_waited_out(ask, status):
    answer, _ = ask(Fail(status, retry_after=0.05, times=2), ASKS, RIGHT)
    assert answer.status == "answered"


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        (Fail(429, retry_after=0.05, times=None), "asked too often"),
        (Fail(529, retry_after=0.05, times=None), "overloaded"),
        (Fail(500, retry_after=0.05, times=None), "out of order"),
        (Fail(401, times=None), "refused the key"),
        (Fail(404, times=None), "not known there"),
        (Fail(400, times=None), "refused the request"),
        (StreamFault("disconnect", times=None), "broke off"),
        (StreamFault("truncate", times=None), "broke off"),
        (StreamFault("malformed", times=None), "could not be read"),
    ],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "",
)
def test_lasting_trouble_is_said(ask, behaviour, said):
    answer, _ = ask(behaviour, Reply("never seen"))
    assert answer.status == "failed"
    assert said in answer.text
    assert answer.error["code"] == "model_unavailable"
    assert answer.error["hint"]


def test_a_stream_cut_once_is_tried_again(ask):
    for kind in ("disconnect", "truncate"):
        answer, _ = ask(ASKS, StreamFault(kind), RIGHT, RIGHT)
        assert answer.status == "answered"


@pytest.mark.parametrize("fault", [Delay(4.0, times=None), StreamFault("stall", stall_seconds=4.0, times=None)])
def test_silence_ends_with_the_time_budget(ask, fault):
    begun = time.monotonic()
    answer, _ = ask(fault, RIGHT, max_seconds=1.5)
    assert answer.status == "failed"
    assert time.monotonic() - begun < 8
    assert "did not answer in time" in answer.text or "fell silent" in answer.text


def test_a_wait_longer_than_the_time_budget_is_not_waited_out(ask):
    begun = time.monotonic()
    answer, _ = ask(Fail(429, retry_after=30, times=None), RIGHT, max_seconds=3)
    assert time.monotonic() - begun < 8
    assert answer.status == "failed"
    assert "asked too often" in answer.text
    assert answer.error["hint"]


@pytest.mark.parametrize(
    ("kind", "code"), [("malformed_arguments", "invalid_arguments"), ("unknown_tool", "unknown_tool")]
)
def test_a_broken_tool_call_goes_back_to_the_model(ask, kind, code):
    answer, opened = ask(ToolFault(kind), ASKS, RIGHT)
    calls = [step.data for step in opened.store.steps(answer.task_id) if step.kind == "tool_call"]
    assert calls[0]["error"]["code"] == code
    assert answer.status == "answered"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"max_turns": 2}, "after 2 model calls"),
        ({"max_tokens": 5}, "after 5 tokens"),
        ({"max_dollars": 0.00001}, "after $0.00001"),
        ({"max_seconds": 0.0}, "after 0 seconds"),
    ],
    ids=["turns", "tokens", "dollars", "seconds"],
)
def test_each_budget_ends_in_an_honest_message(ask, settings, said):
    endless = Reply(tool_calls=(ToolCall("aggregate", count("Open")),), times=None)
    answer, _ = ask(endless, **settings)
    assert answer.status == "failed"
    assert said in answer.text
    assert answer.error["code"].startswith("budget_")
    if answer.queries:
        assert "Found until then" in answer.text
        assert answer.tables or answer.queries[0].rows == [OPEN]


def test_the_key_is_in_no_answer_step_or_log(ask, caplog):
    caplog.set_level(logging.DEBUG)
    echoing = Fail(400, message=f"bad request with {KEY}")
    answer, opened = ask(echoing, RIGHT)
    assert answer.status == "failed"
    kept = json.dumps([step.data for step in opened.store.steps(answer.task_id)])
    assert KEY not in json.dumps(answer.as_dict()) + kept + caplog.text


def test_the_prompt_prefix_is_marked_for_the_cache(ask, server):
    ask(ASKS, RIGHT)
    last = [record for record in server.state.journal.records() if record.path.endswith("/messages")][-1]
    body = last.body if isinstance(last.body, dict) else json.loads(last.body)
    assert body["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert "cache_control" not in body["system"][1]
    assert body["messages"][-1]["content"][-1]["cache_control"] == {"type": "ephemeral"}
    assert [tool["name"] for tool in body["tools"]] == [op.name for op in model_desk.graph_operators()]


def test_an_invented_figure_is_repaired_once(ask):
    answer, opened = ask(ASKS, Reply("There are 9,731 open cases."), RIGHT)
    assert answer.text == f"There are {OPEN} open cases."
    assert not answer.warnings
    assert [s.title for s in opened.store.steps(answer.task_id) if s.kind == "grounding_check"] == [
        "1 warnings",
        "all found",
    ]


def test_a_figure_that_stays_invented_is_sent_with_an_open_warning(ask):
    answer, _ = ask(ASKS, Reply("There are 9,731 open cases.", times=None))
    assert answer.status == "answered"
    assert answer.warnings == ["Not found in the results: 9,731."]
    assert [claim.evidence for claim in answer.claims] == [None]
