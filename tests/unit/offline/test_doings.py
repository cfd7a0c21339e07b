"""What was spent, what was done how often and to what, and things set against things, over a swimming pool."""

from __future__ import annotations

from typing import Any

import pytest

from engine.agent.offline.reader import read
from tests.support.library import NOW
from tests.support.pool import pool
from tests.unit.offline.test_reader_shapes import at, bare, by, eq, ref, window

CATALOG = pool()


def of(label: str, *filters: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"label": label, **({"filters": list(filters)} if filters else {}), **more}


def total(name: str) -> dict[str, Any]:
    return {"measure": {"function": "sum", "of": ref(name)}}


def year(name: str, *edges: str, **more: object) -> dict[str, Any]:
    return {**window(name, "2024-01-01", "2025-01-01"), **at(*edges), **more}


def warm_lanes_inspected(op: str, *more: dict[str, Any]) -> dict[str, Any]:
    return {**at("<done_by"), "where": [eq("type", "Warm", "of_lane"), *more], "op": op, "value": 1}


PAID_BY = {**by("name", "paid_by"), **total("amount")}
UNINSPECTED = {**at("<of_lane"), "negate": True}
BY_TECHNICIAN, BY_LANE = by("name", "done_by"), by("lane_code", "for_lane")
GRAVE, WARM = eq("severity", "Grave"), eq("type", "Warm")

READ: dict[str, dict[str, Any]] = {
    # what things cost together, and what was paid
    "how much did leaks cost in 2024": of("leak", year("reported_at"), **total("cost")),
    "how much did grave leaks cost in total": of("leak", GRAVE, **total("cost")),
    "how much money did members pay in total": of("payment", **total("amount")),
    "who spent the most": of("payment", **PAID_BY, limit=1),
    "which member spent the most money in 2024?": of("payment", year("paid_on"), **PAID_BY, limit=1),
    "top 3 members who paid the most": of("payment", **PAID_BY, limit=3),
    "who paid the most in Delft": of("payment", eq("town", "Delft", "paid_by"), **PAID_BY, limit=1),
    # what was done, or not, to what, and when: the window is of the doing
    "lanes that were never inspected": of("lane", UNINSPECTED, limit=1000),
    "how many lanes have been inspected": of("lane", at("<of_lane")),
    "how many lanes were inspected in 2024": of("lane", year("inspected_on", "<of_lane")),
    "in 2024, how many lanes were inspected": of("lane", year("inspected_on", "<of_lane")),
    "which lanes were not inspected in 2024": of(
        "lane", year("inspected_on", "<of_lane", negate=True), limit=1000
    ),
    "how many lanes have not been reserved": of("lane", {**at("<for_lane"), "negate": True}),
    "technicians who never inspected a warm lane": of("technician", warm_lanes_inspected("lt"), limit=1000),
    "how many technicians inspected a warm lane in 2024": of(
        "technician", warm_lanes_inspected("gte", year("inspected_on"))
    ),
    # nobody's
    "unassigned leaks": of("leak", {**at("mended_by"), "negate": True}, limit=1000),
    "how many inspections are unassigned": of("inspection", {**at("done_by"), "negate": True}),
    # who did most often, and what it was done to most often
    "who reserved most often": of("reservation", **by("name", "reserved_by"), limit=1),
    "which technician inspected the most lanes": of("inspection", **BY_TECHNICIAN, limit=1),
    "which technician inspected the most warm lanes in 2024": of(
        "inspection", eq("type", "Warm", "of_lane"), year("inspected_on"), **BY_TECHNICIAN, limit=1
    ),
    "which lane was inspected most often": of("inspection", **by("lane_code", "of_lane"), limit=1),
    "which 3 lanes were reserved most often in 2024": of("reservation", year("reserved_at"), **BY_LANE, limit=3),
    # things against things
    "compare lanes and members": {"sides": [["lanes", of("lane")], ["members", of("member")]]},
    "compare the lanes with the grave leaks": {
        "sides": [["lanes", of("lane")], ["grave leaks", of("leak", GRAVE)]]
    },
    "compare leaks, inspections and payments": {
        "sides": [["leaks", of("leak")], ["inspections", of("inspection")], ["payments", of("payment")]]
    },
    "compare warm and cold": {"sides": [["Warm", of("lane", WARM)], ["Cold", of("lane", eq("type", "Cold"))]]},
    "compare Ann and Bob": {  # who they are says nothing of how many: the main things of each
        "sides": [[name, of("reservation", eq("name", name, "reserved_by"))] for name in ("Ann", "Bob")]
    },
}


@pytest.mark.parametrize("question", READ)
def test_read(question: str):
    reading = read(question, CATALOG, NOW)
    assert reading.params is not None, (reading.text, reading.choices)
    assert bare(reading.params.model_dump(mode="json", exclude_defaults=True)) == bare(READ[question])


@pytest.mark.parametrize(
    "question",
    [
        "how much did technicians pay",  # no payment is theirs
        "which technician spent the most",
        "how much did lanes cost",  # a lane has no price, and leaks are not named
        "how much do leaks cost",  # each, or together?
        "unassigned lanes",  # lanes are no one's to have
        "lanes that never inspected",  # lanes are inspected, technicians inspect
        "members that were never inspected",
        "which lane inspected most often",
        "which member inspected the most lanes",
        "who reserved the most leaks",
        "compare lanes and lanes",
    ],
)
def test_what_nobody_did_or_could_have_done_is_not_read(question: str):
    assert read(question, CATALOG, NOW).status != "answered"
