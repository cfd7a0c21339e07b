"""Writes the CSV files of the examination's two graphs: ``python generate.py FOLDER``. The same files every time.

An IT repair desk (tickets on devices, technicians with a lead of their own kind, parts with a quantity on the
relation) and a music school (lessons, rentals, concerts that students play at). Names are ordinary words, some of
them also months or column names; values are missing as they are in life; one word is a value in two places.
"""

from __future__ import annotations

import csv
import datetime as dt
import random
import sys
from pathlib import Path
from typing import Any

Row = dict[str, Any]

SITES = [  # code, name, city, floors
    ("HH", "Harbour House", "Dalby", 6),
    ("OM", "Old Mill", "Dalby", 2),
    ("NG", "Northgate", "Corran", 4),
    ("RS", "Riverside", "Northgate", 3),
    ("TD", "The Depot", "Selwick", 1),
    ("SQ", "Market Square", "Corran", 8),
]
TECHNICIANS = [  # id, call name, grade, site, id of their lead
    ("T01", "Rook", "lead", "HH", ""),
    ("T02", "Bishop", "senior", "HH", "T01"),
    ("T03", "May", "senior", "NG", "T01"),
    ("T04", "Page", "junior", "OM", "T02"),
    ("T05", "Price", "junior", "RS", "T03"),
    ("T06", "Early", "senior", "SQ", "T01"),
    ("T07", "Fields", "junior", "SQ", "T06"),
    ("T08", "Monday", "junior", "TD", "T06"),
    ("T09", "Castle", "junior", "NG", "T03"),
]
MODELS = [  # kind, vendor, model, usual price
    ("laptop", "Lumen", "Breeze 13", 1180.0),
    ("laptop", "Lumen", "Breeze 15", 1420.0),
    ("laptop", "Orbis", "Slate Pro", 1690.0),
    ("printer", "Pergamon", "Inkwell 200", 240.0),
    ("printer", "Pergamon", "Inkwell 900", 860.0),
    ("monitor", "Orbis", "Vista 27", 310.0),
    ("monitor", "Kitewing", "Panorama", 520.0),
    ("tablet", "Kitewing", "Leaf", 430.0),
    ("docking station", "Lumen", "Anchor", 150.0),
]
PARTS = [  # number, name, supplier, unit price
    ("PT-1", "Battery pack", "Voltline", 79.0),
    ("PT-2", "Toner cartridge", "Pergamon", 54.5),
    ("PT-3", "Keyboard", "Lumen", 38.0),
    ("PT-4", "Display panel", "Brightside", 189.9),
    ("PT-5", "Cooling fan", "Voltline", 17.25),
    ("PT-6", "Power adapter", "Voltline", 42.0),
    ("PT-7", "Fuser unit", "Pergamon", 131.0),
    ("PT-8", "SSD", "Brightside", 96.0),
]
FAULTS = {  # fault: kinds of device it befalls, parts that it may take
    "battery": ("laptop tablet", "PT-1"),
    "paper jam": ("printer", "PT-7"),
    "no toner": ("printer", "PT-2"),
    "broken screen": ("laptop monitor tablet", "PT-4"),
    "overheating": ("laptop", "PT-5"),
    "will not start": ("laptop tablet docking station monitor printer", "PT-6 PT-8"),
    "liquid damage": ("laptop", "PT-3 PT-8"),
    "slow": ("laptop tablet", "PT-8"),
}
TEACHERS = [  # id, name, hourly rate, mentor
    ("TE1", "Harper", 62.0, ""),
    ("TE2", "Marsh", 48.0, "TE1"),
    ("TE3", "Bell", 55.0, "TE1"),
    ("TE4", "Winter", 45.5, "TE2"),
    ("TE5", "June", 51.0, "TE1"),
    ("TE6", "Sharp", 39.0, "TE3"),
    ("TE7", "Noble", 70.0, ""),
    ("TE8", "Reed", 44.0, "TE7"),
    ("TE9", "Long", 41.0, "TE3"),
]
INSTRUMENTS = [  # id, name, family, weight in the timetable
    ("violin", "Violin", "strings", 7),
    ("cello", "Cello", "strings", 3),
    ("bass", "Double bass", "strings", 1),
    ("piano", "Piano", "keys", 9),
    ("organ", "Organ", "keys", 1),
    ("flute", "Flute", "woodwind", 4),
    ("clari", "Clarinet", "woodwind", 3),
    ("trump", "Trumpet", "brass", 3),
    ("tromb", "Trombone", "brass", 2),
    ("drums", "Drums", "percussion", 4),
]
ROOMS = [  # number, building, capacity, piano
    ("R1", "Aston", 4, "yes"),
    ("R2", "Aston", 12, "no"),
    ("R3", "Aston", 30, "yes"),
    ("R4", "Chapel", 60, "yes"),
    ("R5", "Chapel", 8, "no"),
    ("R6", "Annex", 6, "no"),
    ("R7", "Annex", 10, "yes"),
]
CONCERTS = [  # id, title, day, venue, seats sold
    ("C01", "Winter Gala", dt.date(2025, 1, 25), "Town Hall", 310),
    ("C02", "Spring Concert", dt.date(2025, 4, 12), "Chapel", 58),
    ("C03", "Young Strings", dt.date(2025, 5, 31), "Chapel", 44),
    ("C04", "Summer Serenade", dt.date(2025, 7, 5), "Rose Garden", 205),
    ("C05", "Brass Night", dt.date(2025, 10, 18), "Town Hall", 187),
    ("C06", "Carol Evening", dt.date(2025, 12, 14), "Town Hall", 342),
    ("C07", "Spring Concert", dt.date(2026, 4, 18), "Chapel", 60),
    ("C08", "Midsummer Jazz", dt.date(2026, 6, 20), "Rose Garden", 251),
]
HANDLES = [
    "acorn", "aspen", "badger", "barley", "beacon", "birch", "bramble", "briar", "brook", "canyon", "clover",
    "comet", "copper", "coral", "cricket", "daisy", "dapple", "ember", "falcon", "fennel", "fern", "finch",
    "flint", "forest", "garnet", "ginger", "hazel", "heron", "holly", "indigo", "ivy", "jasper", "juniper",
    "lantern", "lark", "laurel", "linden", "lotus", "maple", "marble", "meadow", "minnow", "moss", "nettle",
    "oak", "olive", "opal", "orchid", "otter", "pebble", "pepper", "pine", "plover", "poppy", "quartz",
    "raven", "robin", "rowan", "saffron", "sage", "shadow", "sienna", "sparrow", "spruce", "storm", "sunny",
    "tansy", "teal", "thistle", "topaz", "tulip", "velvet", "violet", "walnut", "willow", "wren", "yarrow",
    "zephyr",
]  # fmt: skip
TOWNS = ["Aston", "Millbrook", "Overton", "Saltby", "Thornley"]


def pick(rng: random.Random, values: list[Any], weights: list[float]) -> Any:
    """One value, by weight."""
    return rng.choices(values, weights)[0]


def day(rng: random.Random, first: dt.date, days: int) -> dt.date:
    """A day within ``days`` of the first."""
    return first + dt.timedelta(days=rng.randrange(days))


def sometimes(rng: random.Random, value: Any, chance: float) -> Any:
    """The value, or nothing where it was not entered."""
    return value if rng.random() < chance else ""


def devices(rng: random.Random) -> list[Row]:
    """Devices of the nine models, on the six sites."""
    found = []
    for number in range(1, 221):
        kind, vendor, model, price = pick(rng, MODELS, [6, 5, 4, 5, 2, 5, 3, 3, 2])
        bought = day(rng, dt.date(2020, 3, 1), 2200)
        found.append(
            {
                "asset_tag": f"AT-{1000 + number}",
                "kind": kind,
                "vendor": vendor,
                "model": model,
                "purchased_on": sometimes(rng, bought, 0.94),
                "price": sometimes(rng, round(price * rng.uniform(0.85, 1.2), 2), 0.92),
                "under_warranty": "yes" if bought > dt.date(2023, 9, 15) else "no",
                "site_code": pick(rng, SITES, [6, 2, 4, 3, 2, 5])[0],
            }
        )
    return found


def ticket(rng: random.Random, number: int, device: Row) -> tuple[Row, list[Row]]:
    """A ticket on a device, and the parts that it took."""
    fault = rng.choice([name for name, (kinds, _) in FAULTS.items() if device["kind"] in kinds])
    opened = dt.datetime(2025, 1, 1) + dt.timedelta(days=rng.triangular(0, 622, 500), minutes=rng.randrange(600))
    status = pick(rng, ["resolved", "in progress", "waiting for parts", "new", "rejected"], [70, 9, 8, 7, 6])
    done = status == "resolved"
    closed = opened + dt.timedelta(minutes=int(rng.lognormvariate(7.2, 1.1)) + 15)
    row = {
        "ticket_no": f"RT{20000 + number}",
        "asset_tag": device["asset_tag"],
        "technician_id": "" if status == "new" else pick(rng, TECHNICIANS, [2, 6, 5, 7, 4, 6, 5, 3, 4])[0],
        "status": status,
        "priority": pick(rng, ["low", "normal", "high", "urgent"], [3, 6, 3, 1]),
        "fault": fault,
        "channel": sometimes(rng, pick(rng, ["phone", "email", "walk-in", "portal"], [4, 4, 1, 3]), 0.95),
        "opened_at": f"{opened:%Y-%m-%dT%H:%M:00Z}",
        "resolved_at": f"{closed:%Y-%m-%dT%H:%M:00Z}" if done else "",
        "labour_cost": sometimes(rng, round(rng.uniform(15, 240), 2), 0.9) if done else "",
        "satisfaction": sometimes(rng, pick(rng, [1, 2, 3, 4, 5], [1, 2, 3, 6, 5]), 0.62) if done else "",
    }
    parts = [part for part in FAULTS[fault][1].split() if status != "new" and rng.random() < 0.6]
    used = [
        {"ticket_no": row["ticket_no"], "part_no": p, "quantity": pick(rng, [1, 2, 3], [7, 2, 1])} for p in parts
    ]
    return row, used


def desk(rng: random.Random) -> dict[str, list[Row]]:
    """Sites, technicians, devices, tickets and the parts used."""
    owned, tickets, used = devices(rng), [], []
    weights = [4.0 if number % 11 == 0 else 1.0 for number in range(len(owned))]
    for number in range(1, 701):
        row, parts = ticket(rng, number, pick(rng, owned, weights))
        tickets.append(row)
        used += parts
    return {
        "sites": [dict(zip(("site_code", "name", "city", "floors"), row, strict=True)) for row in SITES],
        "technicians": [
            {
                **dict(zip(("technician_id", "name", "grade", "site_code", "manager_id"), row, strict=True)),
                "hired_on": day(rng, dt.date(2012, 1, 1), 4600),
            }
            for row in TECHNICIANS
        ],
        "devices": owned,
        "parts": [dict(zip(("part_no", "name", "supplier", "unit_price"), row, strict=True)) for row in PARTS],
        "tickets": tickets,
        "parts_used": used,
    }


def lesson(rng: random.Random, number: int, students: list[Row]) -> Row:
    """A lesson of one student with one teacher."""
    start = dt.datetime(2025, 1, 7) + dt.timedelta(
        days=rng.randrange(640), hours=rng.randrange(9, 20), minutes=rng.choice([0, 30])
    )
    status = pick(rng, ["held", "cancelled", "missed", "booked"], [76, 11, 6, 7])
    end = start + dt.timedelta(minutes=rng.choice([30, 30, 45, 60, 90]))
    return {
        "lesson_no": 4000 + number,
        "student_id": pick(rng, students, [3.0 if index % 9 == 0 else 1.0 for index in range(len(students))])[
            "student_id"
        ],
        "teacher_id": pick(rng, TEACHERS, [6, 5, 5, 3, 4, 2, 6, 3, 4])[0],
        "instrument_id": pick(rng, INSTRUMENTS, [row[3] for row in INSTRUMENTS])[0],
        "room_no": sometimes(rng, pick(rng, ROOMS, [5, 4, 2, 1, 4, 3, 3])[0], 0.93),
        "started_at": f"{start:%Y-%m-%d %H:%M}",
        "ended_at": f"{end:%Y-%m-%d %H:%M}" if status == "held" else "",
        "status": status,
        "format": pick(rng, ["single", "group", "online"], [6, 3, 2]),
        "fee": round(rng.uniform(18, 75), 1),
        "rating": sometimes(rng, pick(rng, [1, 2, 3, 4, 5], [1, 1, 3, 6, 7]), 0.5) if status == "held" else "",
    }


def rental(rng: random.Random, number: int, students: list[Row]) -> Row:
    """An instrument that a student took home."""
    start = day(rng, dt.date(2024, 9, 1), 700)
    back = start + dt.timedelta(days=rng.randrange(20, 300))
    state = pick(rng, ["good", "worn", "damaged"], [6, 3, 1])
    return {
        "rental_no": f"RN-{number:03d}",
        "student_id": rng.choice(students)["student_id"],
        "instrument_id": pick(rng, INSTRUMENTS, [7, 5, 2, 0, 0, 5, 4, 4, 3, 1])[0],
        "rented_on": start,
        "returned_on": sometimes(rng, back, 0.7) if back < dt.date(2026, 9, 15) else "",
        "deposit": rng.choice([50, 80, 120, 200]),
        "condition": sometimes(rng, state, 0.9),
    }


def school(rng: random.Random) -> dict[str, list[Row]]:
    """Teachers, students, instruments, rooms, lessons, rentals, concerts and who played at them."""
    students = [
        {
            "student_id": f"ST{number:03d}",
            "nickname": name,
            "level": pick(rng, ["beginner", "intermediate", "advanced"], [5, 4, 2]),
            "town": sometimes(rng, pick(rng, TOWNS, [4, 5, 2, 2, 1]), 0.95),
            "age": rng.choice([*range(6, 19), *range(8, 16), 24, 31, 38, 45, 67]),
            "joined_on": day(rng, dt.date(2022, 1, 5), 1650),
            "scholarship": "yes" if rng.random() < 0.18 else "no",
        }
        for number, name in enumerate(HANDLES, 1)
    ]
    played = [
        {
            "concert_id": concert[0],
            "student_id": student["student_id"],
            "instrument_id": pick(rng, INSTRUMENTS, [row[3] for row in INSTRUMENTS])[0],
            "minutes": rng.randrange(3, 19),
        }
        for concert in CONCERTS
        for student in rng.sample(students, rng.randrange(6, 21))
    ]
    return {
        "teachers": [
            {
                **dict(zip(("teacher_id", "name", "hourly_rate", "mentor_id"), row, strict=True)),
                "joined_on": day(rng, dt.date(2009, 1, 10), 5600),
            }
            for row in TEACHERS
        ],
        "students": students,
        "instruments": [
            dict(zip(("instrument_id", "name", "family"), row[:3], strict=True)) for row in INSTRUMENTS
        ],
        "rooms": [dict(zip(("room_no", "building", "capacity", "has_piano"), row, strict=True)) for row in ROOMS],
        "lessons": [lesson(rng, number, students) for number in range(1, 801)],
        "rentals": [rental(rng, number, students) for number in range(1, 91)],
        "concerts": [
            dict(zip(("concert_id", "title", "held_on", "venue", "seats_sold"), row, strict=True))
            for row in CONCERTS
        ],
        "performances": [{"performance_no": f"PF{n:03d}", **row} for n, row in enumerate(played, 1)],
    }


GRAPHS = {"desk": (desk, 404), "school": (school, 505)}


def generate(graph: str, folder: Path) -> list[Path]:
    """Writes the CSV files of a graph into a folder and says which."""
    make, seed = GRAPHS[graph]
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, rows in make(random.Random(seed)).items():
        written.append(folder / f"{name}.csv")
        with written[-1].open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return written


if __name__ == "__main__":
    for name in GRAPHS:
        generate(name, Path(sys.argv[1]) / name)
