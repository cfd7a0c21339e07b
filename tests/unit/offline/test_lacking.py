"""Who did none of something, and adjectives that can be of nobody: never read as what nobody said."""

from __future__ import annotations

import pytest

from engine.agent.offline.reader import read
from engine.operators.params import Aggregate, Find
from tests.support.library import NOW, library


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("which readers borrowed no lost loan", "borrowedBy"),
        ("how many readers borrowed no loans in 2024", "borrowedBy"),
    ],
)
def test_who_did_no_such_thing_may_have_done_nothing(question: str, path: str):
    params = read(question, library(), NOW).params
    assert isinstance(params, Find | Aggregate)
    assert len(params.filters) == 1, params.filters
    assert path in params.filters[0].model_dump_json()


@pytest.mark.parametrize("question", ["lost readers", "how many lost staff members", "active branches"])
def test_a_state_of_what_others_have_is_no_adjective_of_theirs(question: str):
    """A lost reader is none with a lost loan."""
    assert read(question, library(), NOW).status != "answered"


@pytest.mark.parametrize("question", ["lost loans", "Delft loans", "harbour loans"])
def test_a_value_of_its_own_or_of_its_one_neighbour_is(question: str):
    assert read(question, library(), NOW).status == "answered"
