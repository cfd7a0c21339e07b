"""TinkerPop's own feature suite: every read traversal parses and prints, every mutation is refused by name."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine.gremlin import PolicyError, judge, parse, text
from engine.gremlin.tree import Traversal, Variable
from tests.shared import shared

# Told from the text alone, strings left out, so that the test does not trust the parser it tests.
MUTATING = re.compile(r"\b(addV|addE|property|drop|mergeV|mergeE)\(")
CHANGING = re.compile(r"\b(addV|addE|property|drop|mergeV|mergeE|io|read|write|call|tx)\(")
SOURCE = re.compile(r"\b(withStrategies|withoutStrategies|withSideEffect|withSack|withBulk|withPath|with)\(")


@pytest.fixture(scope="module")
def scenarios() -> list[dict[str, Any]]:
    path = shared("data/tinkerpop/traversals.jsonl")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def under_test(scenario: dict[str, Any]) -> str | None:
    """The traversal under test. Four scenarios hold a remark in its place ("not supported by this test suite")."""
    raw = next((raw for kind, raw, _ in scenario["trav"] if kind == "main"), None)
    return raw if raw and raw.startswith("g") else None


def bare(raw: str) -> str:
    return re.sub(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'', '""', raw)


def test_the_suite_is_the_one_counted(scenarios: list[dict[str, Any]]) -> None:
    assert len(scenarios) == 1017
    reading = [one for one in scenarios if not CHANGING.search(bare(under_test(one) or ""))]
    assert len(reading) == 901
    assert sum(under_test(one) is None for one in reading) == 4


def test_every_traversal_parses_and_prints_to_the_same_tree(scenarios: list[dict[str, Any]]) -> None:
    checked = 0
    for scenario in scenarios:
        raw = under_test(scenario)
        if raw is None:
            continue
        tree = parse(raw)
        assert parse(text(tree)) == tree, scenario["name"]
        assert text(parse(text(tree))) == text(tree), scenario["name"]
        checked += 1
    assert checked == 1013


def test_every_mutation_is_refused_by_name(scenarios: list[dict[str, Any]]) -> None:
    refused = 0
    for scenario in scenarios:
        for kind, raw, _ in scenario["trav"]:
            first = kind == "init" or raw == under_test(scenario)
            if not first or kind not in ("main", "init") or not (found := MUTATING.findall(bare(raw))):
                continue
            with pytest.raises(PolicyError) as caught:
                judge(parse(raw))
            assert caught.value.code == "mutation", raw
            assert any(f"{name}()" in caught.value.message for name in found), raw
            refused += 1
    assert refused == 127 + 97


def test_strategies_and_with_are_parsed_and_refused(scenarios: list[dict[str, Any]]) -> None:
    refused = 0
    for scenario in scenarios:
        raw = under_test(scenario)
        if raw is None or CHANGING.search(bare(raw)) or not SOURCE.search(bare(raw)):
            continue
        with pytest.raises(PolicyError) as caught:
            judge(parse(raw))
        outside = caught.value.code == "step_not_allowed" and re.search(r"\)\.\s*with\(", raw)
        assert caught.value.code == "source_config" or outside, raw
        refused += 1
    assert refused >= 130


def test_what_reaches_outside_is_refused_by_name(scenarios: list[dict[str, Any]]) -> None:
    seen = set()
    for scenario in scenarios:
        raw = under_test(scenario) or ""
        names = set(re.findall(r"\b(io|call|read|write)\(", bare(raw)))
        if not names or MUTATING.search(bare(raw)):
            continue
        with pytest.raises(PolicyError) as caught:
            judge(parse(raw))
        assert caught.value.code in names | {"io"}
        seen |= names
    assert {"io", "call"} <= seen


def test_every_refusal_has_a_message_and_a_hint(scenarios: list[dict[str, Any]]) -> None:
    for scenario in scenarios:
        raw = under_test(scenario)
        if raw is None:
            continue
        refusal = refusal_of(parse(raw))
        if refusal is not None:
            assert refusal.message
            assert refusal.hint
            assert refusal.position is not None


def test_parameters_are_variables_until_bound(scenarios: list[dict[str, Any]]) -> None:
    named = re.compile(r"\bparameter (\w+) defined")
    checked = 0
    for scenario in scenarios:
        raw = under_test(scenario)
        names = {name for line in scenario["params"] for name in named.findall(line) if not line.startswith("#")}
        names = {name for name in names if raw and re.search(rf"\b{name}\b", bare(raw))}
        if raw is None or not names or scenario["outline"]:
            continue
        assert names <= variables(parse(raw)), raw
        assert not names & variables(parse(raw, dict.fromkeys(names, "value"))), raw
        checked += 1
    assert checked >= 100


def refusal_of(traversal: Traversal) -> PolicyError | None:
    try:
        judge(traversal)
    except PolicyError as error:
        return error
    return None


def variables(traversal: Traversal) -> set[str]:
    found = set()

    def look(value: Any) -> None:
        if isinstance(value, Variable):
            found.add(value.name)
        for name in ("args", "items", "entries", "steps"):
            for item in getattr(value, name, ()):
                for part in item if isinstance(item, tuple) else (item,):
                    look(part)

    look(traversal)
    return found
