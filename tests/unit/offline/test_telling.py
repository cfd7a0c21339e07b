"""Operator calls in words: relations of every manner from both ends, and every kind of condition, by table."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from engine.agent.offline.composing import composed
from engine.agent.offline.reading import Reading
from engine.agent.offline.telling.grouped import grouped, without
from engine.agent.offline.telling.result import Result
from engine.agent.offline.telling.values import amount, text
from engine.agent.offline.telling.wording import Wording
from engine.agent.offline.tidying import tidied
from engine.catalog.catalog import Catalog
from engine.catalog.wording import noun
from engine.graph.profile import Profile
from engine.graph.schema import EdgeEnds, EdgeLabel, Schema
from engine.operators.params import (
    Aggregate,
    Compare,
    Condition,
    DegreeCondition,
    Filter,
    GroupBy,
    Having,
    Hop,
    Ref,
)
from tests.support.library import NOW, SCHEMA, label, library, names

DATA = Path(__file__).parent / "data"
FILTER: TypeAdapter[Filter] = TypeAdapter(Filter)


def rows(file: str) -> list[list[str]]:
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        return [row for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if row]


@cache
def joined(edge: str, start: str, end: str) -> Wording:
    """Two labels that one relation joins."""
    labels = {name: label(name, 9, names("name", "Oslo", "7")) for name in (start, end)}
    edges = {edge: EdgeLabel(edge, 9, (EdgeEnds(start, end, 9),))}
    return Wording(Catalog.build(Schema(vertices=labels, edges=edges, discovered_at=NOW), Profile(name="two")))


def asked(way: str, edge: str) -> Filter:
    """``out is Oslo``, ``in not 7``, ``out none``, ``in more 2``."""
    direction, kind, *given = way.split()
    path = (Hop(edge=edge, direction="out" if direction == "out" else "in"),)
    if kind == "more":
        return DegreeCondition(path=path, op="gt", value=int(given[0]))
    if kind in ("some", "none"):
        return Condition(path=path, negate=kind == "none")
    return Condition(path=path, property="name", op="eq", value=given[0], negate=kind == "not")


@pytest.mark.parametrize(("edge", "start", "end", "way", "said"), rows("relations.tsv"))
def test_relations(edge: str, start: str, end: str, way: str, said: str):
    told = joined(edge, start, end).some(start if way.startswith("out") else end, [asked(way, edge)])
    assert told == said


@pytest.mark.parametrize(("filters", "said"), rows("conditions.tsv"))
def test_conditions(filters: str, said: str):
    assert Wording(library()).some("loan", [FILTER.validate_python(each) for each in json.loads(filters)]) == said


@pytest.mark.parametrize(
    ("given", "unit", "fixed", "said"),
    [
        (0.5, "seconds", False, "0.5 seconds"),
        (90, "seconds", False, "1.5 minutes"),
        (1, "hours", False, "1 hour"),
        (47.9, "hours", False, "47.9 hours"),
        (299 / 60, "hours", False, "4.98 hours"),  # no 5 hours
        (4.999, "hours", False, "5.00 hours"),
        (0.1 * 3 * 10, "hours", False, "3 hours"),
        (48, "hours", False, "2 days"),
        (50.38, "hours", False, "2.1 days"),
        (50.38, "hours", True, "50.38 hours"),
        (1, "days", True, "1 day"),
        (12_345.5, "", False, "12,345.50"),
        (0, "hours", False, "0 minutes"),
    ],
)
def test_amounts(given: float, unit: str, fixed: bool, said: str):
    assert amount(given, unit, fixed=fixed) == said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((55.8, 44.8), ("2.3 days", "1.9 days")),
        ((264, 0.1), ("264 hours", "0.1 hours")),
        ((299 / 60, 3, 1.5), ("5.0 hours", "3 hours", "1.5 hours")),
        ((48.96, 48.48, 45.6, 48.48), ("2.04 days", "2.02 days", "1.90 days", "2.02 days")),
        ((0.5, 0), ("30 minutes", "0 minutes")),
        ((0, 0), ("0 minutes", "0 minutes")),
        ((3, None), ("3 hours", "(none)")),
    ],
)
def test_amounts_that_stand_together_have_one_unit(given: tuple[float | None, ...], said: tuple[str, ...]):
    assert tuple(amount(each, "hours", beside=given) for each in given) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("CRITICAL", "CRITICAL"),
        ("United Kingdom", "United Kingdom"),
        ("Wi-Fi", "Wi-Fi"),
        ("left", "left"),
        ("flight attendant", "“flight attendant”"),
        ("Identity and Access", "“Identity and Access”"),
        ("Say no. Then go", "“Say no. Then go”"),
        ("", "“”"),
    ],
)
def test_text_values(value: str, said: str):
    assert text(value) == said


@pytest.mark.parametrize(
    ("name", "one", "many"),
    [
        ("case", "case", "cases"),
        ("category", "category", "categories"),
        ("symptoms", "symptom", "symptoms"),
        ("aircraft", "aircraft", "aircraft"),
        ("person", "person", "people"),
        ("status", "status", "statuses"),
        ("crewMember", "crew member", "crew members"),
        ("headOfState", "head of state", "heads of state"),
        ("languageUsed", "language used", "languages used"),
    ],
)
def test_nouns(name: str, one: str, many: str):
    assert (noun(name, 1), noun(name)) == (one, many)


def test_a_call_says_nothing_twice_and_nothing_that_is_always_true():
    lost = Condition(property="status", op="eq", value="Lost")
    branch = Hop(edge="atBranch")
    call = Aggregate(
        label="loan",
        filters=(
            lost,
            Condition(property="issuedAt"),  # all loans have it
            lost,
            Condition(path=(branch,)),  # what follows asks for more
            Condition(path=(branch,), property="name", op="eq", value="Harbour"),
            Condition(property="desk", negate=True),
        ),
    )
    found = tidied(call, SCHEMA)
    assert isinstance(found, Aggregate)
    assert found.filters == (lost, call.filters[4], call.filters[5])


LOST = Condition(property="status", op="eq", value="Lost")
BY_READER = GroupBy(ref=Ref(property="name", path=(Hop(edge="borrowedBy", direction="out"),)))
BY_MONTH = GroupBy(ref=Ref(property="issuedAt"), bucket="month")


@pytest.mark.parametrize(
    ("by", "having", "notes", "said"),
    [
        (BY_READER, Having(op="gt", value=5), [], "No reader has more than 5 loans with status Lost."),
        (BY_READER, Having(op="eq", value=1), [], "No reader has exactly 1 loan with status Lost."),
        (BY_MONTH, Having(op="gte", value=500), [], "No month has at least 500 loans with status Lost."),
        (
            BY_READER,
            None,
            ["3 loans have no reader and are left out."],
            "No reader is known of loans with status Lost.",
        ),
        (BY_READER, None, [], "There are no loans with status Lost."),
    ],
)
def test_no_group_is_told_by_what_none_has(by: GroupBy, having: Having | None, notes: list[str], said: str):
    """That no group holds so many is not that there is nothing."""
    params = Aggregate(label="loan", filters=(LOST,), group_by=(by,), having=having)
    assert grouped(Wording(library()), params, Result([], [], [], 0, notes)) == said


def fewest(by: GroupBy, *filters: Filter, total: int, **more: object) -> list[str]:
    """What is told of those that have none beside some groups, of which there are ``total``."""
    params = Aggregate(label="loan", filters=filters, group_by=(by,), **more)  # type: ignore[arg-type]
    return without(Wording(library()), params, Result([], [], [["Ada", 1]], total, []))


def test_of_the_fewest_it_is_told_that_those_with_none_are_not_among_them():
    """Groups are found by what is in them; a reader without any loan would have the fewest."""
    told, everybody = ["Readers that have none are not among them."], SCHEMA.vertices["reader"].count
    first: dict[str, object] = {"order": "asc", "limit": 1}
    assert fewest(BY_READER, total=everybody - 1, **first) == told
    assert fewest(BY_READER, total=everybody, **first) == []
    assert fewest(BY_READER, LOST, total=3, **first) == told
    assert fewest(BY_READER, LOST, total=3, having=Having(op="lt", value=9)) == told
    assert fewest(BY_READER, LOST, total=3, having=Having(op="gt", value=9)) == []
    assert fewest(GroupBy(ref=Ref(property="status")), total=3, **first) == []
    assert fewest(BY_MONTH, total=3, **first) == ["Months that have none are not among them."]


def test_what_is_asked_of_one_thing_is_told_once():
    to_reader = (Hop(edge="borrowedBy", direction="out"),)
    asked = [
        Condition(path=to_reader, property="town", op="eq", value="Delft"),
        LOST,
        Condition(path=to_reader, property="name", op="neq", value="Ada"),
    ]
    told = Wording(library()).some("loan", asked)
    assert told.count("reader") == 1
    assert ("town Delft" in told, "Ada" in told, "status Lost" in told) == (True, True, True)


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        (
            {"met deadline": Condition(property="metDeadline", op="eq", value=True),
             "not met deadline": Condition(property="metDeadline", op="eq", value=False)},
            "met deadline has more loans: 54 against 36 for not met deadline.",
        ),
        (
            {f"priority {n}": Condition(property="priority", op="eq", value=n) for n in (1, 2)},
            "priority 1 has more loans: 54 against 36 for priority 2.",
        ),
        (
            {desk: Condition(property="desk", op="eq", value=desk) for desk in ("Annex", "Main Hall")},
            "Annex has more loans (by desk): 54 against 36 for Main Hall.",
        ),
        (
            {town: Condition(path=BY_READER.ref.path, property="town", op="eq", value=town) for town in "AB"},
            "A has more loans (by town of the reader they are borrowed by): 54 against 36 for B.",
        ),
    ],
)  # fmt: skip
def test_what_sides_differ_by_is_told_where_their_names_do_not_say_it(sides: dict[str, Filter], said: str):
    params = Compare(sides=tuple((name, Aggregate(label="loan", filters=(one,))) for name, one in sides.items()))
    data = {"columns": [{"name": "side"}, {"name": "count"}], "rows": list(zip(sides, (54, 36), strict=True))}
    assert composed(Reading("answered", params, "compare"), data, library()) == said
