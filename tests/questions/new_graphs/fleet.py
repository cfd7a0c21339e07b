"""A fleet of vehicles: depots, vehicles, drivers, their trips and the repairs.

What is hard here: two kinds of things that last, units in the names of numbers, a label that is a verb ("repair"),
and a trip that is long in two ways.
"""

from __future__ import annotations

import csv
import datetime as dt
import random
from pathlib import Path
from typing import Any

from tests.questions.expect_core import Tables
from tests.questions.new_graphs.records import stamp

Row = dict[str, Any]
DEPOTS = ["Northgate", "Quay", "Valley"]
MAKES = ["Volvo", "Scania", "Iveco", "Ford"]


def moment(rng: random.Random) -> dt.datetime:
    """A minute of working time between February 2024 and November 2025."""
    minutes = rng.randrange(300, 1200)
    return dt.datetime(2024, 2, 1) + dt.timedelta(days=rng.randrange(640), minutes=minutes)


def make(rng: random.Random) -> dict[str, list[Row]]:
    """The rows of each file."""
    depots = [
        {"id": f"D{number}", "name": name, "capacity": rng.randrange(10, 60)}
        for number, name in enumerate(DEPOTS, 1)
    ]
    vehicles = [
        {
            "plate": f"KX-{100 + number}",
            "make": rng.choice(MAKES),
            "model_year": rng.randrange(2008, 2025),
            "weight_kg": rng.randrange(1500, 18000),
            "mileage_km": rng.randrange(2000, 600000),
            "purchase_price": rng.randrange(15000, 140000),
            "fuel": rng.choice(["diesel", "electric", "petrol"]),
            "depot_id": rng.choice(depots)["id"],
        }
        for number in range(1, 36)
    ]
    drivers = [
        {
            "id": f"DR{number:02d}",
            "name": f"driver-{number:02d}",
            "hired_on": dt.date(2012, 1, 1) + dt.timedelta(days=rng.randrange(4500)),
            "birth_date": dt.date(1960, 1, 1) + dt.timedelta(days=rng.randrange(14000)),
            "rating": round(rng.uniform(2, 5), 2),
            "hourly_wage": round(rng.uniform(14, 33), 2),
        }
        for number in range(1, 21)
    ]
    trips = []
    for number in range(1, 1001):
        started = moment(rng)
        ended = started + dt.timedelta(minutes=rng.randrange(20, 700))
        trips.append(
            {
                "trip_id": f"T{number:05d}",
                "vehicle_plate": rng.choice(vehicles)["plate"],
                "driver_id": rng.choice(drivers)["id"],
                "started_at": stamp(started),
                "ended_at": stamp(ended if rng.random() < 0.97 else None),
                "distance_km": round(rng.uniform(5, 620), 1),
                "status": rng.choice(["on time", "late", "cancelled"]),
            }
        )
    repairs = []
    for number in range(1, 201):
        reported = moment(rng)
        completed = reported + dt.timedelta(minutes=rng.randrange(120, 18000))
        repairs.append(
            {
                "id": f"R-{number:03d}",
                "vehicle_plate": rng.choice(vehicles)["plate"],
                "reported_at": stamp(reported),
                "completed_at": stamp(completed if rng.random() < 0.85 else None),
                "cost": round(rng.uniform(40, 6000), 2),
                "kind": rng.choice(["brakes", "engine", "tyres", "body"]),
            }
        )
    return {"depots": depots, "vehicles": vehicles, "drivers": drivers, "trips": trips, "repairs": repairs}


def value(column: str, text: str) -> Any:
    """A cell as a Python value; an empty one is missing; times are UTC."""
    if text == "":
        return None
    if column in ("cost", "distance_km", "rating", "hourly_wage"):
        return float(text)
    if column in ("capacity", "model_year", "weight_kg", "mileage_km", "purchase_price"):
        return int(text)
    if column.endswith(("_at", "_on", "_date")):
        found = dt.datetime.fromisoformat(text)
        return found if found.tzinfo else found.replace(tzinfo=dt.UTC)
    return text


def read(folder: Path, name: str) -> list[Row]:
    """The rows of a file."""
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [{column: value(column, text) for column, text in row.items()} for row in csv.DictReader(file)]


def lasting(start: dt.datetime, end: dt.datetime | None) -> float | None:
    """Hours between two times."""
    return (end - start).total_seconds() / 3600 if end else None


def joined(folder: Path) -> Tables:
    """The records with what they are linked to."""
    depots = {row["id"]: row for row in read(folder, "depots")}
    vehicles = {row["plate"]: row for row in read(folder, "vehicles")}
    drivers = {row["id"]: row for row in read(folder, "drivers")}
    for row in vehicles.values():
        row["depot"] = depots[row["depot_id"]]["name"]
    trips, repairs = read(folder, "trips"), read(folder, "repairs")
    for row in trips:
        row |= {"driver": drivers[row["driver_id"]]["name"], "make": vehicles[row["vehicle_plate"]]["make"]}
        row["hours"] = lasting(row["started_at"], row["ended_at"])
    for row in repairs:
        row["make"] = vehicles[row["vehicle_plate"]]["make"]
        row["hours"] = lasting(row["reported_at"], row["completed_at"])
    return {
        "depot": list(depots.values()),
        "vehicle": list(vehicles.values()),
        "driver": list(drivers.values()),
        "trip": trips,
        "repair": repairs,
    }
