"""States that have not ended: what "unresolved" and "open" leave out is asked back or told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.agent.offline.reader import read
from engine.agent.offline.reading import Reading
from engine.catalog.catalog import Catalog
from engine.errors import OperatorMustAct
from engine.graph.backend import Limits, Result
from engine.gremlin.printer import text
from engine.gremlin.tree import Traversal
from tests.support.counter import counter
from tests.support.library import NOW, library

ALIKE = {"opened_at": ["Open"], "resolved_at": ["Resolved"], "closed_at": ["Closed"]}
KEPT = {**ALIKE, "resolved_at": ["Resolved", "Closed"]}  # what was closed keeps the time when it was resolved


@dataclass
class States:
    """A graph that knows only of which states some have a time."""

    states: dict[str, list[str]]

    def run(self, traversal: Traversal, limits: Limits) -> Result:
        asked = text(traversal)
        return Result([state for name, states in self.states.items() if f"'{name}" in asked for state in states])


def asked(question: str, states: dict[str, list[str]], catalog: Catalog | None = None) -> Reading:
    catalog = catalog or counter()
    graph: Any = States(states)
    catalog.backend = graph
    return read(question, catalog, NOW)


@pytest.mark.parametrize(
    "question",
    [
        "how many unresolved tickets",
        "tickets that are not resolved",
        "how many contacts have an unresolved ticket",
    ],
)
def test_unresolved_is_asked_back_where_other_states_were_resolved_too(question: str):
    reading = asked(question, KEPT)
    assert reading.status == "clarify"
    assert len(reading.choices) == 2
    assert {asked(choice, KEPT).status for choice in reading.choices} == {"answered"}
    assert asked(question, ALIKE).status == "answered"


def test_unresolved_is_never_guessed():
    assert asked("unresolved tickets per agent", KEPT).status != "answered"


@pytest.mark.parametrize(
    "question",
    ["tickets whose status is not Resolved", "tickets without a resolved time", "tickets that are not closed"],
)
def test_what_is_said_outright_is_not_asked_back(question: str):
    assert asked(question, KEPT).status == "answered"


OTHERS = "Not counted: tickets with status waiting or parked, which have no resolved or closed time either."


@pytest.mark.parametrize(
    "question", ["how many open tickets", "tickets that are open per agent", "which contacts have no open ticket"]
)
def test_open_tells_which_other_states_have_no_end(question: str):
    assert OTHERS in asked(question, KEPT).notes


@pytest.mark.parametrize(
    "question", ["how many tickets with status open", "how many waiting tickets", "how many tickets"]
)
def test_nothing_is_told_where_one_state_was_meant(question: str):
    reading = asked(question, KEPT)
    assert (reading.status, reading.notes) == ("answered", ())


def test_states_that_only_share_the_time_are_counted_and_told():
    """Nothing says that what was parked is no more open than what was closed."""
    shared = {**ALIKE, "closed_at": ["Closed", "Parked"]}
    reading = asked("how many tickets are not closed", shared)
    assert reading.status == "answered"
    assert "Counted with them: tickets with status parked, which have a closed time." in reading.notes


BACK = {"returned": ["Returned", "Lost"], "issued": ["Active", "Returned", "Lost"]}


@pytest.mark.parametrize(
    "question",
    ["how many loans are not returned yet?", "how many loans have not been returned", "unreturned loans"],
)
def test_what_came_back_in_another_state_is_asked_back(question: str):
    """A loan given up as lost that came back after all has a returned time, whatever its status says."""
    reading = asked(question, BACK, library())
    assert reading.status == "clarify"
    told = [asked(choice, BACK, library()) for choice in reading.choices]
    assert [one.status for one in told] == ["answered", "answered"]
    assert {"status", "returnedAt"} == {one.params.filters[0].property for one in told}  # type: ignore[union-attr]


def test_what_came_back_in_one_state_only_is_counted_by_it():
    alike = {"returned": ["Returned"], "issued": ["Active", "Returned", "Lost"]}
    assert asked("how many loans are not returned yet?", alike, library()).status == "answered"


def test_what_is_not_open_was_opened_all_the_same():
    states = {**KEPT, "opened_at": ["Open", "Waiting", "Parked", "Resolved", "Closed"]}
    assert asked("how many tickets are not open?", states).status == "answered"


def test_a_graph_that_could_not_tell_once_is_asked_again():
    catalog = counter()
    graph: Any = States(KEPT)
    there, graph.run = graph.run, _away
    catalog.backend = graph
    assert OTHERS not in read("how many open tickets", catalog, NOW).notes
    graph.run = there
    assert OTHERS in read("how many open tickets", catalog, NOW).notes


def _away(traversal: Traversal, limits: Limits) -> Result:
    raise OperatorMustAct("The graph does not answer.", "Wait.")
