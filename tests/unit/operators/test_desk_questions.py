"""Every operator question over the desk graph on the embedded engine; the contract suite asks servers the same."""

import dataclasses

import pytest

from engine.graph.embedded import EmbeddedGraph
from engine.graph.profile import Profile
from engine.operators.operator import Context
from engine.store.artifacts import ArtifactStore
from tests.support import deskgraph
from tests.support.asking import check
from tests.support.desk_questions import QUESTIONS, Question


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    return EmbeddedGraph.open(deskgraph.write_graphson(tmp_path_factory.mktemp("desk") / "desk.json"))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_rows_are_those_of_the_raw_records(question: Question, graph, tmp_path):
    context = Context(graph, deskgraph.schema(), Profile(time_zone=question.zone), ArtifactStore(tmp_path))
    check(question, context)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_rows_stay_the_same_when_the_schema_knows_little(question: Question, graph, tmp_path):
    """Single-valued edges and complete properties are shortcuts: without that knowledge the answer is the same."""
    known = deskgraph.schema()
    edges = {name: dataclasses.replace(edge, max_out=None, max_in=None) for name, edge in known.edges.items()}
    sampled = dataclasses.replace(known, edges=edges, sampled=5)
    check(question, Context(graph, sampled, Profile(time_zone=question.zone), ArtifactStore(tmp_path)))
