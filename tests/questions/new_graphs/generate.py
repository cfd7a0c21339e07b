"""Writes the CSV files of three graphs: ``python generate.py FOLDER``. The same files every time.

Nobody prepares anything for them: they are loaded through a drafted mapping and a drafted profile, as the files
of a newcomer are. Shapes: a clinic (many-to-many, a coded value with ``no`` in it, a start and an end), an issue
tracker (two relations between the same labels, a label that is a plural word) and subscriptions (a relation from a
label to itself, one property name on two labels, integer ids, plain dates).
"""

from __future__ import annotations

import csv
import datetime as dt
import random
import sys
from pathlib import Path

from tests.questions.new_graphs import boats, equipment, fleet, gym, hr, lettings, library, music, warehouse
from tests.questions.new_graphs.records import Row, day, pick, truth

DEPARTMENTS = [
    ("D1", "Cardiology", 2),
    ("D2", "Dermatology", 1),
    ("D3", "Neurology", 3),
    ("D4", "Orthopedics", 1),
    ("D5", "Pediatrics", 4),
]
DOCTORS = [
    "Adler",
    "Brandt",
    "Costa",
    "Dupont",
    "Eriksen",
    "Fontaine",
    "Gruber",
    "Haddad",
    "Ivanova",
    "Jensen",
    "Keller",
    "Lindqvist",
]
MEDICATIONS = [
    ("M1", "Ibuprofen", "tablet", 4.5),
    ("M2", "Amoxicillin", "capsule", 9.75),
    ("M3", "Metformin", "tablet", 6.2),
    ("M4", "Salbutamol", "inhaler", 12.9),
    ("M5", "Atorvastatin", "tablet", 15.4),
    ("M6", "Paracetamol", "syrup", 3.1),
    ("M7", "Insulin glargine", "injection", 48.0),
]
PROJECTS = [
    ("ATL", "Atlas", "Python", False),
    ("BOR", "Borealis", "Go", False),
    ("CRN", "Corona", "Rust", True),
    ("DLT", "Delta", "Python", False),
]
LOGINS = [
    "amber",
    "birch",
    "cedar",
    "dune",
    "ember",
    "fjord",
    "grove",
    "heath",
    "iris",
    "jade",
    "kelp",
    "lotus",
    "maple",
    "north",
]
COMPONENTS = ["Parser", "Scheduler", "Web UI", "Installer", "Storage", "Billing"]
LABELS = ["regression", "good first issue", "security", "performance", "documentation"]
PLANS = [
    ("FREE", "Free", 0.0, 1),
    ("TEAM", "Team", 29.5, 10),
    ("BIZ", "Business", 99.0, 50),
    ("ENT", "Enterprise", 499.9, 1000),
]
MANAGERS = [  # id, name, region, id of their own manager
    (1, "Quill", "EMEA", ""),
    (2, "Rowan", "EMEA", 1),
    (3, "Sable", "APAC", 1),
    (4, "Tansy", "AMER", 1),
    (5, "Umber", "AMER", 4),
    (6, "Vesper", "APAC", 3),
]
INDUSTRIES = {
    "Bakery": "food",
    "Logistics": "transport",
    "Software": "technology",
    "Clinic": "health",
    "Hotels": "hospitality",
    "Foundry": "manufacturing",
}


def clinic(rng: random.Random) -> dict[str, list[Row]]:
    """Departments, doctors, patients, medications, appointments and what was prescribed at them."""
    doctors = [
        {
            "id": f"DOC{number:02d}",
            "name": f"Dr. {name}",
            "department_id": DEPARTMENTS[number % 5 - 1][0],
            "hired_on": day(rng, dt.date(2010, 1, 10), 5000),
            "on_call": truth(rng.random() < 0.4),
            "years_experience": rng.randrange(2, 35),
        }
        for number, name in enumerate(DOCTORS, 1)
    ]
    patients = [
        {
            "id": f"P{number:04d}",
            "city": pick(rng, ["Lyon", "Geneva", "Basel", "Turin"], [5, 4, 2, 1]),
            "sex": pick(rng, ["female", "male"], [52, 48]),
            "birth_date": day(rng, dt.date(1935, 1, 1), 30000),
            "insurance": pick(rng, ["public", "private", ""], [6, 3, 1]),
            "blood_type": pick(rng, ["A+", "0+", "B+", "AB-"], [4, 4, 2, 1]),
        }
        for number in range(1, 91)
    ]
    medications = [dict(zip(("id", "name", "form", "price"), row, strict=True)) for row in MEDICATIONS]
    appointments, prescriptions = [], []
    for number in range(1, 601):
        quarter = dt.timedelta(
            days=rng.randrange(500), hours=rng.randrange(8, 17), minutes=rng.choice([0, 15, 30, 45])
        )
        started = dt.datetime(2025, 1, 2) + quarter
        status = pick(rng, ["completed", "cancelled", "no_show", "scheduled"], [70, 12, 8, 10])
        ended = started + dt.timedelta(minutes=rng.choice([10, 15, 20, 30, 45, 60, 75]))
        appointment = {
            "id": f"APT-{number:05d}",
            "patient_id": pick(rng, patients, [5.0 if index % 7 == 0 else 1.0 for index in range(90)])["id"],
            "doctor_id": rng.choice(doctors)["id"],
            "started_at": f"{started:%Y-%m-%dT%H:%M:00Z}",
            "ended_at": f"{ended:%Y-%m-%dT%H:%M:00Z}" if status == "completed" else "",
            "status": status,
            "kind": pick(rng, ["first visit", "follow-up", "emergency"], [4, 5, 1]),
            "fee": round(rng.uniform(30, 250), 2),
            "telehealth": truth(rng.random() < 0.25),
        }
        appointments.append(appointment)
        given = rng.sample(MEDICATIONS, pick(rng, [0, 1, 2, 3], [4, 4, 2, 1])) if status == "completed" else []
        prescriptions += [{"appointment_id": appointment["id"], "medication_id": row[0]} for row in given]
    return {
        "departments": [dict(zip(("id", "name", "floor"), row, strict=True)) for row in DEPARTMENTS],
        "doctors": doctors,
        "patients": patients,
        "medications": medications,
        "appointments": appointments,
        "prescriptions": prescriptions,
    }


def releases(rng: random.Random) -> list[Row]:
    """Four of each project, the last not released yet."""
    first = dt.date(2024, 6, 13)
    return [
        {
            "id": f"{key}-{version}.0",
            "version": f"{version}.0",
            "project_key": key,
            "released_on": day(rng, first + dt.timedelta(days=150 * version), 40) if version < 4 else "",
        }
        for key, *_ in PROJECTS
        for version in range(1, 5)
    ]


def tracker(rng: random.Random) -> dict[str, list[Row]]:
    """Projects, people, components, releases, labels, and issues with a reporter and perhaps an assignee."""
    people = [
        {
            "id": f"u{number:02d}",
            "login": login,
            "role": pick(rng, ["developer", "tester", "product owner"], [6, 3, 2]),
            "office": pick(rng, ["Porto", "Gdansk", "Remote"], [3, 3, 2]),
        }
        for number, login in enumerate(LOGINS)
    ]
    released = releases(rng)
    issues, labelled = [], []
    for number in range(1, 801):
        key = pick(rng, PROJECTS, [5, 3, 1, 2])[0]
        opened = dt.datetime(2024, 3, 1) + dt.timedelta(minutes=rng.randrange(60 * 24 * 700))
        state = pick(rng, ["open", "in review", "closed", "wontfix"], [3, 1, 6, 1])
        closed = opened + dt.timedelta(minutes=int(rng.lognormvariate(8.6, 1.1)))
        own = [row["id"] for row in released if row["project_key"] == key]
        issue = {
            "number": f"{key}-{number}",
            "type": pick(rng, ["bug", "feature", "chore"], [6, 3, 1]),
            "state": state,
            "severity": pick(rng, ["blocker", "major", "minor", "trivial"], [1, 3, 5, 2]),
            "story_points": pick(rng, [1, 2, 3, 5, 8, ""], [3, 4, 3, 2, 1, 2]),
            "effort_hours": round(rng.expovariate(1 / 6) + 0.25, 2),
            "opened_at": f"{opened:%Y-%m-%d %H:%M}",
            "closed_at": f"{closed:%Y-%m-%d %H:%M}" if state in ("closed", "wontfix") else "",
            "project_key": key,
            "component_id": f"c{rng.randrange(6)}" if rng.random() < 0.9 else "",
            "reporter_id": rng.choice(people)["id"],
            "assignee_id": rng.choice(people[:9])["id"] if rng.random() < 0.8 else "",
            "release_id": rng.choice(own) if rng.random() < 0.6 else "",
        }
        issues.append(issue)
        given = rng.sample(range(5), pick(rng, [0, 1, 2], [4, 4, 2]))
        labelled += [{"issue_number": issue["number"], "label_id": f"l{label}"} for label in given]
    return {
        "projects": [
            {"key": key, "name": name, "language": language, "archived": truth(archived)}
            for key, name, language, archived in PROJECTS
        ],
        "people": people,
        "components": [{"id": f"c{number}", "name": name} for number, name in enumerate(COMPONENTS)],
        "releases": released,
        "labels": [{"id": f"l{number}", "name": name} for number, name in enumerate(LABELS)],
        "issues": issues,
        "issue_labels": labelled,
    }


def customers(rng: random.Random) -> list[Row]:
    """Companies: most of the pairs of a first and a second word."""
    firsts = ["Blue", "Iron", "Quiet", "Solar", "Maple", "Rapid", "North", "Silver"]
    names = [f"{first} {second}" for first in firsts for second in INDUSTRIES]
    return [
        {
            "customer_id": 101 + number,
            "company": name,
            "industry": INDUSTRIES[name.split()[1]],
            "country": pick(rng, ["Norway", "Kenya", "Brazil", "Canada", "Vietnam"], [4, 2, 3, 3, 1]),
            "employees": int(rng.lognormvariate(4, 1.2)) + 1,
            "signed_up_on": day(rng, dt.date(2022, 1, 1), 1400),
            "account_manager_id": rng.randrange(2, 7) if rng.random() < 0.9 else "",
            "newsletter": rng.choice(["yes", "no"]),
        }
        for number, name in enumerate(name for name in names if name == "Blue Bakery" or rng.random() < 0.85)
    ]


def crm(rng: random.Random) -> dict[str, list[Row]]:
    """Plans, account managers, customers, their subscriptions and the invoices of these."""
    companies = customers(rng)
    subscriptions, invoices = [], []
    owners = [company["customer_id"] for company in companies for _ in range(pick(rng, [1, 2, 3], [6, 3, 1]))]
    for number, owner in enumerate(owners, 1):
        start = day(rng, dt.date(2023, 1, 1), 1000)
        cancelled = rng.random() < 0.3
        code, _, price, _ = pick(rng, PLANS, [3, 4, 2, 1])
        subscription = {
            "subscription_id": f"S-{number:04d}",
            "customer_id": owner,
            "plan_code": code,
            "start_date": start,
            "end_date": day(rng, start + dt.timedelta(days=30), 570) if cancelled else "",
            "status": "cancelled" if cancelled else pick(rng, ["active", "trial", "past due"], [8, 1, 1]),
            "auto_renew": rng.choice(["true", "true", "false"]),
        }
        subscriptions.append(subscription)
        for month in range(1, rng.randrange(2, 8)):
            due = start + dt.timedelta(days=30 * month)
            status = pick(rng, ["paid", "open", "void"], [8, 2, 1])
            invoices.append(
                {
                    "invoice_no": f"INV{5001 + len(invoices)}",
                    "subscription_id": subscription["subscription_id"],
                    "amount": round(max(price, 5) * rng.uniform(0.8, 1.3), 2),
                    "due_on": due,
                    "paid_on": day(rng, due - dt.timedelta(days=10), 35) if status == "paid" else "",
                    "status": status,
                    "currency": pick(rng, ["EUR", "USD", "NOK"], [5, 3, 1]),
                }
            )
    return {
        "plans": [dict(zip(("code", "name", "monthly_price", "seats"), row, strict=True)) for row in PLANS],
        "account_managers": [
            dict(zip(("id", "name", "region", "manager_id"), row, strict=True)) for row in MANAGERS
        ],
        "customers": companies,
        "subscriptions": subscriptions,
        "invoices": invoices,
    }


GRAPHS = {
    "clinic": (clinic, 11),
    "tracker": (tracker, 22),
    "crm": (crm, 33),
    "hr": (hr.make, 44),
    "music": (music.make, 55),
    "warehouse": (warehouse.make, 66),
    "library": (library.make, 5),
    "fleet": (fleet.make, 6),
    "boats": (boats.make, 7),
    "gym": (gym.make, 81),
    "equipment": (equipment.make, 82),
    "lettings": (lettings.make, 83),
}


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
