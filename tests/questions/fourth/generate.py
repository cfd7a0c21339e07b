"""Writes the flights graph of the question tests: ``python generate.py FOLDER``. The same files every time.

Its shape differs from a support graph: two edges between the same labels (a flight departs from and arrives at
an airport), many-to-many (crew), edges against the reading direction (an airline operates a flight), numbers,
dates, booleans and missing times (a cancelled flight never departed).
"""

from __future__ import annotations

import csv
import datetime as dt
import math
import random
import sys
from pathlib import Path

AIRPORTS = [  # code, name, city, country, runways, elevation in metres, latitude, longitude
    ("OSL", "Gardermoen", "Oslo", "Norway", 2, 208, 60.19, 11.10),
    ("BGO", "Flesland", "Bergen", "Norway", 1, 52, 60.29, 5.22),
    ("TRD", "Vaernes", "Trondheim", "Norway", 1, 17, 63.46, 10.92),
    ("ARN", "Arlanda", "Stockholm", "Sweden", 3, 42, 59.65, 17.92),
    ("GOT", "Landvetter", "Gothenburg", "Sweden", 1, 154, 57.66, 12.28),
    ("CPH", "Kastrup", "Copenhagen", "Denmark", 3, 5, 55.62, 12.66),
    ("HEL", "Vantaa", "Helsinki", "Finland", 3, 55, 60.32, 24.96),
    ("LHR", "Heathrow", "London", "United Kingdom", 2, 25, 51.47, -0.45),
    ("LGW", "Gatwick", "London", "United Kingdom", 1, 62, 51.15, -0.19),
    ("EDI", "Turnhouse", "Edinburgh", "United Kingdom", 1, 41, 55.95, -3.37),
    ("DUB", "Collinstown", "Dublin", "Ireland", 2, 74, 53.42, -6.27),
    ("AMS", "Schiphol", "Amsterdam", "Netherlands", 6, -3, 52.31, 4.76),
    ("FRA", "Rhein-Main", "Frankfurt", "Germany", 4, 111, 50.03, 8.57),
    ("MUC", "Erdinger Moos", "Munich", "Germany", 2, 453, 48.35, 11.79),
    ("VIE", "Schwechat", "Vienna", "Austria", 2, 183, 48.11, 16.57),
    ("ZRH", "Kloten", "Zurich", "Switzerland", 3, 432, 47.46, 8.55),
    ("LIS", "Portela", "Lisbon", "Portugal", 1, 114, 38.77, -9.13),
    ("MAD", "Barajas", "Madrid", "Spain", 4, 610, 40.47, -3.56),
    ("BCN", "El Prat", "Barcelona", "Spain", 3, 4, 41.30, 2.08),
    ("FCO", "Fiumicino", "Rome", "Italy", 4, 5, 41.80, 12.25),
]
AIRLINES = [  # name, country, low cost, founded, weight
    ("Northlight", "Norway", False, 1972, 9),
    ("Tern Airways", "Denmark", False, 1958, 7),
    ("Blue Finch", "Ireland", True, 1998, 8),
    ("Meridian Air", "Spain", False, 1964, 5),
    ("Kestrel", "United Kingdom", True, 2003, 6),
    ("Alpenflug", "Austria", False, 1981, 3),
    ("Sunline", "Portugal", True, 2011, 4),
    ("Polar Wing", "Finland", False, 1949, 2),
]
MODELS = [("A320", "Airbus", 180), ("A321", "Airbus", 220), ("A220", "Airbus", 145), ("B737", "Boeing", 189),
          ("B787", "Boeing", 296), ("E190", "Embraer", 106), ("ATR 72", "ATR", 70)]  # fmt: skip
RANKS = ["captain", "first officer", "purser", "flight attendant", "flight attendant", "flight attendant"]
TRAFFIC = [9, 5, 3, 7, 3, 8, 5, 9, 6, 3, 5, 8, 7, 5, 4, 4, 4, 5, 6, 5]
FIRST, LAST = dt.datetime(2025, 1, 1, tzinfo=dt.UTC), dt.datetime(2026, 6, 14, tzinfo=dt.UTC)
FLIGHTS, CREW, AIRCRAFT = 1200, 60, 40


def kilometres(a: tuple, b: tuple) -> int:
    """The distance between two airports on a sphere, rounded to ten."""
    (la, lo), (lb, lp) = [(math.radians(x[6]), math.radians(x[7])) for x in (a, b)]
    inner = math.sin(la) * math.sin(lb) + math.cos(la) * math.cos(lb) * math.cos(lo - lp)
    return round(6371 * math.acos(inner) / 10) * 10


def weighted(pick: random.Random, rows: list[tuple]) -> tuple:
    """One row, likelier with a greater last value."""
    return pick.choices(rows, [row[-1] for row in rows])[0]


def iso(moment: dt.datetime | None) -> str:
    return "" if moment is None else moment.isoformat().replace("+00:00", "Z")


def fleet(pick: random.Random) -> list[dict]:
    planes = []
    for index in range(AIRCRAFT):
        model, maker, seats = pick.choices(MODELS, [9, 5, 4, 8, 2, 4, 3])[0]
        built = dt.datetime(2004, 1, 1, tzinfo=dt.UTC) + dt.timedelta(days=pick.randrange(20 * 365))
        owner = (AIRLINES[index] if index < len(AIRLINES) else weighted(pick, AIRLINES))[0]
        planes.append({"registration": f"FD-{index + 1:03d}", "model": model, "maker": maker, "seats": seats,
                       "builtOn": iso(built), "owner": owner})  # fmt: skip
    return planes


def staff(pick: random.Random) -> list[dict]:
    crew = []
    for index in range(CREW):
        hired = dt.datetime(2008, 1, 1, tzinfo=dt.UTC) + dt.timedelta(days=pick.randrange(17 * 365))
        base = pick.choice(AIRPORTS[:12])[0]
        crew.append({"handle": f"crew-{index + 1:03d}", "rank": RANKS[index % len(RANKS)], "hiredOn": iso(hired),
                     "base": base})  # fmt: skip
    return crew


def flown(number: int, planes: list[dict], pick: random.Random) -> dict:
    """One flight. Delays are skewed; a cancelled flight has neither departure, arrival nor passengers."""
    origin = pick.choices(AIRPORTS, TRAFFIC)[0]
    target = pick.choices(
        *zip(*[(a, w) for a, w in zip(AIRPORTS, TRAFFIC, strict=True) if a != origin], strict=True)
    )[0]
    airline = weighted(pick, AIRLINES)
    plane = pick.choice([p for p in planes if p["owner"] == airline[0]])
    days = pick.randrange((LAST - FIRST).days)
    planned = FIRST + dt.timedelta(days=days, minutes=5 * pick.randrange(5 * 12, 23 * 12))
    distance = kilometres(origin, target)
    cancelled = pick.random() < 0.06
    delay = dt.timedelta(minutes=max(0, int(pick.expovariate(1 / 18)) - 4))
    airborne = dt.timedelta(minutes=25 + round(distance / 12.5) + pick.randrange(15))
    return {
        "number": f"{airline[0][0]}{airline[0].split()[-1][-1].upper()}{number}",
        "scheduledDeparture": iso(planned),
        "actualDeparture": iso(None if cancelled else planned + delay),
        "actualArrival": iso(None if cancelled else planned + delay + airborne),
        "distanceKm": distance,
        "passengers": "" if cancelled else round(plane["seats"] * pick.triangular(0.35, 1.0, 0.85)),
        "fare": f"{pick.uniform(29, 79) + distance * pick.uniform(0.04, 0.11):.2f}",
        "cancelled": str(cancelled).lower(),
        "diverted": str(not cancelled and pick.random() < 0.03).lower(),
        "origin": origin[0],
        "destination": target[0],
        "airline": airline[0],
        "aircraft": plane["registration"],
    }


def write(folder: Path, name: str, rows: list[dict]) -> None:
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def generate(folder: Path) -> None:
    """Writes airports, airlines, aircraft, crew, flights and flight_crew as CSV files."""
    pick = random.Random(20260614)
    planes, crew = fleet(pick), staff(pick)
    flights = [flown(100 + index, planes, pick) for index in range(FLIGHTS)]
    duties = []
    cabin = [member for member in crew if member["rank"] not in RANKS[:2]]
    for flight in flights:
        team = [pick.choice([c for c in crew if c["rank"] == rank]) for rank in RANKS[:2]]
        team += pick.sample(cabin, pick.choice([1, 2, 2, 3]))
        duties += [{"flight": flight["number"], "crew": member["handle"]} for member in team]
    head = ("code", "name", "city", "country", "runways", "elevation")
    write(folder, "airports.csv", [dict(zip(head, airport, strict=False)) for airport in AIRPORTS])
    keys = ("name", "country", "lowCost", "founded")
    airlines = [dict(zip(keys, airline, strict=False)) for airline in AIRLINES]
    write(folder, "airlines.csv", [{**a, "lowCost": str(a["lowCost"]).lower()} for a in airlines])
    write(folder, "aircraft.csv", planes)
    write(folder, "crew.csv", crew)
    write(folder, "flights.csv", flights)
    write(folder, "flight_crew.csv", duties)


if __name__ == "__main__":
    generate(Path(sys.argv[1]))
