"""A gym: members, trainers, classes, and what members do: bookings, visits and payments.

What is hard here: labels that are doings ("visit", "booking"), three of them of one label, and some that none has;
a label whose plural ends in "es"; a trainer two steps from a booking; payments that belong to who spends.
"""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

from tests.questions.expect_core import Tables
from tests.questions.new_graphs.records import Row, at, called, day, keyed, lasted, own, pick, read, stamp

FIRST = dt.date(2025, 9, 1)
TRAINERS = [
    ("Birch Alder", "yoga"),
    ("Hazel Rowan", "spinning"),
    ("Ash Linden", "boxing"),
    ("Elm Sorrel", "pilates"),
    ("Juniper Moss", "swimming"),
]
DOINGS = {"bookings": "booking_no", "visits": "visit_id", "payments": "payment_no"}


def make(rng: random.Random) -> dict[str, list[Row]]:
    """The rows of each file: some members never come, one trainer has no class, some classes no booking."""
    members = [
        {
            "member_id": f"M{number:03d}",
            "name": called(number),
            "email": f"m{number}@example.org",
            "plan": pick(rng, ["basic", "premium", "student"], [5, 3, 2]),
            "joined_on": day(rng, dt.date(2023, 1, 1), 1200),
            "city": pick(rng, ["Leeds", "York", "Hull"], [5, 3, 2]),
            "active": pick(rng, ["true", "false"], [8, 2]),
        }
        for number in range(46)
    ]
    classes = [
        {
            "class_id": f"K{number:03d}",
            "kind": pick(rng, ["yoga", "spinning", "boxing", "pilates"], [4, 3, 2, 2]),
            "room": pick(rng, ["Studio 1", "Studio 2", "Main Hall"], [3, 2, 2]),
            "trainer_id": f"T{rng.randrange(4)}",
            "starts_at": stamp(at(rng, FIRST, 270)),
            "capacity": rng.choice([10, 12, 20, 25]),
        }
        for number in range(120)
    ]
    bookings = [
        {
            "booking_no": f"B{number:05d}",
            "member_id": f"M{rng.randrange(42):03d}",
            "class_id": f"K{rng.randrange(112):03d}",
            "booked_at": stamp(at(rng, FIRST, 270)),
            "status": pick(rng, ["attended", "cancelled", "no-show"], [7, 2, 1]),
            "channel": pick(rng, ["app", "desk", "phone"], [6, 3, 1]),
        }
        for number in range(1, 901)
    ]
    visits = []
    for number in range(1, 1201):
        came = at(rng, FIRST, 273, (6, 21))
        visits.append(
            {
                "visit_id": f"V{number:05d}",
                "member_id": f"M{min(rng.randrange(44), rng.randrange(44)):03d}",
                "checked_in_at": stamp(came),
                "checked_out_at": stamp(came + dt.timedelta(minutes=rng.randrange(20, 150)))
                if rng.random() < 0.95
                else "",
            }
        )
    payments = [
        {
            "payment_no": f"P{number:05d}",
            "member_id": f"M{rng.randrange(43):03d}",
            "amount": rng.choice([19.5, 29.0, 45.0, 60.0]),
            "paid_on": day(rng, FIRST, 270),
            "method": pick(rng, ["card", "cash", "transfer"], [6, 1, 3]),
        }
        for number in range(1, 401)
    ]
    trainers = [
        {"trainer_id": f"T{number}", "name": name, "speciality": speciality}
        for number, (name, speciality) in enumerate(TRAINERS)
    ]
    return {
        "members": members,
        "trainers": trainers,
        "classes": classes,
        "bookings": bookings,
        "visits": visits,
        "payments": payments,
    }


def joined(folder: Path) -> Tables:
    """The records with what they are linked to, and members, classes and trainers with what they have."""
    found = {name: read(folder, name) for name in ("members", "trainers", "classes", *DOINGS)}
    members, trainers = keyed(found["members"], "member_id"), keyed(found["trainers"], "trainer_id")
    for row in found["classes"]:
        row["trainer"] = trainers[row["trainer_id"]]["name"]
        row["bookings"] = own(found["bookings"], "class_id", row["class_id"], "booking_no")
        row["booked"] = len(row["bookings"])
        row["booked_at"] = own(found["bookings"], "class_id", row["class_id"], "booked_at")
    for row in found["trainers"]:
        row["classes"] = own(found["classes"], "trainer_id", row["trainer_id"], "class_id")
    classes = keyed(found["classes"], "class_id")
    for name in DOINGS:
        for row in found[name]:
            member = members[row["member_id"]]
            row |= {"member": member["name"], "plan": member["plan"], "city": member["city"]}
    for row in found["bookings"]:
        row |= {key: classes[row["class_id"]][key] for key in ("kind", "room", "trainer")}
    for row in found["visits"]:
        row["minutes"] = lasted(row["checked_in_at"], row["checked_out_at"], 60)
        row |= {"weekday": f"{row['checked_in_at']:%A}", "hour": row["checked_in_at"].hour}
    for row in found["members"]:
        row |= {name: own(found[name], "member_id", row["member_id"], key) for name, key in DOINGS.items()}
        row |= {"visited": len(row["visits"])}
        row["states"] = own(found["bookings"], "member_id", row["member_id"], "status")
        row["rooms"] = own(found["bookings"], "member_id", row["member_id"], "room")
    return found
