"""What an answer offers must hold: choices and suggestions are questions that are answered, declining says why."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from engine.answer import Answer
from tests.questions.desks import ask, open_desk
from tests.questions.suite import GRAPHS, questions

SUGGESTIONS = 3

pytestmark = pytest.mark.timeout(600)


@dataclass
class Asked:
    """The questions of a graph that must not be answered, their answers, and those of what was offered instead."""

    refused: dict[str, Answer] = field(default_factory=dict)
    followed: dict[str, Answer] = field(default_factory=dict)  # what is suggested behind answers
    offered: dict[str, Answer] = field(default_factory=dict)


@pytest.fixture(scope="module", params=GRAPHS)
def asked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    home = tmp_path_factory.getbasetemp() / "questions"
    home.mkdir(exist_ok=True)
    desk, found = open_desk(request.param, home), Asked()
    for question in questions("all", request.param):
        if "answered" in question["expect"]["status"]:
            answer = ask(desk, question["question"], question["now"])
            for offer in answer.suggestions if answer.status == "answered" else ():
                if offer not in found.followed:
                    found.followed[offer] = ask(desk, offer, question["now"])
            continue
        answer = found.refused[question["question"]] = ask(desk, question["question"], question["now"])
        for offer in [*answer.choices, *answer.suggestions]:
            if offer not in found.offered:
                found.offered[offer] = ask(desk, offer, question["now"])
    desk.close()
    return found


def test_declining_says_why_and_offers_three_questions(asked: Asked):
    declined = {question: answer for question, answer in asked.refused.items() if answer.status == "declined"}
    assert declined
    silent = [question for question, answer in declined.items() if not answer.text]
    bare = [question for question, answer in declined.items() if len(set(answer.suggestions)) != SUGGESTIONS]
    invented = {
        question: answer.unplaced
        for question, answer in declined.items()
        if not all(word.lower() in question.lower() for word in answer.unplaced)
    }
    assert (silent, bare, invented) == ([], [], {})


def test_asking_back_offers_two_readings_or_more(asked: Asked):
    unclear = [answer for answer in asked.refused.values() if answer.status == "clarify"]
    assert [answer.text for answer in unclear if len(set(answer.choices)) < 2] == []


def test_follow_ups_are_answered(asked: Asked):
    assert asked.followed
    assert {offer: answer.text for offer, answer in asked.followed.items() if answer.status != "answered"} == {}


def test_what_is_offered_is_answered(asked: Asked):
    assert {offer: answer.text for offer, answer in asked.offered.items() if answer.status != "answered"} == {}
