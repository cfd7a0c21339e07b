"""A boat hire: harbours, boats, members and rentals.

What is hard here: days without a time, of which nothing says in a standard word which is the first; a state called
"late"; one number only where "biggest" is asked, and several; stars for what is best; a past participle as a name.
"""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

from tests.questions.expect_core import Tables
from tests.questions.new_graphs.records import Row, day, pick, read

HARBOURS = [("H1", "Northquay", "Selby", 34), ("H2", "Reedmouth", "Selby", 21), ("H3", "Saltgate", "Orton", 58)]
BOATS = ["Bittern", "Curlew", "Dipper", "Egret", "Fulmar", "Gannet", "Heron", "Islander", "Jackdaw", "Kittiwake"]
NUMBERS = ("price", "deposit")
INTEGERS = ("berths", "seats", "age", "stars", "passengers", "lunches_sold")


def make(rng: random.Random) -> dict[str, list[Row]]:
    """The rows of each file."""
    boats = [
        {
            "id": f"V{number}",
            "name": name,
            "kind": ["rowing", "sailing", "motor"][number % 3],
            "seats": 2 + number % 5,
            "price": 900 + 410 * number + rng.randrange(300),
            "purchased_on": day(rng, dt.date(2016, 1, 1), 3000),
            "harbour_id": pick(rng, HARBOURS, [3, 2, 4])[0],
        }
        for number, name in enumerate(BOATS)
    ]
    members = [
        {
            "id": f"P{number:03d}",
            "handle": f"crew-{number:03d}",
            "age": 14 + number * 7 % 61,
            "town": pick(rng, ["Selby", "Orton", "Fenwick"], [4, 3, 2]),
            "joined_on": day(rng, dt.date(2021, 1, 1), 1500),
        }
        for number in range(24)
    ]
    rentals = []
    for number in range(1, 301):
        first = day(rng, dt.date(2024, 3, 1), 620)
        last = None if rng.random() < 0.12 else first + dt.timedelta(days=rng.randrange(1, 15))
        rentals.append(
            {
                "rental_no": f"R-{number:04d}",
                "boat_id": rng.choice(boats)["id"],
                "member_id": rng.choice(members)["id"],
                "rented_on": first,
                "due_on": first + dt.timedelta(days=7),
                "returned_on": last or "",
                "state": "out" if last is None else "late" if (last - first).days > 7 else "returned",
                "deposit": rng.choice([50, 80, 120.5]),
                "passengers": rng.randrange(1, 6),
                "lunches_sold": rng.randrange(4),
                "stars": rng.choice(["", 1, 2, 3, 3, 4, 4, 5]),
            }
        )
    return {
        "harbours": [dict(zip(("id", "name", "town", "berths"), row, strict=True)) for row in HARBOURS],
        "boats": boats,
        "members": members,
        "rentals": rentals,
    }


def joined(folder: Path) -> Tables:
    """The records with what they are linked to."""

    def rows(name: str) -> list[Row]:
        found = read(folder, name)
        for row in found:
            row |= {key: int(row[key]) for key in INTEGERS if key in row and row[key] is not None}
            row |= {key: float(row[key]) for key in NUMBERS if key in row and row[key] is not None}
        return found

    harbours = {row["id"]: row for row in rows("harbours")}
    boats = {row["id"]: row for row in rows("boats")}
    members = {row["id"]: row for row in rows("members")}
    for boat in boats.values():
        boat |= {"harbour": harbours[boat["harbour_id"]]["name"], "town": harbours[boat["harbour_id"]]["town"]}
    rentals = [
        {
            **row,
            "boat": boats[row["boat_id"]]["name"],
            "kind": boats[row["boat_id"]]["kind"],
            "harbour": boats[row["boat_id"]]["harbour"],
            "member": members[row["member_id"]]["handle"],
        }
        for row in rows("rentals")
    ]
    return {
        "harbour": list(harbours.values()),
        "boat": list(boats.values()),
        "member": list(members.values()),
        "rental": rentals,
    }
