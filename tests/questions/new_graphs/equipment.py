"""The equipment of a hospital: wards, devices, technicians, the faults of devices and their inspections.

What is hard here: a device's ward is two steps from a fault; two doings of one technician at one device; faults
that nobody has; a state that is a verb too ("open"); a device type said in the plural, as if it were a label.
"""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

from tests.questions.expect_core import Tables
from tests.questions.new_graphs.records import Row, at, called, day, keyed, lasted, own, pick, read, stamp

FIRST = dt.date(2025, 1, 1)
WARDS = [
    ("Cardiology", 3),
    ("Maternity", 2),
    ("Radiology", 0),
    ("Surgery", 4),
    ("Paediatrics", 2),
    ("Oncology", 5),
]
TEAMS = ["Imaging", "Imaging", "Monitoring", "Monitoring", "Workshop", "Workshop", "Workshop"]
TYPES = ["ventilator", "infusion pump", "monitor", "ultrasound scanner", "defibrillator"]


def fault(rng: random.Random, number: int) -> Row:
    """A fault: fixed when it is closed, by nobody in one of seven."""
    reported = at(rng, FIRST, 510)
    status = pick(rng, ["closed", "open", "in progress"], [8, 1, 1])
    return {
        "fault_no": f"F-{number:05d}",
        "device_asset_no": f"EQ-{rng.randrange(1, 150):04d}",
        "technician_id": f"T{rng.randrange(6)}" if rng.random() < 0.85 else "",
        "severity": pick(rng, ["low", "medium", "high", "critical"], [3, 4, 2, 1]),
        "status": status,
        "escalated": pick(rng, ["true", "false"], [2, 8]),
        "reported_at": stamp(reported),
        "fixed_at": stamp(reported + dt.timedelta(minutes=int(rng.lognormvariate(7.5, 1.2))))
        if status == "closed"
        else "",
        "cost": round(rng.lognormvariate(5, 0.8), 2) if rng.random() < 0.7 else "",
    }


def make(rng: random.Random) -> dict[str, list[Row]]:
    """The rows of each file: a ward without devices, devices without faults, a technician without work."""
    devices = [
        {
            "asset_no": f"EQ-{number:04d}",
            "type": pick(rng, TYPES, [3, 5, 4, 2, 1]),
            "maker": pick(rng, ["Borea", "Cirrus", "Aspen"], [3, 3, 2]),
            "price": rng.randrange(5, 400) * 100,
            "bought_on": day(rng, dt.date(2015, 1, 1), 3600),
            "ward_id": f"W{pick(rng, range(6), [5, 3, 4, 5, 2, 0])}",
            "status": pick(rng, ["in use", "in repair", "retired"], [8, 1, 1]),
        }
        for number in range(1, 161)
    ]
    faults = [fault(rng, number) for number in range(1, 701)]
    inspections = [
        {
            "inspection_no": f"I-{number:04d}",
            "device_asset_no": f"EQ-{rng.randrange(1, 140):04d}",
            "technician_id": f"T{rng.randrange(5)}",
            "inspected_on": day(rng, FIRST, 510),
            "result": pick(rng, ["pass", "fail"], [8, 2]),
        }
        for number in range(1, 301)
    ]
    return {
        "wards": [
            {"ward_id": f"W{number}", "name": name, "floor": floor} for number, (name, floor) in enumerate(WARDS)
        ],
        "technicians": [
            {"technician_id": f"T{number}", "name": called(number + 20), "team": team}
            for number, team in enumerate(TEAMS)
        ],
        "devices": devices,
        "faults": faults,
        "inspections": inspections,
    }


def joined(folder: Path) -> Tables:
    """The records with what they are linked to; devices, wards and technicians with what they have."""
    found = {name: read(folder, name) for name in ("wards", "technicians", "devices", "faults", "inspections")}
    wards, technicians = keyed(found["wards"], "ward_id"), keyed(found["technicians"], "technician_id")
    devices = keyed(found["devices"], "asset_no")
    for row in devices.values():
        row["ward"] = wards[row["ward_id"]]["name"]
    for row in (*found["faults"], *found["inspections"]):
        row |= {key: devices[row["device_asset_no"]][key] for key in ("type", "maker", "ward")}
        technician = technicians.get(row["technician_id"] or "", {})
        row |= {"technician": technician.get("name"), "team": technician.get("team")}
    for row in found["faults"]:
        row["hours"] = lasted(row["reported_at"], row["fixed_at"], 3600)
        row |= {"weekday": f"{row['reported_at']:%A}", "hour": row["reported_at"].hour}
    faults, inspections = found["faults"], found["inspections"]
    for row in devices.values():
        own_faults = [fault for fault in faults if fault["device_asset_no"] == row["asset_no"]]
        row |= {
            "faults": len(own_faults),
            "states": tuple(fault["status"] for fault in own_faults),
            "escalations": tuple(fault["escalated"] for fault in own_faults),
            "severities": tuple(fault["severity"] for fault in own_faults),
            "inspected": own(inspections, "device_asset_no", row["asset_no"], "inspected_on"),
            "results": own(inspections, "device_asset_no", row["asset_no"], "result"),
        }
    for row in inspections:
        row["device_escalations"] = devices[row["device_asset_no"]]["escalations"]
    for row in wards.values():
        there = [fault for fault in faults if fault["ward"] == row["name"]]
        row |= {
            "devices": len(own(found["devices"], "ward", row["name"], "asset_no")),
            "open_critical": sum(f["status"] == "open" and f["severity"] == "critical" for f in there),
        }
    for row in technicians.values():
        row |= {
            "faults": len(own(faults, "technician", row["name"], "fault_no")),
            "inspections": len(own(inspections, "technician", row["name"], "inspection_no")),
        }
    return found
