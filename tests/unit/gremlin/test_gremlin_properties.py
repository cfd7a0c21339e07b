"""Properties over generated trees and texts: printing and parsing are inverse; nothing that passes mutates."""

from __future__ import annotations

import random
import re
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.gremlin import (
    AssessConfig,
    ParseError,
    PolicyConfig,
    PolicyError,
    abstract,
    add_limit,
    assess,
    canonical,
    explain,
    fill,
    judge,
    parse,
    text,
    verify,
)
from engine.gremlin.steps import FORBIDDEN, MUTATING, SOURCE
from engine.gremlin.tree import Literal, Step, Traversal, Variable
from tests.support.gremlin_trees import all_names, near_gremlin, reading_names, traversals

PRIVATE_READERS = [
    "",
    ".values('email')",
    ".values()",
    ".valueMap()",
    ".valueMap(true)",
    ".elementMap()",
    ".properties()",
    ".propertyMap()",
    ".properties('email').value()",
    ".has('email', 'x').count()",
    ".has('contact', 'email', 'x')",
    ".order().by('email')",
    ".group().by('email')",
    ".project('a').by('email')",
    ".where(__.values('email').is('x'))",
    ".hasNot('email')",
    ".properties().hasKey('email')",
    ".format('%{email}')",
    ".dedup().by('email')",
    ".valueMap('name', 'email')",
    ".properties().hasKey(P.startingWith('e'))",
    ".union(__.values('email'))",
    "",
][1:-1]

relaxed = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@relaxed
@given(traversals(all_names))
def test_parse_is_the_inverse_of_text(traversal: Traversal) -> None:
    written = text(traversal)
    assert parse(written) == traversal
    assert text(parse(written)) == written


@relaxed
@given(traversals(all_names))
def test_nothing_that_policy_passes_contains_a_mutating_step(traversal: Traversal) -> None:
    refusal = _refusal(traversal)
    if refusal is not None:
        assert refusal.message
        assert refusal.hint
        return
    assert not (MUTATING | SOURCE | frozenset(FORBIDDEN)) & _names(text(traversal))


def _refusal(traversal: Traversal) -> PolicyError | None:
    try:
        judge(traversal)
    except PolicyError as error:
        return error
    return None


def _names(written: str) -> set[str]:
    """Names before a bracket, outside of strings: read from the text, so that no walk of ours is trusted."""
    bare = re.sub(r"'(?:[^'\\]|\\.)*'", "''", written)
    return set(re.findall(r"(?<![\w.])(?:__|g)?\.?(\w+)\(", bare)) | set(re.findall(r"\.(\w+)\(", bare))


@relaxed
@given(st.data())
def test_a_mutation_anywhere_is_refused_by_name(data: st.DataObject) -> None:
    traversal = data.draw(traversals(reading_names))
    name = data.draw(st.sampled_from(sorted(MUTATING)))
    holder = data.draw(
        st.sampled_from(["where", "union", "by", "sideEffect", "local", "option", "inject", "choose"])
    )
    hidden = Step(holder, (Traversal("__", (Step("out"), Step(name))),))
    place = data.draw(st.integers(1, len(traversal.steps)))
    mutated = Traversal("g", (*traversal.steps[:place], hidden, *traversal.steps[place:]))
    with pytest.raises(PolicyError) as caught:
        judge(parse(text(mutated)))
    assert caught.value.code == "mutation"
    assert f"{name}()" in caught.value.message


@relaxed
@given(near_gremlin)
def test_no_text_crashes(written: str) -> None:
    found = assess(written)
    assert found.ok == (found.traversal is not None)
    if found.traversal is not None:
        assert parse(found.text) == found.traversal


@relaxed
@given(traversals(reading_names))
def test_every_judgement_holds_for_every_tree(traversal: Traversal) -> None:
    assert explain(traversal).endswith(".")
    assert len(verify(traversal).as_dict()) == 4
    limited, added = add_limit(traversal, 10)
    assert added == (limited != traversal)
    assert add_limit(limited, 10) == (limited, False)


@relaxed
@given(traversals(reading_names))
def test_canonical_text_is_stable(traversal: Traversal) -> None:
    first = canonical(traversal)
    assert canonical(parse(first)) == first


@relaxed
@given(traversals(reading_names.filter(lambda name: name != "not")))
def test_a_template_filled_with_what_was_taken_out_is_the_query(traversal: Traversal) -> None:
    scalars = {"string", "int", "long", "double", "datetime", "bool"}
    values = [
        value.value
        for step in traversal.walk()
        for value in step.args
        if isinstance(value, Literal) and value.kind in scalars and value.value == value.value
    ]
    template = abstract(traversal, values)
    assert fill(template) == traversal
    kept = {value.name for step in traversal.walk() for value in step.args if isinstance(value, Variable)}
    assert not kept & {slot.name for slot in template.slots}


def test_ten_thousand_characters_of_random_steps_take_at_most_50_ms() -> None:
    parse("g.V()")
    rng = random.Random(7)
    whole = [
        "out('a')",
        "in('b')",
        "has('x', 1)",
        "where(__.out())",
        "values('n')",
        "by(desc)",
        "has('d', P.gt(5))",
    ]
    steps = [*whole, "drop()", "foo()", "has(", ")", "not(", "'", "/*", "[1, 2]", "“", "union(out(), in())"]
    times = []
    for broken in (False, True) * 10:
        written = "g.V()"
        while len(written) < 10_000:
            written += "." + rng.choice(steps if broken else whole)
        started = time.process_time()
        try:
            parse(written)
        except ParseError:
            assert broken
        times.append(time.process_time() - started)
    assert sorted(times)[len(times) // 2] <= 0.050


@pytest.mark.parametrize(
    "unit", ["where(", "not(", "[", "{", "(", "P.not(", "['a': ", "\\'", "'\\", "“", "/*", "'''"]
)
def test_what_repeats_for_ever_is_refused_at_once(unit: str) -> None:
    for written in (unit * 2_000, "g.V()." + unit * 2_000, "g.V().has(" + unit * 2_000 + ")" * 2_000):
        started = time.process_time()
        assert not assess(written).ok
        assert time.process_time() - started < 1


def test_depth_has_a_named_limit() -> None:
    def nested(depth: int) -> str:
        return "g.V().hasLabel('a')" + ".where(__.out()" * depth + ")" * depth

    assert parse(nested(40))
    with pytest.raises(ParseError) as caught:
        parse(nested(400))
    assert caught.value.code == "too_deep"


def test_private_properties_never_pass() -> None:
    config = AssessConfig(policy=PolicyConfig(private_properties=frozenset({"email"})))
    start = "g.V().hasLabel('contact')"
    for reader in PRIVATE_READERS:
        found = assess(start + reader, config)
        assert found.error is not None, reader
        assert found.error.code == "private_property", (reader, found.error.message)
    assert assess(start + ".valueMap('name')", config).ok
    assert assess(start + ".has('name', 'email')", config).ok
