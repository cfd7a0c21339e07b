"""What the embedded engine's script looks like, and that it holds nothing but what the tree holds."""

from __future__ import annotations

import graphersal
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.graph.backend import Limits, Path, Property, QueryError, Vertex
from engine.graph.embedded import EmbeddedGraph
from engine.graph.script import MAX_ARGUMENTS, string_text
from engine.graph.translate import translate
from engine.gremlin import parse


@pytest.fixture(scope="module")
def modern() -> EmbeddedGraph:
    return EmbeddedGraph(graphersal.Graph.tinkerpop_modern())


def rows(graph: EmbeddedGraph, gremlin: str) -> list:
    return graph.run(parse(gremlin)).rows


def script(gremlin: str, **options: frozenset[str]) -> str:
    return translate(parse(gremlin), 100, **options).text


@pytest.mark.parametrize(
    ("gremlin", "wanted"),
    [
        ("g.V().has('age', 29)", 'g.V().has("age", P.eq(29))'),
        ("g.V().group().by(keys)", "by(__.select(Column.keys))"),
        ("g.V().order(local).by(values, desc)", "order(Scope.local).by(Column.values, Order.desc)"),
        ("g.V().order().by('age', decr)", 'by("age", Order.desc)'),
        ("g.V().aggregate(local, 'x').cap('x')", 'store("x").cap("x")'),
        ("g.V().aggregate(global, 'x')", 'aggregate("x")'),
        ("g.V().has('name', null)", 'has("name", ())'),
        ("g.inject(5L, 1.5f, true)", "g.inject(5, 1.5, true)"),
        ("g.V().has('age', within(1, 2))", "P.within(1, 2)"),
        ("g.V().has('age', gt(1).and(lt(5)).or(eq(9)))", "P.gt(1).and(P.lt(5)).or(P.eq(9))"),
        ("g.V().has('age', not(gt(1)))", "P.not(P.gt(1))"),
        ("g.V().groupCount().by(label).select('person')", "by(__.count()).unfold().where"),
        ("g.E().valueMap()", "valueMap().by(__.unfold())"),
        ("g.V().where(out())", "where(__.out())"),
    ],
)
def test_spellings(gremlin: str, wanted: str) -> None:
    assert wanted in script(gremlin)


def test_more_arguments_than_a_function_takes_come_as_a_list() -> None:
    names = ", ".join(f"'n{i}'" for i in range(MAX_ARGUMENTS + 2))
    assert 'within(["n0", "n1"' in script(f"g.V().has('name', within({names}))")
    assert 'hasLabel(["n0", "n1"' in script(f"g.V().hasLabel({names})")


def test_a_chain_too_long_for_one_expression_is_cut_up(modern: EmbeddedGraph) -> None:
    chain = "g.V()" + ".identity()" * 300 + ".count()"
    assert rows(modern, chain) == [6]


def test_many_branches(modern: EmbeddedGraph) -> None:
    branches = ", ".join(f"__.is(P.lt({limit})).constant({limit})" for limit in range(1, 80))
    assert sorted(rows(modern, f"g.V().values('age').coalesce({branches})")) == [28, 30, 33, 36]


def test_list_keys_stand_for_several_values() -> None:
    tags = frozenset({"tags"})
    assert '.where(__.values("tags").unfold().is("vpn"))' in script("g.V().has('tags', 'vpn')", list_keys=tags)
    assert '.hasLabel("case").where(__.values("tags")' in script(
        "g.V().has('case', 'tags', 'vpn')", list_keys=tags
    )
    assert 'values("tags").unfold()' in script("g.V().values('tags')", list_keys=tags)


@pytest.mark.parametrize(
    "step", ["propertyMap()", "timeLimit(10)", "pageRank()", "connectedComponent()", "call('x')"]
)
def test_a_missing_step_is_named(step: str) -> None:
    with pytest.raises(QueryError) as raised:
        script(f"g.V().{step}")
    assert step.split("(")[0] in raised.value.message
    assert raised.value.hint


def test_a_number_too_large_is_refused() -> None:
    with pytest.raises(QueryError, match="too large"):
        script("g.V().has('age', 99999999999999999999n)")


def test_the_smallest_number(modern: EmbeddedGraph) -> None:
    assert rows(modern, "g.inject(-9223372036854775808L)") == [-(2**63)]


@given(st.text())
def test_any_text_comes_through_unchanged(value: str) -> None:
    graph = graphersal.Graph()
    try:
        value.encode()
    except UnicodeEncodeError:
        return  # a lone surrogate is no text
    assert graph.execute(f"[{string_text(value)}]", policy=graphersal.AccessPolicy.deny_all()) == [value]


@pytest.mark.parametrize(
    "hostile",
    [
        '"); sleep(100); ("',
        "${sleep(100)}",
        '"); g.V().drop(); ("',
        "\\",
        '\\"',
        "`x`",
        "\x00",
        "a\u2028b",
        "*/ /*",
        "//",
    ],
)
def test_hostile_text_stays_text(modern: EmbeddedGraph, hostile: str) -> None:
    from engine.gremlin.tree import Literal, Step, Traversal

    query = Traversal("g", (Step("inject", (Literal(hostile, "string"),)),))
    assert modern.run(query, Limits(timeout=5)).rows == [hostile]


def test_nothing_can_be_written(modern: EmbeddedGraph) -> None:
    from engine.graph.backend import QueryTimeout

    for gremlin in ("g.addV('x')", "g.V().drop()", "g.V().property('age', 1)", "g.V().sideEffect(__.drop())"):
        with pytest.raises((QueryError, QueryTimeout)):
            rows(modern, gremlin)
    assert rows(modern, "g.V().count()") == [6]


def test_maps_keep_order_and_keys(modern: EmbeddedGraph) -> None:
    (row,) = rows(modern, "g.V().has('name', 'marko').project('z', 'a').by('name').by('age')")
    assert list(row.items()) == [("z", "marko"), ("a", 29)]
    (counts,) = rows(modern, "g.V().hasLabel('person').groupCount().by('age').order(local).by(keys, desc)")
    assert list(counts) == [35, 32, 29, 27]
    (nested,) = rows(modern, "g.V().hasLabel('person').group().by('age').by(__.groupCount().by('name'))")
    assert nested[29] == {"marko": 1}


def test_elements_paths_and_properties(modern: EmbeddedGraph) -> None:
    assert rows(modern, "g.V('1')") == [Vertex("1", "person")]
    (path,) = rows(modern, "g.V('1').outE('created').inV().path().by('name').by(label)")
    assert path == Path(("marko", "created", "lop"))
    assert rows(modern, "g.V('1').properties('age')") == [Property("age", 29)]


@pytest.mark.parametrize(
    ("gremlin", "wanted"),
    [
        ("match(__.as('a').out('created').as('b'), __.as('b').in('created').as('c'))", 10),
        ("match(__.as('a').out('created').as('b'), __.as('b').in('created').as('a'))", 4),
        ("match(__.as('a').out('knows').as('b'), __.not(__.as('b').out('created')))", 1),
        ("match(__.as('b').out('created').as('c'), __.as('a').out('knows').as('b'))", 2),
    ],
)
def test_match(modern: EmbeddedGraph, gremlin: str, wanted: int) -> None:
    """Counted by hand on the modern graph."""
    assert rows(modern, f"g.V().{gremlin}.count()") == [wanted]


def test_a_match_that_cannot_be_ordered(modern: EmbeddedGraph) -> None:
    with pytest.raises(QueryError, match="match"):
        rows(modern, "g.V().match(__.as('a').out().as('b'), __.as('x').out().as('y'))")


def test_a_result_beyond_the_engines_text_limit_gives_what_fits() -> None:
    graph = graphersal.Graph()
    graph.execute('for i in 0..40 { g.addV("note").property("text", t).iterate(); }', params={"t": "x" * 900_000})
    backend = EmbeddedGraph(graph)
    found = backend.run(parse("g.V().hasLabel('note').values('text')"), Limits(rows=100, bytes=4_000_000))
    assert found.truncated == "bytes"
    assert 1 <= len(found.rows) <= 4
    whole = backend.run(parse("g.V().hasLabel('note').values('text').fold()"), Limits(rows=100, bytes=4_000_000))
    assert (whole.rows, whole.truncated) == ([], "bytes")
