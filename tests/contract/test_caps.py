"""Time-out, row cap and byte cap on every engine; what runs away ends, and the next query answers."""

from __future__ import annotations

import time

import pytest

from engine.graph.backend import GraphBackend, Limits, QueryError, QueryTimeout, Vertex
from engine.gremlin import parse
from engine.gremlin.tree import Traversal

RUNAWAYS = (
    "g.V().repeat(__.both()).emit().path().count()",
    "g.V().repeat(__.both()).until(__.has('name', 'nobody')).path()",
    "g.V().repeat(__.both()).times(32).path().count()",
)


@pytest.mark.parametrize("gremlin", RUNAWAYS)
def test_a_runaway_ends_in_time_and_the_next_query_answers(grateful: GraphBackend, gremlin: str) -> None:
    limits = Limits(timeout=2.0)
    grateful.run(parse("g.V().limit(1)"))  # the connection is open, the server warm
    started = time.monotonic()
    with pytest.raises((QueryTimeout, QueryError)) as raised:
        grateful.run(parse(gremlin), limits)
    assert time.monotonic() - started < 1.5 * limits.timeout
    assert raised.value.hint
    assert "at " not in raised.value.message.split("\n")[-1][:3]
    assert grateful.run(parse("g.V().hasLabel('song').count()"), Limits(timeout=20)).rows == [584]


def test_row_cap(grateful: GraphBackend) -> None:
    songs = parse("g.V().hasLabel('song').values('name')")
    cut = grateful.run(songs, Limits(timeout=20, rows=10))
    assert (len(cut.rows), cut.truncated) == (10, "rows")
    whole = grateful.run(songs, Limits(timeout=20, rows=584))
    assert (len(whole.rows), whole.truncated) == (584, "")


def test_byte_cap_on_many_rows(grateful: GraphBackend) -> None:
    cut = grateful.run(parse("g.V().hasLabel('song').valueMap()"), Limits(timeout=20, bytes=5_000))
    assert cut.truncated == "bytes"
    assert 0 < len(cut.rows) < 584
    assert sum(len(str(row)) for row in cut.rows) < 10_000


def test_byte_cap_on_one_large_row(grateful: GraphBackend) -> None:
    cut = grateful.run(parse("g.V().hasLabel('song').values('name').fold()"), Limits(timeout=20, bytes=1_000))
    assert (cut.rows, cut.truncated) == ([], "bytes")


def test_terminal_steps_say_how_many_rows(modern: GraphBackend) -> None:
    def rows(gremlin: str) -> list[object]:
        return modern.run(parse(gremlin)).rows

    assert len(rows("g.V().hasLabel('person').next(2)")) == 2
    assert len(rows("g.V().hasLabel('person').next()")) == 1
    assert rows("g.V().hasLabel('person').hasNext()") == [True]
    assert rows("g.V().hasLabel('nothing').hasNext()") == [False]
    assert sorted(map(str, rows("g.V().hasLabel('software').values('lang').toSet()"))) == ["java"]


def test_vertices_carry_no_properties(modern: GraphBackend) -> None:
    """A bare vertex would show private properties otherwise."""
    (row,) = modern.run(parse("g.V().has('name', 'marko')")).rows
    assert isinstance(row, Vertex)
    assert (row.label, row.properties) == ("person", {})


@pytest.mark.parametrize(
    "gremlin",
    ["g.V().has('name', 'marko').valueMap()", "g.V().has('name', 'marko').elementMap()"],
)
def test_private_properties_never_appear(modern_private: GraphBackend, gremlin: str) -> None:
    (row,) = modern_private.run(parse(gremlin)).rows
    assert isinstance(row, dict)
    assert "name" in row
    assert "age" not in row
    assert "age" not in modern_private.schema().vertices["person"].properties


def test_errors_name_the_cause_without_a_stack_trace(modern: GraphBackend) -> None:
    with pytest.raises(QueryError) as raised:
        modern.run(parse("g.V().hasLabel('person').values('name').sum()"))
    said = raised.value.message
    assert "\n" not in said
    assert "java." not in said
    assert len(said) < 450


def test_many_threads_at_once(modern: GraphBackend) -> None:
    from concurrent.futures import ThreadPoolExecutor

    query: Traversal = parse("g.V().hasLabel('person').values('age').sum()")
    with ThreadPoolExecutor(12) as threads:
        found = list(threads.map(lambda _: modern.run(query, Limits(timeout=30)).rows, range(60)))
    assert found == [[123]] * 60
