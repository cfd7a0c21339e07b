"""What an answer offers must hold: choices and suggestions are questions that are answered, declining says why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from engine.answer import Answer
from tests.questions.desks import Asked
from tests.questions.suite import GRAPHS, questions

SUGGESTIONS = 3

pytestmark = pytest.mark.timeout(600)


@dataclass
class Offered:
    """The questions of a graph that must not be answered, their answers, and those of what was offered instead."""

    refused: dict[str, Answer] = field(default_factory=dict)
    followed: dict[str, Answer] = field(default_factory=dict)  # what is suggested behind answers
    offered: dict[str, Answer] = field(default_factory=dict)


@pytest.fixture(scope="module", params=GRAPHS)
def offered(request: pytest.FixtureRequest, on_graph: Callable[[str], Asked]) -> Offered:
    ask, found = on_graph(request.param).ask, Offered()
    for question in questions("all", request.param):
        now, answer = question["now"], ask(question["question"], question["now"])
        if "answered" not in question["expect"]["status"]:
            found.refused[question["question"]] = answer
            found.offered |= {offer: ask(offer, now) for offer in [*answer.choices, *answer.suggestions]}
        elif answer.status == "answered":
            found.followed |= {offer: ask(offer, now) for offer in answer.suggestions}
    return found


def test_declining_says_why_and_offers_three_questions(offered: Offered):
    declined = {question: answer for question, answer in offered.refused.items() if answer.status == "declined"}
    assert declined
    silent = [question for question, answer in declined.items() if not answer.text]
    bare = [question for question, answer in declined.items() if len(set(answer.suggestions)) != SUGGESTIONS]
    invented = {
        question: answer.unplaced
        for question, answer in declined.items()
        if not all(word.lower() in question.lower() for word in answer.unplaced)
    }
    assert (silent, bare, invented) == ([], [], {})


def test_asking_back_offers_two_readings_or_more(offered: Offered):
    unclear = [answer for answer in offered.refused.values() if answer.status == "clarify"]
    assert [answer.text for answer in unclear if len(set(answer.choices)) < 2] == []


def test_follow_ups_are_answered(offered: Offered):
    assert offered.followed
    assert {offer: answer.text for offer, answer in offered.followed.items() if answer.status != "answered"} == {}


def test_what_is_offered_is_answered(offered: Offered):
    assert {offer: answer.text for offer, answer in offered.offered.items() if answer.status != "answered"} == {}
