"""What somebody "has open": a state of what is had, never the verb of the time when it was opened."""

from __future__ import annotations

import pytest

from engine.agent.offline.reader import read
from engine.catalog.catalog import Catalog
from engine.operators.params import Aggregate, Condition, Find
from tests.support.counter import counter
from tests.support.library import NOW, library

ROWS = """\
How many tickets does Amir have open?             | Open     | Amir
How many tickets does Amir still have open        | Open     | Amir
How many tickets has Amir open?                   | Open     | Amir
How many tickets has Amir still got open?         | Open     | Amir
Which tickets does Amir have open?                | Open     | Amir
Show the tickets that Amir has open               | Open     | Amir
How many Printer tickets does Amir have open?     | Open     | Amir Printer
How many tickets does Amir have closed?           | Closed   | Amir
How many tickets does Amir have resolved?         | Resolved | Amir
How many tickets did Amir have waiting?           | Waiting  | Amir
How many tickets does Amir have open or waiting?  | Open Waiting | Amir
Does Amir have any tickets open?                  | Open     | Amir
"""


def asked(question: str, catalog: Catalog) -> Aggregate | Find | None:
    params = read(question, catalog, NOW).params
    assert params is None or isinstance(params, Aggregate | Find)
    return params


@pytest.mark.parametrize("row", [[cell.strip() for cell in row.split("|")] for row in ROWS.splitlines()])
def test_the_state_of_what_somebody_has(row: list[str]):
    params = asked(row[0], counter())
    assert params is not None
    assert all(isinstance(item, Condition) and not item.negate for item in params.filters)
    told = {item.property: item.value for item in params.filters if isinstance(item, Condition)}
    states = told.pop("status")
    assert sorted(states if isinstance(states, tuple) else [states]) == row[1].split()
    assert sorted(map(str, told.values())) == sorted(row[2].split())


@pytest.mark.parametrize(
    "question",
    [
        "How many tickets did Amir open?",
        "How many tickets were opened by Amir?",
        "Which agent opened the most tickets?",
        "How many tickets has Amir opened?",
    ],
)
def test_who_began_a_thing_is_not_whose_it_is(question: str):
    """A time that all have is no condition, and nothing says that an agent opens what is assigned to him."""
    assert asked(question, counter()) is None


@pytest.mark.parametrize("question", ["How many tickets were opened?", "tickets opened per agent"])
def test_that_things_began_says_nothing(question: str):
    params = asked(question, counter())
    assert params is not None
    assert params.filters == ()


@pytest.mark.parametrize(
    "question", ["How many loans does reader-01 have open?", "Which loans does reader-01 still have open?"]
)
def test_a_state_that_nothing_has_is_not_dropped(question: str):
    """No loan is "Open", and its times do not say which end is meant."""
    assert asked(question, library()) is None


@pytest.mark.parametrize("question", ["Which agent has the most tickets open?", "agents that have tickets open"])
def test_what_a_state_follows_right_behind_stays(question: str):
    params = asked(question, counter())
    assert params is not None
    assert "'Open'" in repr(params.filters)
