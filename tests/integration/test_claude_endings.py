"""How conversations with the Claude backbone end, and what they are said to cost: over real HTTP against llmock.

llmock counts two of the four kinds of tokens. Where all four matter, its first and last events are given counts of
the test's own, in the places where the Messages API documents them.
"""

import json

import pytest
from llmock.routers import anthropic as llmock_messages
from llmock.scenarios import Reply, StreamFault
from llmock.testing import LLMockServer

from tests.support.llmock_asking import ASKS, RIGHT, asking
from tests.support.model_desk import OPEN

CUT = "length"  # llmock's word for the stop reason max_tokens, and below for refusal
REFUSES = "content_filter"


@pytest.fixture(scope="module")
def server():
    with LLMockServer() as running:
        yield running


@pytest.fixture
def ask(server, tmp_path):
    """Ask one question of a Desk whose model follows the behaviours given; gives the requests made, too."""
    with asking(server, tmp_path) as asked:

        def with_requests(*behaviours, **more):
            answer, _ = asked(*behaviours, **more)
            made = [record for record in server.state.journal.records() if record.path.endswith("/v1/messages")]
            bodies = [record.body for record in made]
            return answer, [json.loads(body) if isinstance(body, str | bytes) else body for body in bodies]

        yield with_requests


def test_a_direct_question_needs_two_calls_for_its_grounding_is_in_the_first(ask):
    answer, requests = ask(ASKS, RIGHT)
    assert answer.status == "answered"
    assert len(requests) == answer.usage.calls == 2
    instructions, matched = [part["text"] for part in requests[0]["system"]]
    assert "case" in instructions.partition("<schema>")[2]
    assert "status" in instructions.partition("<schema>")[2]
    assert "Open" in matched.partition("<matches>")[2]
    assert [message["role"] for message in requests[0]["messages"]] == ["user"]
    assert [message["role"] for message in requests[1]["messages"]] == ["user", "assistant", "user"]


@pytest.mark.parametrize("before", [(), (ASKS,)], ids=["at-once", "after-a-query"])
def test_a_refusal_is_said_with_what_was_found(ask, before):
    answer, requests = ask(*before, Reply("I would rather", finish_reason=REFUSES), RIGHT)
    assert (answer.status, answer.error["code"]) == ("failed", "refusal")
    assert "declined" in answer.text
    assert "other words" in answer.error["hint"]
    assert "rather" not in answer.text
    assert len(requests) == 1 + len(before)
    assert ("Found until then" in answer.text) == bool(before)
    assert [query.rows for query in answer.queries] == [[OPEN]] * len(before)


def test_an_answer_cut_at_its_length_is_asked_for_once_more(ask):
    answer, requests = ask(ASKS, Reply("There are, all things considered,", finish_reason=CUT), RIGHT)
    assert (answer.status, answer.text, answer.warnings) == ("answered", f"There are {OPEN} open cases.", [])
    assert len(requests) == 3
    assert "cut at its length limit" in json.dumps(requests[2]["messages"][-1])


def test_an_answer_cut_twice_is_sent_and_says_so(ask):
    cut = Reply(f"There are {OPEN} open cases, of which", finish_reason=CUT)
    answer, requests = ask(ASKS, cut, cut, Reply("never asked for"))
    assert (answer.status, answer.text) == ("answered", f"There are {OPEN} open cases, of which")
    assert answer.warnings == ["The answer was cut at its length limit."]
    assert len(requests) == 3


def test_nothing_said_twice_before_the_limit_is_an_honest_failure(ask):
    silent = Reply("", finish_reason=CUT, times=None)
    answer, requests = ask(ASKS, silent)
    assert (answer.status, answer.error["code"]) == ("failed", "no_answer")
    assert "without an answer" in answer.text
    assert "Found until then" in answer.text
    assert len(requests) == 3


@pytest.mark.parametrize("kind", ["truncate", "disconnect"])
def test_a_stream_that_ends_early_twice_is_no_answer(ask, kind):
    fault = StreamFault(kind, after_chunks=4, times=2)
    answer, requests = ask(fault, RIGHT, RIGHT, RIGHT)
    assert (answer.status, answer.error["code"]) == ("failed", "model_unavailable")
    assert "broke off" in answer.text
    assert answer.claims == []
    assert len(requests) == 2


# Of each turn: tokens in, out, read from the prompt cache, written to it.
FIRST, SECOND = (1_200, 80, 0, 3_000), (300, 25, 3_000, 450)
# By hand, from the documented prices in US dollars per million of in / out / read / written:
#   Haiku  .10/.50/.01/.125:  (120 + 40 + 0 + 375) + (30 + 12.5 + 30 + 56.25)   =    663.75 millionths
#   Sonnet 2/10/.20/2.50:     (2400 + 800 + 0 + 7500) + (600 + 250 + 600 + 1125) = 13,275
#   Opus   4/20/.40/5:        twice Sonnet                                       = 26,550
PRICED = {"small": 0.000_663_75, "medium": 0.013_275, "large": 0.026_55}
IDS = {"small": "claude-haiku-5-5", "medium": "claude-sonnet-5-5", "large": "claude-opus-5-5"}


@pytest.fixture
def counted(monkeypatch):
    """Makes llmock count the tokens of each message as given, in turn."""

    def set_counts(*turns):
        left, events = list(turns), llmock_messages.anthropic_events

        def counting(*args, **named):
            tokens_in, out, read, written = left.pop(0)
            begun = {"input_tokens": tokens_in, "output_tokens": 1}
            begun |= {"cache_read_input_tokens": read, "cache_creation_input_tokens": written}
            for event in events(*args, **named):
                kind, _, data = event.decode().partition("\ndata: ")
                said = json.loads(data)
                if said["type"] == "message_start":
                    said["message"]["usage"] = begun
                elif said["type"] == "message_delta":
                    said["usage"] = {"output_tokens": out}
                yield f"{kind}\ndata: {json.dumps(said)}\n\n".encode()

        monkeypatch.setattr(llmock_messages, "anthropic_events", counting)

    return set_counts


@pytest.mark.parametrize("tier", sorted(PRICED))
def test_four_kinds_of_tokens_cost_what_the_tier_does(ask, counted, tier):
    counted(FIRST, SECOND)
    answer, requests = ask(ASKS, RIGHT, tier=tier)
    assert [request["model"] for request in requests] == [IDS[tier]] * 2
    used = answer.usage
    assert (used.input_tokens, used.output_tokens) == (1_500, 105)
    assert (used.cache_read_input_tokens, used.cache_creation_input_tokens) == (3_000, 3_450)
    assert used.dollars == pytest.approx(PRICED[tier], rel=1e-9)


def test_a_stream_that_broke_off_is_paid_for_too(ask, counted):
    counted(FIRST, FIRST, SECOND)
    answer, requests = ask(StreamFault("truncate"), ASKS, ASKS, RIGHT)
    assert answer.status == "answered"
    assert (len(requests), answer.usage.calls) == (3, 2)
    # the stream that was cut said what it was given, and one token of what it was about to say
    cut = (1_200 * 2 + 1 * 10 + 3_000 * 2.5) / 1_000_000
    assert answer.usage.dollars == pytest.approx(PRICED["medium"] + cut, rel=1e-9)


def test_cached_tokens_count_against_the_budget(ask, counted):
    counted(FIRST, SECOND)
    answer, requests = ask(ASKS, RIGHT, max_tokens=4_000)  # 1,200 and 80 are below it, with the 3,000 they are not
    assert (answer.status, answer.error["code"]) == ("failed", "budget_tokens")
    assert len(requests) == 1
