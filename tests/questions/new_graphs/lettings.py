"""Lettings: landlords, properties, tenants, leases, repairs and viewings.

What is hard here: three doings of one property, of which some have none; a contractor that is a mere value;
repairs that are not completed yet; amounts on three labels, of which two cost something; a boolean denied too.
"""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

from tests.questions.expect_core import Tables
from tests.questions.new_graphs.records import (
    BIRDS,
    COLOURS,
    Row,
    at,
    called,
    day,
    keyed,
    lasted,
    own,
    pick,
    read,
    stamp,
)

TODAY = dt.date(2026, 6, 1)
DOINGS = {"leases": "lease_no", "repairs": "repair_no", "viewings": "viewing_id"}


def lease(rng: random.Random, number: int) -> Row:
    """A lease of half a year, a year or two."""
    start = day(rng, dt.date(2022, 1, 1), 1500)
    end = start + dt.timedelta(days=rng.choice([182, 365, 730]))
    return {
        "lease_no": f"LS-{number:04d}",
        "property_ref": f"PR{rng.randrange(1, 86):03d}",
        "tenant_id": f"TN{rng.randrange(45):03d}",
        "start_date": start,
        "end_date": end,
        "deposit": rng.randrange(5, 30) * 100,
        "state": "ended" if end < TODAY else pick(rng, ["active", "terminated"], [9, 1]),
    }


def repair(rng: random.Random, number: int) -> Row:
    """A repair, with an end and a cost when it is done."""
    reported = at(rng, dt.date(2025, 1, 1), 510)
    done = rng.random() < 0.85
    return {
        "repair_no": f"RP-{number:05d}",
        "property_ref": f"PR{rng.randrange(1, 84):03d}",
        "category": pick(rng, ["plumbing", "electrical", "heating", "roof"], [4, 3, 3, 1]),
        "urgency": pick(rng, ["low", "normal", "urgent"], [3, 5, 2]),
        "reported_at": stamp(reported),
        "completed_at": stamp(reported + dt.timedelta(minutes=int(rng.lognormvariate(8.3, 1)))) if done else "",
        "cost": round(rng.lognormvariate(5, 0.7), 2) if done else "",
        "contractor": pick(rng, ["Pipeworks", "Sparkline", "Heatwave"], [3, 3, 2]),
    }


def make(rng: random.Random) -> dict[str, list[Row]]:
    """The rows of each file."""
    landlords = [
        {"landlord_id": f"L{number}", "name": called(number + 9), "phone": f"555-01{number:02d}"}
        for number in range(12)
    ]
    properties = [
        {
            "property_ref": f"PR{number:03d}",
            "type": pick(rng, ["flat", "house", "studio"], [5, 3, 2]),
            "city": pick(rng, ["Bristol", "Bath", "Cardiff"], [4, 2, 3]),
            "bedrooms": rng.randrange(1, 6),
            "rent": rng.randrange(12, 60) * 50,
            "furnished": pick(rng, ["yes", "no"], [1, 1]),
            "landlord_id": f"L{rng.randrange(11)}",
        }
        for number in range(1, 91)
    ]
    tenants = [
        {
            "tenant_id": f"TN{number:03d}",
            "full_name": f"{BIRDS[number % 8]} {COLOURS[number // 8 % 6]}",
            "country": pick(rng, ["Wales", "France", "Kenya"], [5, 2, 2]),
        }
        for number in range(48)
    ]
    leases = [lease(rng, number) for number in range(1, 161)]
    repairs = [repair(rng, number) for number in range(1, 501)]
    viewings = [
        {
            "viewing_id": f"VW{number:04d}",
            "property_ref": f"PR{rng.randrange(1, 88):03d}",
            "viewed_at": stamp(at(rng, dt.date(2025, 6, 1), 360, (9, 19))),
            "outcome": pick(rng, ["offer", "no interest", "pending"], [2, 6, 1]),
        }
        for number in range(1, 301)
    ]
    return {
        "landlords": landlords,
        "properties": properties,
        "tenants": tenants,
        "leases": leases,
        "repairs": repairs,
        "viewings": viewings,
    }


def joined(folder: Path) -> Tables:
    """The records with what they are linked to; landlords, properties and tenants with what they have."""
    found = {name: read(folder, name) for name in ("landlords", "properties", "tenants", *DOINGS)}
    landlords, tenants = keyed(found["landlords"], "landlord_id"), keyed(found["tenants"], "tenant_id")
    properties = keyed(found["properties"], "property_ref")
    for row in properties.values():
        row["landlord"] = landlords[row["landlord_id"]]["name"]
        row |= {name: own(found[name], "property_ref", row["property_ref"], key) for name, key in DOINGS.items()}
        row["repaired"] = len(row["repairs"])
        row["states"] = own(found["leases"], "property_ref", row["property_ref"], "state")
    for name in DOINGS:
        for row in found[name]:
            row |= {key: properties[row["property_ref"]][key] for key in ("city", "landlord", "furnished")}
    for row in found["repairs"]:
        row["hours"] = lasted(row["reported_at"], row["completed_at"], 3600)
    for row in found["viewings"]:
        row |= {"weekday": f"{row['viewed_at']:%A}", "hour": row["viewed_at"].hour}
    for row in landlords.values():
        row["properties"] = own(found["properties"], "landlord", row["name"], "property_ref")
        row["owned"] = len(row["properties"])
    for row in tenants.values():
        row["leases"] = own(found["leases"], "tenant_id", row["tenant_id"], "lease_no")
        row["states"] = own(found["leases"], "tenant_id", row["tenant_id"], "state")
    parties = [{"what": "landlord"} for _ in landlords] + [{"what": "tenant"} for _ in tenants]
    return {**found, "people": parties}
