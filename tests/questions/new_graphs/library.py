"""A lending library: branches, authors, books, members and loans.

What is hard here: three times of a loan, one of them a deadline; people who are born and join; plain years; a
count that is nought in some rows and missing in others; prices, pages and areas for adjectives to speak of.
"""

from __future__ import annotations

import csv
import datetime as dt
import random
from pathlib import Path
from typing import Any

from tests.questions.expect_core import Tables

Row = dict[str, Any]
FIRST = ["Silent", "Golden", "Broken", "Winter", "Paper", "Distant", "Hidden", "Last"]
SECOND = ["River", "Garden", "City", "Letter", "Mountain", "Harvest", "Compass"]
AUTHORS = ["Abara", "Bellini", "Castro", "Dahl", "Eguchi", "Farrow", "Grimaldi", "Hakala", "Ito", "Jonsson"]
BRANCHES = ["Central", "Harbour", "Hillside", "Mill Lane", "Station"]


def day(rng: random.Random, first: dt.date, days: int) -> dt.date:
    """A day within ``days`` of the first."""
    return first + dt.timedelta(days=rng.randrange(days))


def loans(rng: random.Random, books: list[Row], members: list[Row], branches: list[Row]) -> list[Row]:
    """Two years of loans, of which one in ten is still out."""
    rows = []
    for number in range(1, 901):
        minutes = rng.randrange(540, 1080)
        borrowed = dt.datetime(2024, 1, 3) + dt.timedelta(days=rng.randrange(700), minutes=minutes)
        length = dt.timedelta(minutes=int(rng.lognormvariate(9.6, 0.7)))
        back = borrowed + length if rng.random() < 0.9 else None
        rows.append(
            {
                "loan_no": f"L-{number:04d}",
                "member_id": rng.choice(members)["id"],
                "book_id": rng.choice(books)["id"],
                "branch_id": rng.choice(branches)["id"],
                "borrowed_at": f"{borrowed:%Y-%m-%dT%H:%M:00Z}",
                "due_on": (borrowed + dt.timedelta(days=21)).date(),
                "returned_at": f"{back:%Y-%m-%dT%H:%M:00Z}" if back else "",
                "renewals": rng.choice([0, 0, 0, 1, 2, ""]),
                "fine": round(max(0, length.days - 21) * 0.2, 2) if back else "",
                "channel": rng.choice(["desk", "kiosk"]),
            }
        )
    return rows


def make(rng: random.Random) -> dict[str, list[Row]]:
    """The rows of each file."""
    branches = [
        {
            "id": f"B{number}",
            "name": name,
            "opened_on": day(rng, dt.date(1950, 1, 1), 22000),
            "floor_area_m2": rng.randrange(300, 4000),
        }
        for number, name in enumerate(BRANCHES, 1)
    ]
    authors = [
        {
            "id": f"A{number:02d}",
            "name": name,
            "birth_year": rng.randrange(1900, 1990),
            "country": rng.choice(["Chile", "Finland", "Japan", "Ghana"]),
        }
        for number, name in enumerate(AUTHORS, 1)
    ]
    books = [
        {
            "id": f"BK{number:03d}",
            "title": title,
            "author_id": rng.choice(authors)["id"],
            "genre": rng.choice(["novel", "poetry", "history", "science"]),
            "pages": rng.randrange(60, 900),
            "published_year": rng.randrange(1950, 2025),
            "price": round(rng.uniform(4, 60), 2),
        }
        for number, title in enumerate((f"{one} {two}" for one in FIRST for two in SECOND), 1)
    ]
    members = [
        {
            "id": f"M{number:03d}",
            "name": f"member-{number:03d}",
            "joined_on": day(rng, dt.date(2015, 1, 1), 3900),
            "birth_date": day(rng, dt.date(1940, 1, 1), 26000),
            "tier": rng.choice(["standard", "student", "senior"]),
        }
        for number in range(1, 71)
    ]
    lent = loans(rng, books, members, branches)
    return {"branches": branches, "authors": authors, "books": books, "members": members, "loans": lent}


def value(column: str, text: str) -> Any:
    """A cell as a Python value; an empty one is missing; times are UTC."""
    if text == "":
        return None
    if column in ("price", "fine"):
        return float(text)
    if column in ("pages", "published_year", "birth_year", "floor_area_m2", "renewals"):
        return int(text)
    if column.endswith(("_at", "_on", "_date")):
        moment = dt.datetime.fromisoformat(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    return text


def read(folder: Path, name: str) -> list[Row]:
    """The rows of a file."""
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [{column: value(column, text) for column, text in row.items()} for row in csv.DictReader(file)]


def joined(folder: Path) -> Tables:
    """The records with what they are linked to."""
    branches, authors = read(folder, "branches"), read(folder, "authors")
    books, members = read(folder, "books"), read(folder, "members")
    named = {row["id"]: row for row in (*branches, *authors, *books, *members)}
    for book in books:
        book["author"] = named[book["author_id"]]["name"]
    lent = [
        {
            **row,
            "member": named[row["member_id"]]["name"],
            "tier": named[row["member_id"]]["tier"],
            "book": named[row["book_id"]]["title"],
            "genre": named[row["book_id"]]["genre"],
            "branch": named[row["branch_id"]]["name"],
            "hours": row["returned_at"] and (row["returned_at"] - row["borrowed_at"]).total_seconds() / 3600,
        }
        for row in read(folder, "loans")
    ]
    for book in books:
        book["borrowers"] = tuple(dict.fromkeys(row["member"] for row in lent if row["book"] == book["title"]))
    for member in members:
        member["books"] = tuple(dict.fromkeys(row["book"] for row in lent if row["member"] == member["name"]))
        member["loans"] = tuple(row["loan_no"] for row in lent if row["member"] == member["name"])
    return {"branch": branches, "author": authors, "book": books, "member": members, "loan": lent}
