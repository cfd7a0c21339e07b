"""The verifier against a set of queries labelled by hand from SEGRA's Appendix C, in both modes."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.gremlin import VerifierConfig, parse, verify

KEYS = {
    "P1": "P1_window_on_destination",
    "P2": "P2_threshold_on_edge",
    "P3": "P3_entity_bracket",
    "P4": "P4_anchor_by_tilde_id",
}
CONFIG = VerifierConfig(low="2024-01-01T00:00:00Z", high="2024-07-01T00:00:00Z")
ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "verifier.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=[f"{number}" for number in range(1, len(ROWS) + 1)])
def test_labels_of_the_paper(row: dict[str, Any]) -> None:
    record = verify(parse(row["gremlin"]), CONFIG).as_dict()
    found = {short: record[key]["pass"] for short, key in KEYS.items()}
    assert found == {short: row[short] != "fail" for short in KEYS}, row["why"]
    for short, key in KEYS.items():
        assert (record[key]["reason"] is None) == found[short], short


@pytest.mark.parametrize("row", [row for row in ROWS if "strict" in row], ids=lambda row: row["gremlin"][:60])
def test_labels_of_the_strict_mode(row: dict[str, Any]) -> None:
    record = verify(parse(row["gremlin"]), replace(CONFIG, strict=True)).as_dict()
    found = {short: record[key]["pass"] for short, key in KEYS.items()}
    assert found == {short: row["strict"][short] != "fail" for short in KEYS}, row["why"]


def test_the_set_is_large_and_covers_every_outcome() -> None:
    assert len(ROWS) >= 200
    assert all(row["why"] for row in ROWS)
    for short in KEYS:
        outcomes = Counter(row[short] for row in ROWS)
        assert outcomes["pass"] >= 10
        assert outcomes["fail"] >= 10
        assert short == "P4" or outcomes["vacuous"] >= 10


def test_record_has_the_four_keys_of_the_paper() -> None:
    record = verify(parse("g.V().hasLabel('case').count()"), CONFIG).as_dict()
    assert list(record) == list(KEYS.values())
    assert all(set(verdict) == {"pass", "reason"} for verdict in record.values())


def test_reason_names_the_offending_step_and_its_place() -> None:
    gremlin = "g.V('c').out('hasReason').bothE('similarReason').otherV()"
    reason = verify(parse(gremlin), CONFIG).as_dict()["P2_threshold_on_edge"]["reason"]
    assert "bothE('similarReason')" in str(reason)
    assert f"character {gremlin.index('bothE') + 1}" in str(reason)


def test_pairs_score_and_anchor_come_from_the_configuration() -> None:
    config = VerifierConfig(
        pairs=(("alike", "about"),), score_property="weight", case_label="ticket", windowed=False
    )
    good = "g.V('t').out('about').outE('alike').has('weight', P.gte(0.5)).inV().in('about')"
    assert verify(parse(good), config).passed
    assert verify(parse("g.V('t').bothE('similarReason').otherV()"), config).passed
    record = verify(parse("g.V().has('ticket', 'id', 't').bothE('alike').otherV()"), config).as_dict()
    assert [verdict["pass"] for verdict in record.values()] == [True, False, False, False]


def test_without_known_ends_any_interval_of_moments_is_the_window() -> None:
    hop = "out('hasReason').bothE('similarReason').has('similarityScore', P.gte(0.7)).otherV().in('hasReason')"
    walk = f"g.V('c').{hop}"
    rolling = VerifierConfig()
    within = ".has('createdAt', P.between(datetime('2024-02-01'), datetime('2024-03-01')))"
    assert verify(parse(walk + within), rolling).p1.passed
    assert not verify(parse(walk + ".has('age', P.between(1, 5))"), rolling).p1.passed
    assert not verify(parse(walk), rolling).p1.passed
