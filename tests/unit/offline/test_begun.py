"""Who is given things did not begin them: no question of what an agent opened is answered with what is his."""

from __future__ import annotations

import pytest

from engine.agent.offline.reader import read
from engine.operators.params import Aggregate, Condition, Find
from tests.support.counter import counter
from tests.support.library import NOW, library


@pytest.mark.parametrize(
    "question",
    [
        "How many tickets did Amir open?",
        "How many tickets did Amir open in October 2024?",
        "How many tickets did the agent Amir raise in 2024?",
        "Which tickets did Amir create last month?",
        "How many tickets did Amir open per month in 2024?",
        "How many tickets has Amir opened since June 2024?",
        "tickets that Amir opened in October 2024",
        "Is there a ticket that Amir opened in 2024?",
        "What share of tickets did Amir open in 2024?",
        "Average hours of tickets Amir opened in 2024",
        "When did Amir open T-0017?",
        "Did Amir or Bea open more tickets in October 2024?",
        "How many tickets were opened by Amir in 2024?",
        "tickets opened by the agent Amir",
        "Which agents opened tickets in October 2024?",
        "How many agents opened tickets in 2024?",
        "Which agent opened the most tickets?",
    ],
)
def test_what_an_agent_opened_is_not_known(question: str) -> None:
    reading = read(question, counter(), NOW)
    assert reading.status == "declined"
    assert reading.text.startswith(
        "The graph does not say which agent opened tickets, only which tickets each agent has:"
    )


ROWS = """\
How many tickets of Amir were opened in 2024?          | Amir    | opened_at
How many Amir tickets were opened in 2024?             | Amir    | opened_at
tickets of the agent Amir opened in 2024               | Amir    | opened_at
Which tickets were opened for Amir in 2024?            | Amir    | opened_at
How many tickets did Amir resolve in 2024?             | Amir    | resolved_at
How many tickets did Ann open in 2024?                 | Ann     | opened_at
tickets Ann opened in 2024                             | Ann     | opened_at
How many tickets did Sales open in 2024?               | Sales   | opened_at
Printer tickets opened in 2024                         | Printer | opened_at
"""


@pytest.mark.parametrize("row", [[cell.strip() for cell in row.split("|")] for row in ROWS.splitlines()])
def test_what_was_opened_of_somebody_or_by_who_comes_with_it_is(row: list[str]) -> None:
    params = read(row[0], counter(), NOW).params
    assert isinstance(params, Aggregate | Find)
    conditions = [item for item in params.filters if isinstance(item, Condition)]
    assert len(conditions) == len(params.filters) == 2
    assert {str(item.value) for item in conditions if item.op == "eq"} == {row[1]}
    assert [item.property for item in conditions if item.op == "between"] == [row[2]]


def test_a_verb_that_a_relation_is_named_after_says_who_began_it() -> None:
    params = read("How many loans did clerk-1 issue in 2024?", library(), NOW).params
    assert "issuedBy" in repr(params)


def test_a_month_in_which_somebody_opened_things_says_nothing_of_their_state() -> None:
    assert "Open" not in repr(read("How many tickets did Ann open per month in 2024?", counter(), NOW).params)
