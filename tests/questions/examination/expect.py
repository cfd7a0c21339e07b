"""The records of the two graphs, joined in plain Python from their CSV files."""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tests.questions.expect_core import Record, Tables

NUMBERS = ("price", "unit_price", "labour_cost", "hourly_rate", "fee")
INTEGERS = ("floors", "quantity", "satisfaction", "capacity", "seats_sold", "age", "minutes", "deposit", "rating")
BOOLEANS = ("under_warranty", "scholarship", "has_piano")


def value(column: str, text: str) -> Any:
    """A cell as a Python value; an empty one is missing; times are UTC."""
    if text == "":
        return None
    if column in NUMBERS:
        return float(text)
    if column in INTEGERS:
        return int(text)
    if column in BOOLEANS:
        return text == "yes"
    if column.endswith(("_at", "_on")):
        moment = dt.datetime.fromisoformat(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    return text


def read(folder: Path, name: str) -> list[Record]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [{column: value(column, text) for column, text in row.items()} for row in csv.DictReader(file)]


def keyed(folder: Path, name: str, key: str) -> dict[str, Record]:
    return {row[key]: row for row in read(folder, name)}


def many(rows: list[Record], key: str, wanted: Any, field: str) -> tuple[Any, ...]:
    """A field of all the rows that point at one thing."""
    return tuple(row[field] for row in rows if row[key] == wanted and row[field] is not None)


def elapsed(start: dt.datetime, end: dt.datetime | None, seconds: int) -> float | None:
    """The time between two moments in a unit of so many seconds."""
    return None if end is None else (end - start).total_seconds() / seconds


def desk(folder: Path) -> Tables:
    sites = keyed(folder, "sites", "site_code")
    technicians = keyed(folder, "technicians", "technician_id")
    devices = keyed(folder, "devices", "asset_tag")
    parts = keyed(folder, "parts", "part_no")
    tickets = keyed(folder, "tickets", "ticket_no")
    for row in [*technicians.values(), *devices.values()]:
        row |= {"site": sites[row["site_code"]]["name"], "city": sites[row["site_code"]]["city"]}
    for row in technicians.values():
        row["manager"] = technicians[row["manager_id"]]["name"] if row["manager_id"] else None
    used = [
        {**row, "part": parts[row["part_no"]]["name"], "supplier": parts[row["part_no"]]["supplier"]}
        for row in read(folder, "parts_used")
    ]
    for row in tickets.values():
        device, technician = devices[row["asset_tag"]], technicians.get(row["technician_id"], {})
        row |= {key: device[key] for key in ("kind", "vendor", "model", "price", "under_warranty", "site", "city")}
        row |= {"technician": technician.get("name"), "grade": technician.get("grade")}
        row |= {"technician_site": technician.get("site"), "manager": technician.get("manager")}
        row["parts"] = many(used, "ticket_no", row["ticket_no"], "part")
        row["suppliers"] = many(used, "ticket_no", row["ticket_no"], "supplier")
        row["hours"] = elapsed(row["opened_at"], row["resolved_at"], 3600)
    asked = list(tickets.values())
    for row in devices.values():
        row["tickets"] = many(asked, "asset_tag", row["asset_tag"], "ticket_no")
        row["faults"] = many(asked, "asset_tag", row["asset_tag"], "fault")
    for row in technicians.values():
        row["tickets"] = many(asked, "technician_id", row["technician_id"], "ticket_no")
        row["priorities"] = many(asked, "technician_id", row["technician_id"], "priority")
        row["reports"] = many(list(technicians.values()), "manager", row["name"], "name")
    for row in sites.values():
        row["devices"] = many(list(devices.values()), "site_code", row["site_code"], "asset_tag")
        row["technicians"] = many(list(technicians.values()), "site_code", row["site_code"], "name")
    return {
        "site": list(sites.values()),
        "technician": list(technicians.values()),
        "device": list(devices.values()),
        "part": list(parts.values()),
        "ticket": asked,
        "used": used,
    }


def school(folder: Path) -> Tables:
    teachers = keyed(folder, "teachers", "teacher_id")
    students = keyed(folder, "students", "student_id")
    instruments = keyed(folder, "instruments", "instrument_id")
    rooms = keyed(folder, "rooms", "room_no")
    concerts = keyed(folder, "concerts", "concert_id")
    for row in teachers.values():
        row["mentor"] = teachers[row["mentor_id"]]["name"] if row["mentor_id"] else None
    tables = {name: read(folder, name) for name in ("lessons", "rentals", "performances")}
    for row in (row for rows in tables.values() for row in rows):
        student, instrument = students[row["student_id"]], instruments[row["instrument_id"]]
        row |= {"student": student["nickname"], "instrument": instrument["name"], "family": instrument["family"]}
        row |= {key: student[key] for key in ("level", "town", "age", "scholarship")}
    for row in tables["lessons"]:
        room = rooms.get(row["room_no"], {})
        row |= {"teacher": teachers[row["teacher_id"]]["name"], "mentor": teachers[row["teacher_id"]]["mentor"]}
        row |= {"building": room.get("building"), "has_piano": room.get("has_piano")}
        row["length"] = elapsed(row["started_at"], row["ended_at"], 60)
    for row in tables["rentals"]:
        row["days"] = elapsed(row["rented_on"], row["returned_on"], 86400)
    for row in tables["performances"]:
        concert = concerts[row["concert_id"]]
        row |= {"title": concert["title"], "venue": concert["venue"], "held_on": concert["held_on"]}
    for row in students.values():
        for name, fields in {
            "lessons": ("lesson_no", "teacher", "instrument", "status"),
            "rentals": ("rental_no", "instrument"),
            "performances": ("performance_no", "title", "concert_id"),
        }.items():
            for field in fields:
                row[f"{name}.{field}"] = many(tables[name], "student_id", row["student_id"], field)
    for row in teachers.values():
        row["students"] = many(tables["lessons"], "teacher_id", row["teacher_id"], "student")
        row["instruments"] = many(tables["lessons"], "teacher_id", row["teacher_id"], "instrument")
        row["mentees"] = many(list(teachers.values()), "mentor", row["name"], "name")
    return {
        "teacher": list(teachers.values()),
        "student": list(students.values()),
        "instrument": list(instruments.values()),
        "room": list(rooms.values()),
        "concert": list(concerts.values()),
        "lesson": tables["lessons"],
        "rental": tables["rentals"],
        "performance": tables["performances"],
    }


JOINED: dict[str, Callable[[Path], Tables]] = {"desk": desk, "school": school}


@cache
def tables(graph: str, folder: Path) -> Tables:
    """The records of a graph whose CSV files lie in the folder."""
    return JOINED[graph](folder)
