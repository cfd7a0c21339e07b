"""``graphdesk run`` names what the graph does not have where a query finds nothing."""

from __future__ import annotations

import pytest

from engine.graph.embedded import EmbeddedGraph
from engine.gremlin import parse
from engine.operators.unknown import unknown_names
from tests.shared import shared
from tests.support.commands import graphdesk

MODERN = "data/tinkerpop/tinkerpop-modern.json"


@pytest.fixture(scope="module")
def schema():
    backend = EmbeddedGraph.open(shared(MODERN))
    yield backend.schema()
    backend.close()


@pytest.mark.parametrize(
    ("gremlin", "told"),
    [
        ("g.V().hasLabel('persn').count()", ["label 'persn'", "Did you mean 'person'?"]),
        ("g.V().hasLabel('Person')", ["label 'Person'", "'person'"]),
        ("g.V().hasLabel(P.within('person', 'softwear'))", ["label 'softwear'", "'software'"]),
        ("g.V().has('person', 'nmae', 'josh')", ["property 'nmae'", "'name'"]),
        ("g.V().has('agee', P.gt(3))", ["property 'agee'", "'age'"]),
        ("g.V().hasLabel('person').values('langs')", ["property 'langs'", "'lang'"]),
        ("g.V().hasLabel('person').where(__.out('knowz'))", ["edge label 'knowz'", "'knows'"]),
        ("g.E().hasLabel('create').count()", ["label 'create'", "'created'"]),
    ],
)
def test_a_name_that_is_not_there(schema, gremlin, told):
    (said,) = unknown_names(parse(gremlin), schema)
    assert all(part in said for part in told)


@pytest.mark.parametrize(
    "gremlin",
    [
        "g.V().hasLabel('person').has('age', P.gt(300)).count()",
        "g.V().hasLabel(P.neq('robot')).out('knows', 'created').values('name', 'age')",
        "g.E().hasLabel('knows').has('weight', 7)",
        "g.V().has(T.label, 'person').has('id', '77')",
    ],
)
def test_names_that_are_there(schema, gremlin):
    assert unknown_names(parse(gremlin), schema) == ()


def test_run_says_it_beside_the_rows(monkeypatch):
    monkeypatch.setenv("GRAPHDESK_GRAPH", str(shared(MODERN)))
    line = graphdesk("run", "--json", "g.V().hasLabel('persn').count()")
    assert '"rows": [0]' in line
    assert "Did you mean 'person'?" in line
    assert '"note": ""' in graphdesk("run", "--json", "g.V().hasLabel('person').has('age', 1).count()")
