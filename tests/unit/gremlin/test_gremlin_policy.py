"""What policy lets through and what it refuses, each refusal by its code and naming the step at fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.gremlin import AssessConfig, Assessment, PolicyConfig, PolicyError, assess, judge, parse
from engine.gremlin.tree import Step, Traversal

ROWS = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "data" / "policy.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
CONFIG = PolicyConfig(similarity_edges=frozenset({"similarReason", "similarSymptoms", "similarRootCause"}))


@pytest.mark.parametrize(("verdict", "named", "gremlin"), ROWS, ids=[f"{row[0]} {row[2]}" for row in ROWS])
def test_verdict(verdict: str, named: str, gremlin: str) -> None:
    found: Assessment = assess(gremlin, AssessConfig(policy=CONFIG))
    if verdict == "ok":
        assert found.error is None
        return
    assert found.error is not None
    assert isinstance(found.error, PolicyError), found.error.message
    assert found.error.code == verdict, found.error.message
    assert named in found.error.message + found.error.hint
    assert found.error.hint
    assert found.error.position is not None
    assert found.error.excerpt


def test_position_is_that_of_the_step_at_fault() -> None:
    gremlin = "g.V('a').where(__.out().drop())"
    with pytest.raises(PolicyError) as caught:
        judge(parse(gremlin))
    assert caught.value.position is not None
    assert gremlin[caught.value.position.start : caught.value.position.end] == "drop()"


def test_a_built_tree_with_an_unknown_step_is_refused() -> None:
    with pytest.raises(PolicyError) as caught:
        judge(Traversal("g", (Step("V"), Step("frobnicate"))))
    assert caught.value.code == "unknown_step"


def test_known_properties_decide_on_label_and_id() -> None:
    has_label = parse("g.V().has('label', 'x')")
    judge(has_label, PolicyConfig(known_properties=frozenset({"label"})))
    with pytest.raises(PolicyError) as caught:
        judge(parse("g.V().has('case', 'id', 'x')"), PolicyConfig(known_properties=frozenset({"name"})))
    assert caught.value.code == "label_as_property"
    assert "hasId" in caught.value.hint
    judge(parse("g.V().has('case', 'id', 'x')"), PolicyConfig(known_properties=frozenset({"id"})))


def test_without_similarity_edges_edges_may_be_read_by_property() -> None:
    judge(parse("g.E().has('since', 2020).count()"))
    judge(parse("g.E().hasLabel('similarReason').count()"))
