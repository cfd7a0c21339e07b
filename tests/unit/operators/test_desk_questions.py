"""Every operator question over the desk graph on the embedded engine; the contract suite asks servers the same."""

import dataclasses

import pytest

from tests.support.asking import check
from tests.support.desk_asked import Question
from tests.support.desk_questions import QUESTIONS


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_rows_are_those_of_the_raw_records(question: Question, make_context):
    check(question, make_context(question.to_profile()))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_rows_stay_the_same_when_the_schema_knows_little(question: Question, make_context):
    """Single-valued edges and complete properties are shortcuts: without that knowledge the answer is the same."""
    known = make_context(question.to_profile())
    edges = {
        name: dataclasses.replace(edge, max_out=None, max_in=None) for name, edge in known.schema.edges.items()
    }
    check(question, dataclasses.replace(known, schema=dataclasses.replace(known.schema, edges=edges, sampled=5)))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_rows_stay_the_same_with_the_discovered_schema(question: Question, make_context, desk):
    known = make_context(question.to_profile())
    check(question, dataclasses.replace(known, schema=desk.schema()))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_rows_stay_the_same_when_begun_at_the_neighbours(question: Question, make_context, monkeypatch):
    monkeypatch.setattr("engine.operators.begin._FEWER", 0)
    check(question, make_context(question.to_profile()))
