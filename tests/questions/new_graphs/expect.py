"""The records of the graphs, joined in plain Python from their CSV files."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.questions.expect_core import Tables
from tests.questions.new_graphs import boats, equipment, fleet, gym, hr, lettings, library, music, warehouse
from tests.questions.new_graphs.records import lasted, read


def clinic(folder: Path) -> Tables:
    departments = {row["id"]: row["name"] for row in read(folder, "departments")}
    doctors = {
        row["id"]: {**row, "department": departments[row["department_id"]]} for row in read(folder, "doctors")
    }
    patients = {row["id"]: row for row in read(folder, "patients")}
    medications = {row["id"]: row for row in read(folder, "medications")}
    given: dict[str, list[str]] = {}
    for row in read(folder, "prescriptions"):
        given.setdefault(row["appointment_id"], []).append(medications[row["medication_id"]]["name"])
    appointments = [
        {
            **row,
            "started": row["started_at"],
            "ended": row["ended_at"],
            "minutes": lasted(row["started_at"], row["ended_at"], 60),
            "doctor": doctors[row["doctor_id"]]["name"],
            "department": doctors[row["doctor_id"]]["department"],
            "patient": row["patient_id"],
            "city": patients[row["patient_id"]]["city"],
            "medications": tuple(given.get(row["id"], ())),
        }
        for row in read(folder, "appointments")
    ]
    return {
        "doctor": list(doctors.values()),
        "patient": list(patients.values()),
        "medication": list(medications.values()),
        "appointment": appointments,
    }


def tracker(folder: Path) -> Tables:
    projects = {row["key"]: row for row in read(folder, "projects")}
    people = {row["id"]: row for row in read(folder, "people")}
    components = {row["id"]: row["name"] for row in read(folder, "components")}
    labels = {row["id"]: row["name"] for row in read(folder, "labels")}
    labelled: dict[str, list[str]] = {}
    for row in read(folder, "issue_labels"):
        labelled.setdefault(row["issue_number"], []).append(labels[row["label_id"]])
    issues = [
        {
            **row,
            "opened": row["opened_at"],
            "closed": row["closed_at"],
            "hours": lasted(row["opened_at"], row["closed_at"], 3600),
            "project": projects[row["project_key"]]["name"],
            "language": projects[row["project_key"]]["language"],
            "component": components.get(row["component_id"]),
            "reporter": people[row["reporter_id"]]["login"],
            "reporter_role": people[row["reporter_id"]]["role"],
            "assignee": people[row["assignee_id"]]["login"] if row["assignee_id"] else None,
            "labels": tuple(labelled.get(row["number"], ())),
        }
        for row in read(folder, "issues")
    ]
    releases = [{**row, "project": projects[row["project_key"]]["name"]} for row in read(folder, "releases")]
    return {
        "project": list(projects.values()),
        "people": list(people.values()),
        "release": releases,
        "issue": issues,
    }


def crm(folder: Path) -> Tables:
    plans = {row["code"]: row for row in read(folder, "plans")}
    managers = {row["id"]: row for row in read(folder, "account_managers")}
    customers = {row["customer_id"]: row for row in read(folder, "customers")}
    subscriptions = {row["subscription_id"]: row for row in read(folder, "subscriptions")}
    for manager in managers.values():
        manager["manager"] = managers[manager["manager_id"]]["name"] if manager["manager_id"] else None
    for row in subscriptions.values():
        customer = customers[row["customer_id"]]
        row |= {"start": row["start_date"], "end": row["end_date"], "plan": plans[row["plan_code"]]["name"]}
        row |= {key: customer[key] for key in ("company", "country", "industry")}
    for customer in customers.values():
        own = [row for row in subscriptions.values() if row["customer_id"] == customer["customer_id"]]
        customer["manager"] = managers.get(customer["account_manager_id"], {}).get("name")
        customer["signed_up"] = customer["signed_up_on"]
        customer["subscriptions"] = tuple(row["subscription_id"] for row in own)
        customer["states"] = tuple(row["status"] for row in own)
        customer["plans"] = tuple(row["plan"] for row in own)
    joined = ("company", "country", "industry", "plan")
    invoices = [
        {
            **row,
            "number": row["invoice_no"],
            "due": row["due_on"],
            "subscription": row["subscription_id"],
            **{key: subscriptions[row["subscription_id"]][key] for key in joined},
        }
        for row in read(folder, "invoices")
    ]
    return {
        "plan": list(plans.values()),
        "account_manager": list(managers.values()),
        "customer": list(customers.values()),
        "subscription": list(subscriptions.values()),
        "invoice": invoices,
    }


JOINED: dict[str, Callable[[Path], Tables]] = {
    "clinic": clinic,
    "tracker": tracker,
    "crm": crm,
    "hr": hr.joined,
    "music": music.joined,
    "warehouse": warehouse.joined,
    "library": library.joined,
    "fleet": fleet.joined,
    "boats": boats.joined,
    "gym": gym.joined,
    "equipment": equipment.joined,
    "lettings": lettings.joined,
}


@cache
def tables(graph: str, folder: Path) -> Tables:
    """The records of a graph whose CSV files lie in the folder."""
    return JOINED[graph](folder)
