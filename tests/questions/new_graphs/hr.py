"""Staff of a company: a manager of each of them, offices, departments, trainings, devices and leave requests.

What is hard here: a relation from a label to itself, two relations between the same labels, names of two words,
ids with a prefix, and a coded value that is the noun people use ("laptops").
"""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

from tests.questions.expect_core import Tables
from tests.questions.new_graphs.records import Row, day, pick, read

DEPARTMENTS = [("D1", "Finance"), ("D2", "Engineering"), ("D3", "Legal"), ("D4", "Support"), ("D5", "Facilities")]
OFFICES = [
    ("O1", "Lisbon", "Portugal"),
    ("O2", "Porto", "Portugal"),
    ("O3", "Oslo", "Norway"),
    ("O4", "Kyoto", "Japan"),
]
TRAININGS = ["Fire safety", "First aid", "Data privacy", "Public speaking", "Negotiation"]
TITLES = ["analyst", "engineer", "team lead", "clerk", "director"]
DEVICES = ["laptop", "monitor", "phone", "printer"]


def handle(number: int) -> str:
    """What a member of staff is called: a bird and a colour, no person's name."""
    birds = ["Heron", "Osprey", "Plover", "Wren", "Kestrel", "Avocet", "Siskin", "Dunlin"]
    return f"{['Amber', 'Cobalt', 'Russet', 'Teal', 'Ochre'][number // 8 % 5]} {birds[number % 8]}"


def make(rng: random.Random) -> dict[str, list[Row]]:
    """The rows of each file."""
    employees = [
        {
            "employee_id": f"EMP-{number + 1:04d}",
            "full_name": handle(number),
            "email": f"{handle(number).lower().replace(' ', '.')}@example.org",
            "job_title": "director" if number == 0 else pick(rng, TITLES[:4], [4, 6, 2, 3]),
            "salary": rng.randrange(28, 120) * 1000,
            "hired_on": day(rng, dt.date(2012, 1, 1), 4500),
            "status": pick(rng, ["active", "on leave", "left"], [8, 1, 1]),
            "department_id": pick(rng, DEPARTMENTS, [2, 5, 1, 4, 0])[0],
            "office_id": pick(rng, OFFICES, [4, 3, 2, 2])[0],
            "manager_id": "" if number == 0 else f"EMP-{rng.randrange(min(number, 9)) + 1:04d}",
            "mentor_id": f"EMP-{number % 5 + 1:04d}" if number > 20 else "",
        }
        for number in range(40)
    ]
    requests = [
        {
            "request_no": f"LR{number:06d}",
            "kind": pick(rng, ["holiday", "sick leave", "parental leave"], [6, 3, 1]),
            "state": pick(rng, ["approved", "rejected", "pending"], [6, 1, 2]),
            "days": rng.randrange(1, 20),
            "requested_on": day(rng, dt.date(2025, 1, 1), 500),
            "requester_id": rng.choice(employees[:32])["employee_id"],
            "approver_id": rng.choice(employees[:6])["employee_id"] if rng.random() < 0.8 else "",
        }
        for number in range(1, 241)
    ]
    devices = [
        {
            "asset_tag": f"DV-{number}",
            "type": pick(rng, DEVICES, [5, 4, 3, 2]),
            "vendor": pick(rng, ["Aspen", "Borea", "Cirrus"], [3, 2, 1]),
            "office_id": pick(rng, OFFICES, [4, 3, 2, 2])[0],
            "user_id": rng.choice(employees[:30])["employee_id"] if rng.random() < 0.7 else "",
        }
        for number in range(101, 221)
    ]
    done = [
        {"employee_id": one["employee_id"], "training_id": f"T{n + 1}"}
        for one in employees
        for n in rng.sample(range(4), pick(rng, [0, 1, 2, 3], [2, 3, 3, 1]))
    ]
    return {
        "departments": [dict(zip(("id", "name"), row, strict=True)) for row in DEPARTMENTS],
        "offices": [dict(zip(("id", "city", "country"), row, strict=True)) for row in OFFICES],
        "trainings": [{"id": f"T{n + 1}", "title": title} for n, title in enumerate(TRAININGS)],
        "employees": employees,
        "leave_requests": requests,
        "devices": devices,
        "employee_trainings": done,
    }


def joined(folder: Path) -> Tables:
    """The records with what they are linked to."""
    departments = {row["id"]: row["name"] for row in read(folder, "departments")}
    offices = {row["id"]: row for row in read(folder, "offices")}
    trainings = {row["id"]: row["title"] for row in read(folder, "trainings")}
    employees = {row["employee_id"]: row for row in read(folder, "employees")}
    done = [(row["employee_id"], trainings[row["training_id"]]) for row in read(folder, "employee_trainings")]
    requests, devices = read(folder, "leave_requests"), read(folder, "devices")
    for row in requests:
        for role in ("requester", "approver"):
            one = employees.get(row[f"{role}_id"], {})
            row[role] = one.get("full_name")
            row[f"{role}_department"] = departments.get(one.get("department_id", ""))
    for row in devices:
        row |= {key: offices[row["office_id"]][key] for key in ("city", "country")}
        row["user"] = employees.get(row["user_id"], {}).get("full_name")
    for key, row in employees.items():
        row |= {name: offices[row["office_id"]][name] for name in ("city", "country")}
        row["department"] = departments[row["department_id"]]
        row["manager"] = employees.get(row["manager_id"], {}).get("full_name")
        row["mentor"] = employees.get(row["mentor_id"], {}).get("full_name")
        row["reports"] = tuple(one["full_name"] for one in employees.values() if one["manager_id"] == key)
        row["trainings"] = tuple(title for owner, title in done if owner == key)
        row["requests"] = tuple(one["request_no"] for one in requests if one["requester_id"] == key)
        row["devices"] = tuple(one["type"] for one in devices if one["user_id"] == key)
        row["hired"] = row["hired_on"]
    return {
        "employee": list(employees.values()),
        "request": requests,
        "device": devices,
        "office": list(offices.values()),
        "department": [
            {"name": name, "staff": tuple(e["full_name"] for e in employees.values() if e["department"] == name)}
            for name in departments.values()
        ],
        "training": [
            {"title": title, "takers": tuple(employees[owner]["full_name"] for owner, t in done if t == title)}
            for title in trainings.values()
        ],
    }
