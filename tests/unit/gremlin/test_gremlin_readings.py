"""The normaliser, limits, templates and the builder, against tables written by hand."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest

from engine.gremlin import (
    CanonicalConfig,
    SlotError,
    abstract,
    add_limit,
    canonical,
    fill,
    parse,
    text,
)
from engine.gremlin.build import Order as Sort
from engine.gremlin.build import P as Is
from engine.gremlin.build import T, TextP, __, all_of, any_of, g, negated


def table(name: str) -> list[tuple[str, ...]]:
    lines = (Path(__file__).parent / "data" / name).read_text("utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if line and not line.startswith("#")]


CONFIG = CanonicalConfig(low="2024-01-01", high="2024-07-01", anchor_edges=frozenset({"raisedBy"}))


@pytest.mark.parametrize(("verdict", "why", "one", "two"), table("canonical.tsv"))
def test_normaliser(verdict: str, why: str, one: str, two: str) -> None:
    first, second = (canonical(parse(query.replace("\\n", "\n")), CONFIG) for query in (one, two))
    assert (first == second) == (verdict == "same"), why
    assert canonical(parse(first), CONFIG) == first


@pytest.mark.parametrize(
    ("gremlin", "added"),
    [
        ("g.V().hasLabel('a')", True), ("g.V().hasLabel('a').values('x')", True), ("g.V('a').out().path()", True),
        ("g.V().hasLabel('a').count()", False), ("g.V().hasLabel('a').groupCount().by('x')", False),
        ("g.V().hasLabel('a').group().by('x').by(__.count())", False), ("g.V().hasLabel('a').fold()", False),
        ("g.V().hasLabel('a').values('x').mean()", False), ("g.V().hasLabel('a').limit(5)", False),
        ("g.V().hasLabel('a').limit(5).values('x')", False), ("g.V().hasLabel('a').limit(5).out()", True),
        ("g.V().hasLabel('a').range(0, 5)", False), ("g.V().hasLabel('a').range(5, -1)", True),
        ("g.V().hasLabel('a').tail()", False), ("g.V().hasLabel('a').sample(3)", False),
        ("g.V().hasLabel('a').limit(local, 5)", True), ("g.V().hasLabel('a').fold().count(local)", False),
        ("g.V().hasLabel('a').out().count(local)", True), ("g.V().hasLabel('a').groupCount('m')", True),
        ("g.V().hasLabel('a').groupCount('m').cap('m')", False), ("g.V().hasLabel('a').next()", False),
        ("g.V().hasLabel('a').next(5)", False), ("g.V().hasLabel('a').toList()", True),
        ("g.V().hasLabel('a').hasNext()", False),
        ("g.V().hasLabel('a').order().by('x').limit(3).valueMap('x')", False),
        ("g.V().hasLabel('a').groupCount().by('x').unfold()", True), ("g.inject(1, 2)", False),
        ("g.V().hasLabel('a').project('n').by(__.out().count())", True),
        ("g.V().hasLabel('a').limit(5).valueMap()", False),
        ("g.V().hasLabel('a').where(__.out().limit(1))", True), ("g.V().hasLabel('a').dedup().by('x')", True),
    ],
)  # fmt: skip
def test_limit_is_added_where_rows_are_unbounded(gremlin: str, added: bool) -> None:
    traversal = parse(gremlin)
    limited, was = add_limit(traversal, 50)
    assert was == added
    assert limited.terminal == traversal.terminal
    expected = re.sub(r"(\.toList\(\))?$", r".limit(50)\1", text(traversal), count=1) if added else text(traversal)
    assert text(limited) == expected


@pytest.mark.parametrize(
    ("gremlin", "limited"),
    [
        ("g.V().hasLabel('a').or().hasLabel('b')", "g.V().or(__.hasLabel('a'), __.hasLabel('b')).limit(50)"),
        (
            "g.V().hasLabel('a').and().has('x').or().has('y', 1).toList()",
            "g.V().or(__.and(__.hasLabel('a'), __.has('x')), __.has('y', 1)).limit(50).toList()",
        ),
    ],
)
def test_a_limit_behind_infix_conditions_limits_all_of_them(gremlin: str, limited: str) -> None:
    assert text(add_limit(parse(gremlin), 50)[0]) == limited


def test_a_template_takes_entities_out_and_puts_others_in() -> None:
    given = parse("g.V('c1').out('x').has('person', 'name', 'x').has('t', P.gt(datetime('2024-01-01'))).limit(5)")
    day = dt.datetime(2024, 1, 1, tzinfo=dt.UTC)
    template = abstract(given, ["c1", "x", day, 5])
    assert [(slot.type, slot.value) for slot in template.slots] == [
        ("id", "c1"), ("string", "x"), ("datetime", day), ("integer", 5),
    ]  # fmt: skip
    assert "out('x')" in text(template.traversal)  # an edge label is no entity
    assert "'c1'" not in text(template.traversal)
    assert fill(template) == given
    other = fill(template, {"slot_1": "c2", "slot_2": "it's", "slot_4": 7})
    assert text(other) == (
        "g.V('c2').out('x').has('person', 'name', 'it\\'s')"
        ".has('t', P.gt(datetime('2024-01-01T00:00:00Z'))).limit(7)"
    )


@pytest.mark.parametrize("values", [{"slot_1": 5}, {"slot_9": "x"}, {"slot_2": "3"}, {"slot_2": True}])
def test_a_slot_takes_its_type_only(values: dict[str, object]) -> None:
    template = abstract(parse("g.V().has('a', 'name', 'x').limit(5)"), ["x", 5])
    with pytest.raises(SlotError) as caught:
        fill(template, values)
    assert caught.value.hint


def test_builder_writes_what_the_parser_reads() -> None:
    built = (
        g.V()
        .hasLabel("case")
        .where(__.out("x").in_("y").has("n", all_of(Is.gte(3), Is.lt(9))))
        .not_(__.has("t", TextP.containing("it's")))
        .has("s", any_of(Is.eq("a"), Is.eq("b"), negated(Is.within("c", "d"))))
        .has("d", Is.gt(dt.datetime(2024, 1, 1, tzinfo=dt.UTC)))
        .as_("c")
        .order()
        .by("n", Sort.desc)
        .by(T.label)
        .limit(5)
    )
    written = (
        "g.V().hasLabel('case').where(__.out('x').in('y').has('n', P.gte(3).and(P.lt(9))))"
        ".not(__.has('t', TextP.containing('it\\'s')))"
        ".has('s', P.eq('a').or(P.eq('b')).or(P.within('c', 'd').negate()))"
        ".has('d', P.gt(datetime('2024-01-01T00:00:00Z'))).as('c')"
        ".order().by('n', Order.desc).by(T.label).limit(5)"
    )
    assert text(built.tree) == written
    assert parse(written) == built.tree


def test_builder_knows_the_steps_and_leaves_its_start_alone() -> None:
    start = g.V().hasLabel("a")
    start.out("x")
    assert text(start.tree) == "g.V().hasLabel('a')"
    with pytest.raises(AttributeError):
        g.V().frobnicate()
    with pytest.raises(AttributeError):
        Is.containing("x")
    with pytest.raises(TypeError):
        g.V(object())
