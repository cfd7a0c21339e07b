"""The sample's cases as plain records, flattened from what the generator draws before any graph is built."""

from __future__ import annotations

import dataclasses
import datetime as dt
from functools import cache
from typing import Any

from engine.samples.raw import Case, raw

ANCHOR = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)
CASES, SEED = 2_000, 1


def flat(case: Case) -> dict[str, Any]:
    """A case's own fields, and those of contact and telemetry dotted."""
    record = dataclasses.asdict(case)
    contact, telemetry = record.pop("contact"), record.pop("telemetry")
    record |= {f"contact.{key}": value for key, value in contact.items()}
    fields = ("devicePlatform", "osVersion", "compliance", "encrypted", "freeDiskPercent", "lastCheckIn")
    record |= {f"telemetry.{key}": telemetry[key] if telemetry else None for key in fields}
    record |= {"weekday": record["createdAt"].strftime("%A"), "hour": record["createdAt"].hour}
    resolved = record["resolvedAt"]
    record["hours"] = None if resolved is None else (resolved - record["createdAt"]).total_seconds() / 3600
    return record


@cache
def tables() -> dict[str, list[dict[str, Any]]]:
    """Cases, and the contacts, agents and taxonomy that they are joined to."""
    cases = [flat(case) for case in raw(CASES, SEED, ANCHOR)]
    contacts = {
        case["contact.handle"]: {key[8:]: value for key, value in case.items() if key.startswith("contact.")}
        for case in cases
    }
    agents: dict[str, dict[str, Any]] = {}
    for case in cases:
        if case["agent"]:
            agent = agents.setdefault(case["agent"], {"handle": case["agent"], "team": case["team"], "cases": ()})
            agent["cases"] += (case["number"],)
    for handle, contact in contacts.items():
        contact["cases"] = tuple(case["number"] for case in cases if case["contact.handle"] == handle)
    return {"case": cases, "contact": list(contacts.values()), "agent": list(agents.values())}
