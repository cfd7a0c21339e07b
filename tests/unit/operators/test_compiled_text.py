"""The Gremlin that people are shown: idiomatic, and a vertex counted once."""

import pytest

from engine.gremlin.parse import parse
from engine.gremlin.printer import text
from tests.support.asking import ask
from tests.support.desk_asked import (
    ASSIGNED,
    CATEGORY,
    RAISED,
    RESOLUTION,
    count,
    is_,
    negated,
    ref,
)
from tests.support.desk_questions import QUESTIONS

SHOWN = [
    (count(), "g.V().hasLabel('case').count()"),
    (count(is_("status", "eq", "Open")), "g.V().hasLabel('case').has('status', 'Open').count()"),
    (
        count(is_("name", "eq", "VPN", [CATEGORY])),
        "g.V().hasLabel('case').where(__.out('hasCategory').has('name', 'VPN')).count()",
    ),
    (
        count(negated(is_("name", "eq", "VPN", [CATEGORY]))),
        "g.V().hasLabel('case').not(__.out('hasCategory').has('name', 'VPN')).count()",
    ),
    (
        count(is_("createdAt", "between", "2025-01", high="2025-02")),
        "g.V().hasLabel('case').has('createdAt', "
        "P.between(datetime('2025-01-01T00:00:00Z'), datetime('2025-02-01T00:00:00Z'))).count()",
    ),
    (
        count(group_by=[{"ref": ref("name", RAISED)}]),
        "g.V().hasLabel('case').out('raisedBy').groupCount().by('name')"
        ".order(Scope.local).by(Column.values, Order.desc)",
    ),
    (
        count(group_by=[{"ref": ref("name", CATEGORY)}]),
        "g.V().hasLabel('case').local(__.out('hasCategory').values('name').dedup()).groupCount()"
        ".order(Scope.local).by(Column.values, Order.desc)",
    ),
    (
        count(group_by=[{"ref": ref("createdAt"), "bucket": "month"}]),
        "g.V().hasLabel('case').values('createdAt').asString().substring(0, 7).groupCount()"
        ".order(Scope.local).by(Column.values, Order.desc)",
    ),
    (
        count(measure={"function": "count_distinct", "of": ref("id", ASSIGNED)}),
        "g.V().hasLabel('case').out('assignedTo').dedup().count()",
    ),
    (
        count(measure={"function": "avg", "of": RESOLUTION}),
        "g.V().hasLabel('case').has('createdAt').has('resolvedAt').as('v').values('resolvedAt')"
        ".dateDiff(__.select('v').values('createdAt')).mean()",
    ),
]


@pytest.mark.parametrize(("arguments", "gremlin"), SHOWN, ids=[gremlin for _, gremlin in SHOWN])
def test_shown_gremlin(arguments, gremlin, make_context):
    made = make_context()
    outcome = ask(made, "aggregate", arguments)
    assert made.queries[outcome.queries[-1]].gremlin == gremlin


def test_a_filter_that_does_not_say_its_kind_is_a_condition_or_a_duration(make_context):
    plain = {"property": "status", "op": "eq", "value": "Closed"}
    long = {"start": ref("createdAt"), "end": ref("resolvedAt"), "op": "gt", "value": 2, "unit": "hours"}
    assert ask(make_context(), "aggregate", count(plain, long)).rows == [[2]]
    assert ask(make_context(), "aggregate", count({"kind": "any", "filters": [plain, long]})).rows == [[4]]


def test_every_vertex_has_an_id(make_context):
    there = {"property": "id", "op": "exists"}
    assert ask(make_context(), "aggregate", count(there)).rows == ask(make_context(), "aggregate", count()).rows
    assert ask(make_context(), "aggregate", count({**there, "negate": True})).rows == [[0]]


def test_every_query_reads_back_and_parses_to_what_ran(make_context):
    queries = []
    for question in QUESTIONS:
        made = make_context(question.to_profile())
        ask(made, question.operator, question.arguments)
        queries += made.queries
    for query in queries:
        assert text(parse(query.gremlin)) == query.gremlin
        assert query.read_back
        assert set(query.verifier) == {
            "P1_window_on_destination",
            "P2_threshold_on_edge",
            "P3_entity_bracket",
            "P4_anchor_by_tilde_id",
        }
