"""Whether "by" says of whom things are, or what they are grouped by."""

from __future__ import annotations

import pytest

from engine.agent.offline.reader import read
from engine.operators.params import Aggregate, Find
from tests.support.counter import counter
from tests.support.library import NOW


@pytest.mark.parametrize(
    ("question", "filters"),
    [
        ("tickets by contacts in Sales not escalated", 2),
        ("open tickets by contacts in Sales", 2),
        ("how many tickets by contacts in Sales", 1),
        ("list the tickets by contacts in Legal about printer", 2),
    ],
)
def test_by_those_who_are_said_to_be_some_is_whose_things_are(question: str, filters: int):
    params = read(question, counter(), NOW).params
    assert isinstance(params, Find | Aggregate)
    assert not isinstance(params, Aggregate) or not params.group_by
    assert len(params.filters) == filters


@pytest.mark.parametrize(
    "question",
    [
        "tickets by contacts",
        "tickets by contact in 2024",
        "tickets by contacts in 2024",
        "escalated tickets by agents",
        "tickets of contacts in Sales by agent",
        "tickets of contacts in Sales by contact",
    ],
)
def test_by_a_kind_of_thing_groups(question: str):
    params = read(question, counter(), NOW).params
    assert isinstance(params, Aggregate)
    assert len(params.group_by) == 1


@pytest.mark.parametrize("question", ["did Ann or Bob open more tickets", "which contact did open over 5 tickets"])
def test_to_open_is_no_state(question: str):
    """What somebody opened need not be open."""
    reading = read(question, counter(), NOW)
    assert '"Open"' not in (reading.params.model_dump_json() if reading.params else "")


@pytest.mark.parametrize(
    "question",
    ["which agent has more open than resolved tickets", "which contacts have more printer than password tickets"],
)
def test_kinds_set_against_each_other_in_each_are_not_compared_over_all(question: str):
    assert read(question, counter(), NOW).status != "answered"
