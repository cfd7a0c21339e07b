"""A swimming pool as a schema made by hand: labels that are doings, who does them, and what they are done to."""

from __future__ import annotations

from engine.catalog.catalog import Catalog
from engine.graph.profile import Profile
from engine.graph.schema import PropertySchema
from tests.support.library import coded, edge, label, moment, names, schema

SCHEMA = schema(
    labels=(
        label(
            "reservation",
            900,
            PropertySchema("reservation_no", "string", 900, 900, samples=("RS-0017", "RS-0401", "RS-0899")),
            coded("status", Kept=700, Missed=200),
            moment("reserved_at"),
        ),
        label(
            "payment",
            300,
            PropertySchema("payment_no", "string", 300, 300, samples=("PM-0017", "PM-0201")),
            PropertySchema("amount", "number", 300, 40, low=5, high=90),
            moment("paid_on"),
        ),
        label(
            "leak",
            80,
            PropertySchema("leak_no", "string", 80, 80, samples=("LK-017", "LK-041")),
            coded("severity", Slight=60, Grave=20),
            PropertySchema("cost", "number", 80, 70, low=5, high=900),
            moment("reported_at"),
            moment("mended_at"),
        ),
        label(
            "inspection",
            200,
            PropertySchema("inspection_no", "string", 200, 200, samples=("IN-017", "IN-141")),
            moment("inspected_on"),
        ),
        label("lane", 12, names("lane_code", "LA", "LB", "LC"), coded("type", Warm=5, Cold=7)),
        label("member", 60, names("name", "Ann", "Bob"), coded("town", Delft=30, Ghent=30)),
        label("technician", 6, names("name", "Amir", "Bea")),
    ),
    edges=(
        edge("reserved_by", "reservation", "member"),
        edge("for_lane", "reservation", "lane"),
        edge("paid_by", "payment", "member"),
        edge("in_lane", "leak", "lane"),
        edge("mended_by", "leak", "technician"),
        edge("of_lane", "inspection", "lane"),
        edge("done_by", "inspection", "technician"),
    ),
)
PROFILE = Profile(name="pool", case_label="reservation", time_property="reserved_at")


def pool() -> Catalog:
    return Catalog.build(SCHEMA, PROFILE)
