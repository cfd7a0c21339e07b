"""What a desk question is, and plain Python over ``deskgraph``'s records that its expected rows are made of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.graph.profile import Profile
from tests.support.deskgraph import CASES, CATEGORIES, PEOPLE, TEAMS

BERLIN, KOLKATA, KATHMANDU = "Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu"
Case = dict[str, Any]


@dataclass(frozen=True)
class Question:
    """One operator call and its answer. ``ordered``: the order of the rows is part of the answer."""

    id: str
    operator: str
    arguments: dict[str, Any]
    rows: list[list[Any]]
    zone: str = "UTC"
    ordered: bool = False
    notes: tuple[str, ...] = ()  # each stands in some note
    profile: Mapping[str, Any] = field(default_factory=dict)

    def to_profile(self) -> Profile:
        return Profile(time_zone=self.zone, **self.profile)


def cases(test: Callable[[Case], object] = lambda case: True) -> list[tuple[str, Case]]:
    return [(key, case) for key, case in CASES.items() if test(case)]


def names(case: Case) -> set[str]:
    return {str(CATEGORIES[key]["name"]) for key in case["categories"]}


def teams(case: Case) -> set[str]:
    """Teams of whoever the case is assigned to."""
    person = PEOPLE.get(case["assignedTo"] or "", {"teams": []})
    return {TEAMS[key]["name"] for key in person["teams"]}  # type: ignore[attr-defined]


def hours(case: Case) -> float | None:
    if not case["resolvedAt"]:
        return None
    return (case["resolvedAt"] - case["createdAt"]).total_seconds() / 3600


def counted(test: Callable[[Case], object]) -> list[list[Any]]:
    return [[len(cases(test))]]


def grouped(
    keys: Callable[[Case], Iterable[Any]], test: Callable[[Case], object] = lambda case: True
) -> list[list[Any]]:
    """(key, number of cases), most first, then by key."""
    found = Counter(key for _, case in cases(test) for key in set(keys(case)))
    return [[key, count] for key, count in sorted(found.items(), key=lambda item: (-item[1], str(item[0])))]


def measured(
    keys: Callable[[Case], Iterable[Any]],
    value: Callable[[Case], float | None],
    reduce: Callable[[list[Any]], Any],
) -> list[list[Any]]:
    found: dict[Any, list[Any]] = defaultdict(list)
    for _, case in cases(lambda case: value(case) is not None):
        for key in set(keys(case)):
            found[key].append(value(case))
    return [[key, reduce(values)] for key, values in found.items()]


def is_(
    prop: str, op: str, value: object = None, path: Iterable[object] = (), **more: object
) -> dict[str, object]:
    return {"kind": "condition", "property": prop, "op": op, "value": value, "path": list(path), **more}


def out(edge: str, **more: object) -> dict[str, object]:
    return {"edge": edge, **more}


def ref(prop: str, *path: object) -> dict[str, object]:
    return {"property": prop, "path": list(path)}


def count(*filters: object, **more: object) -> dict[str, object]:
    return {"label": "case", "filters": list(filters), **more}


CATEGORY, ASSIGNED, RAISED, TEAM = out("hasCategory"), out("assignedTo"), out("raisedBy"), out("memberOf")
RESOLUTION = {"start": ref("createdAt"), "end": ref("resolvedAt"), "unit": "hours"}


def q(id_: str, arguments: dict[str, Any], rows: list[list[Any]], **more: Any) -> Question:
    return Question(id_, more.pop("operator", "aggregate"), arguments, rows, **more)


def negated(condition: dict[str, object]) -> dict[str, object]:
    return {**condition, "negate": True}


def any_of(*filters: object, **more: object) -> dict[str, object]:
    return {"kind": "any", "filters": list(filters), **more}


def all_of(*filters: object, **more: object) -> dict[str, object]:
    return {"kind": "all", "filters": list(filters), **more}


def quarter(case: Case) -> list[str]:
    return [f"{case['createdAt'].year}-Q{(case['createdAt'].month + 2) // 3}"]


def raiser(case: Case) -> list[str]:
    return [str(PEOPLE[case["raisedBy"]]["name"])]


BY_QUARTER = [{"ref": ref("createdAt"), "bucket": "quarter"}]
BY_RAISER = [{"ref": ref("name", RAISED)}]
CATEGORY_GROUP = [{"ref": ref("name", CATEGORY)}]
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
CLOSED = is_("status", "eq", "Closed")


def measure(function: str, of: object = None, **more: Any) -> dict[str, Any]:
    return count(*more.pop("filters", ()), measure={"function": function, "of": of}, **more)
