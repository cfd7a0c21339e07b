"""The flights as plain records, joined from the CSV files of the fourth graph."""

from __future__ import annotations

import csv
import datetime as dt
from functools import cache
from pathlib import Path
from typing import Any

TIMES = ("scheduledDeparture", "actualDeparture", "actualArrival", "builtOn", "hiredOn")
INTEGERS = ("distanceKm", "passengers", "runways", "elevation", "founded", "seats")
BOOLEANS = ("cancelled", "diverted", "lowCost")


def value(column: str, text: str) -> Any:
    """A cell as a Python value; an empty one is missing."""
    if text == "":
        return None
    if column in TIMES:
        return dt.datetime.fromisoformat(text)
    if column in BOOLEANS:
        return text == "true"
    if column == "fare":
        return float(text)
    return int(text) if column in INTEGERS else text


def read(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [{column: value(column, text) for column, text in row.items()} for row in csv.DictReader(file)]


@cache
def tables(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Airports, airlines, aircraft, crew and flights; a flight carries what it is joined to, dotted."""
    names = ("airports", "airlines", "aircraft", "crew")
    airports, airlines, aircraft, crew = [read(folder / f"{name}.csv") for name in names]
    by_code = {airport["code"]: airport for airport in airports}
    by_name = {airline["name"]: airline for airline in airlines}
    planes = {plane["registration"]: plane for plane in aircraft}
    members = {member["handle"]: member for member in crew}
    duties: dict[str, list[str]] = {}
    for duty in read(folder / "flight_crew.csv"):
        duties.setdefault(duty["flight"], []).append(duty["crew"])
    flights = []
    for flight in read(folder / "flights.csv"):
        joined = {
            "from": by_code[flight["origin"]],
            "to": by_code[flight["destination"]],
            "by": by_name[flight["airline"]],
            "plane": planes[flight["aircraft"]],
        }
        dotted = {f"{name}.{key}": item for name, record in joined.items() for key, item in record.items()}
        on_board = tuple(duties[flight["number"]])
        ranks = tuple(members[handle]["rank"] for handle in on_board)
        flights.append({**flight, **dotted, "crew": on_board, "crew.rank": ranks})
    for airport in airports:
        airport["departures"] = tuple(f["number"] for f in flights if f["origin"] == airport["code"])
        airport["crew_based"] = sum(member["base"] == airport["code"] for member in crew)
        airport["arrivals"] = tuple(f["number"] for f in flights if f["destination"] == airport["code"])
    for airline in airlines:
        airline["fleet"] = tuple(p["registration"] for p in aircraft if p["owner"] == airline["name"])
        airline["fleet_models"] = tuple(p["model"] for p in aircraft if p["owner"] == airline["name"])
    for member in crew:
        member |= {f"base.{key}": item for key, item in by_code[member["base"]].items()}
        member["flights"] = tuple(number for number, on_board in duties.items() if member["handle"] in on_board)
    for plane in aircraft:
        plane["owner.lowCost"] = by_name[plane["owner"]]["lowCost"]
        plane["owner.country"] = by_name[plane["owner"]]["country"]
    return {"airport": airports, "airline": airlines, "aircraft": aircraft, "crewMember": crew, "flight": flights}
