"""Which figures and names of an answer have evidence: cases as data (grounding_cases.jsonl)."""

import datetime as dt
import json
import time
from pathlib import Path

import pytest

from engine.agent.grounding_check import check
from engine.answer import Query
from engine.operators.operator import Outcome
from engine.store.artifacts import Column

CASES = [json.loads(line) for line in (Path(__file__).parent / "grounding_cases.jsonl").read_text().splitlines()]


def _value(plain):
    if isinstance(plain, str) and plain.startswith("@"):
        return dt.datetime.fromisoformat(plain[1:])
    return plain


def _outcomes(tables):
    outcomes, queries = [], []
    for number, table in enumerate(tables):
        rows = [[_value(value) for value in row] for row in table["rows"]]
        units = table.get("units", [""] * len(table["columns"]))
        columns = tuple(Column(name, "json", unit) for name, unit in zip(table["columns"], units, strict=True))
        gremlin = table.get("gremlin", "g.V().hasLabel('case')")
        queries.append(Query(gremlin, "", list(rows), len(rows), "", 1.0, {}))
        more = {"total": table.get("total"), "notes": tuple(table.get("notes", ()))}
        outcomes.append(Outcome("find", "found", columns, rows, "", queries=(number,), **more))
    return outcomes, queries


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_figure_is_found_or_named(case):
    outcomes, queries = _outcomes(case["tables"])
    checked = check(case["text"], case.get("question", ""), outcomes, queries, case.get("known", ()))
    assert checked.missing == case["missing"]
    claimed = [claim.text for claim in checked.claims if claim.evidence]
    assert [text for text in case.get("found", []) if text not in claimed] == []
    assert [claim.text for claim in checked.claims if not claim.evidence] == case["missing"]
    if "fault" in case:
        assert case["fault"] in " ".join(checked.faults)
    else:
        assert checked.faults == []


def test_evidence_points_at_the_cell():
    outcomes, queries = _outcomes(
        [
            {"columns": ["count"], "rows": [[7]]},
            {"columns": ["team", "count"], "rows": [["Alpha", 12], ["Beta", 5]]},
        ]
    )
    checked = check("Beta has 5.", "", outcomes, queries)
    name, number = checked.claims
    assert (name.evidence.query, name.evidence.row, name.evidence.column) == (1, 1, "team")
    assert (number.evidence.query, number.evidence.row, number.evidence.column) == (1, 1, "count")


def test_the_repair_names_what_is_missing():
    outcomes, queries = _outcomes([{"columns": ["count"], "rows": [[7]]}])
    checked = check("There are 8 and 9.", "", outcomes, queries)
    assert "8, 9" in checked.repair()
    assert checked.warnings() == ["Not found in the results: 8, 9."]


def test_a_large_result_is_checked_quickly():
    rows = [[f"agent-{number:05}", number] for number in range(1_000)]
    outcomes, queries = _outcomes([{"columns": ["name", "count"], "rows": rows}])
    text = "\n".join(f"- agent-{number:05}: {number}" for number in range(0, 1_000, 10))
    begun = time.perf_counter()
    checked = check(text, "", outcomes, queries)
    assert time.perf_counter() - begun < 2.0
    assert not checked.missing
