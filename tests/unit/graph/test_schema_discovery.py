"""Types, small domains, ranges and samples of discovered properties; the cache."""

from __future__ import annotations

import datetime as dt

import pytest

from engine.errors import GraphdeskError
from engine.graph import remote_schema
from engine.graph.backend import GraphUnavailable
from engine.graph.domains import SMALL_DOMAIN, from_values, type_of
from engine.graph.schema import Schema
from engine.graph.schema_cache import SchemaCache

NOON = dt.datetime(2024, 3, 1, 12, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2], "integer"),
        ([1, 2.5], "number"),
        (["a"], "string"),
        ([True], "boolean"),
        ([NOON], "datetime"),
        ([[1]], "list"),
        ([["a", "b"], "a"], "list"),
        ([{"a": 1}], "map"),
        ([1, "a"], "other"),
        ([True, 1], "other"),
        ([None, 3], "integer"),
        ([], "other"),
    ],
)
def test_types(values: list, kind: str) -> None:
    assert type_of(values) == kind


def test_a_small_domain_is_listed_most_frequent_first() -> None:
    found = from_values("status", ["open"] * 3 + ["closed"] * 5 + ["held"], 9, complete=True)
    assert found.values == (("closed", 5), ("open", 3), ("held", 1))
    assert found.distinct == 3


def test_a_large_domain_is_sampled() -> None:
    found = from_values("number", [f"CS-{i}" for i in range(SMALL_DOMAIN + 1)], 51, complete=True)
    assert found.values == ()
    assert found.distinct == SMALL_DOMAIN + 1
    assert len(found.samples) == 5


def test_values_of_a_sample_are_listed_only_when_they_repeat() -> None:
    assert from_values("id", ["a", "b", "c"], 1_000, complete=False).values == ()
    assert len(from_values("flag", ["a", "b"] * 10, 1_000, complete=False).values) == 2


def test_each_label_says_whether_it_was_sampled() -> None:
    counts = {"g.V()": {"case": remote_schema.SAMPLE + 1, "team": 3}, "g.E()": {"handledBy": remote_schema.SAMPLE}}

    def rows(text: str, _seconds: float) -> list[object]:
        source, _, rest = text.partition(".groupCount()")
        return [counts[source]] if rest else []

    schema = remote_schema.discover(rows, frozenset())
    sampled = {label.name: label.sampled for label in (*schema.vertices.values(), *schema.edges.values())}
    assert sampled == {"case": remote_schema.SAMPLE, "team": None, "handledBy": None}


def test_a_property_with_several_values_at_one_vertex_is_a_list_on_servers() -> None:
    maps: list[object] = [{"name": ["a"], "tags": ["vpn"]}, {"name": ["b"], "tags": ["vpn", "urgent"]}]

    def rows(text: str, _seconds: float) -> list[object]:
        if ".groupCount()" in text:
            return [{"case": 2}] if text.startswith("g.V()") else []
        return maps if text.endswith("valueMap()") else []

    found = remote_schema.discover(rows, frozenset()).vertices["case"].properties
    assert {name: (p.type, p.count) for name, p in found.items()} == {"name": ("string", 2), "tags": ("list", 2)}


def test_ranges_of_numbers_and_dates() -> None:
    later = NOON + dt.timedelta(days=1)
    assert (
        from_values("n", [3, 1, 2], 3, complete=True).low,
        from_values("n", [3, 1], 2, complete=True).high,
    ) == (1, 3)
    found = from_values("at", [later, NOON], 2, complete=True)
    assert (found.low, found.high) == (NOON, later)


@pytest.mark.parametrize(
    ("values", "iso"),
    [
        (["2024-03-01", "2024-12-31"], True),
        (["2024-03-01T10:00:00Z"], True),
        (["2024-03-01T10:00:00+02:00"], True),
        (["2024-03-01 10:00"], True),
        (["2024-03-01", "soon"], False),
        (["20240301"], False),
        (["CS-2024-03-01"], False),
    ],
)
def test_iso_dates_kept_as_text_are_told(values: list[str], iso: bool) -> None:
    found = from_values("at", values, len(values), complete=True)
    assert (found.type, found.iso_dates) == ("string", iso)


def test_long_texts_are_cut_in_samples() -> None:
    (sample,) = from_values("text", ["x" * 5_000], 1, complete=False).samples
    assert len(str(sample)) < 300


def schema_of(age: dt.timedelta = dt.timedelta()) -> Schema:
    return Schema({}, {}, dt.datetime.now(dt.UTC) - age)


def test_the_cache_discovers_once_and_on_demand() -> None:
    made: list[Schema] = []

    def discover() -> Schema:
        made.append(schema_of())
        return made[-1]

    cache = SchemaCache(discover)
    assert cache.get() is cache.get()
    assert len(made) == 1
    assert cache.get(refresh=True) is made[1]


def test_the_cache_renews_what_is_old() -> None:
    made: list[Schema] = []

    def discover() -> Schema:
        made.append(schema_of(dt.timedelta(hours=1)))
        return made[-1]

    cache = SchemaCache(discover, max_age=dt.timedelta(minutes=1))
    cache.get()
    cache.get()
    assert len(made) == 2


def test_a_failed_refresh_keeps_the_schema() -> None:
    answers: list[Schema | GraphdeskError] = [schema_of(), GraphUnavailable("gone")]

    def discover() -> Schema:
        answer = answers.pop(0)
        if isinstance(answer, GraphdeskError):
            raise answer
        return answer

    cache = SchemaCache(discover)
    kept = cache.get()
    with pytest.raises(GraphUnavailable):
        cache.get(refresh=True)
    assert cache.get() is kept
