"""Questions for the operators over the desk graph, as data: arguments, and the answer from the raw records.

Every answer is plain Python over ``deskgraph``'s records and shares nothing with the code under test.
"""

from __future__ import annotations

import datetime as dt
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from engine.graph.profile import Profile
from tests.support.deskgraph import CASES, CATEGORIES, PEOPLE, TEAMS, edges, utc, vertices

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


COUNTS = [
    q("all", count(), counted(lambda c: True)),
    q("own value, exact case", count(is_("status", "eq", "Open")), counted(lambda c: c["status"] == "Open")),
    q("no such value", count(is_("status", "eq", "Lost")), [[0]], notes=("'Lost' is not among",)),
    q("neighbour's value", count(is_("name", "eq", "VPN", [CATEGORY])), counted(lambda c: "VPN" in names(c))),
    q(
        "no neighbour has the value, none at all included",
        count(negated(is_("name", "eq", "VPN", [CATEGORY]))),
        counted(lambda c: "VPN" not in names(c)),
    ),
    q(
        "some neighbour differs, which needs a neighbour",
        count(is_("name", "neq", "VPN", [CATEGORY])),
        counted(lambda c: names(c) - {"VPN"}),
    ),
    q(
        "differs, missing ones out",
        count(is_("priority", "neq", 2)),
        counted(lambda c: c["priority"] not in (None, 2)),
    ),
    q(
        "not equal, missing ones in",
        count(negated(is_("priority", "eq", 2))),
        counted(lambda c: c["priority"] != 2),
    ),
    q("without", count(is_("priority", "without", [2, 3])), counted(lambda c: c["priority"] not in (None, 2, 3))),
    q(
        "within",
        count(is_("status", "within", ["Open", "Pending"])),
        counted(lambda c: c["status"] in ("Open", "Pending")),
    ),
    q("number as text", count(is_("priority", "gte", "3")), counted(lambda c: (c["priority"] or 0) >= 3)),
    q("number as a float", count(is_("priority", "eq", 3.0)), counted(lambda c: c["priority"] == 3)),
    q("between, high out", count(is_("priority", "between", 2, high=3)), counted(lambda c: c["priority"] == 2)),
    q("exists", count(is_("priority", "exists")), counted(lambda c: c["priority"] is not None)),
    q("is missing", count(negated(is_("resolvedAt", "exists"))), counted(lambda c: not c["resolvedAt"])),
    q("has a neighbour", count({"kind": "condition", "path": [ASSIGNED]}), counted(lambda c: c["assignedTo"])),
    q(
        "has no neighbour",
        count({"kind": "condition", "path": [CATEGORY], "negate": True}),
        counted(lambda c: not c["categories"]),
    ),
    q("two hops", count(is_("name", "eq", "Network", [ASSIGNED, TEAM])), counted(lambda c: "Network" in teams(c))),
    q(
        "two hops, none",
        count(negated(is_("name", "eq", "Desktop", [ASSIGNED, TEAM]))),
        counted(lambda c: "Desktop" not in teams(c)),
    ),
    q(
        "boolean of a neighbour, as text",
        count(is_("active", "eq", "false", [RAISED])),
        counted(lambda c: not PEOPLE[c["raisedBy"]]["active"]),
    ),
    q(
        "either, across own value and path",
        count(any_of(is_("status", "eq", "Pending"), is_("name", "eq", "Printing", [CATEGORY]))),
        counted(lambda c: c["status"] == "Pending" or "Printing" in names(c)),
    ),
    q(
        "neither",
        count(any_of(is_("status", "eq", "Pending"), is_("name", "eq", "Printing", [CATEGORY]), negate=True)),
        counted(lambda c: not (c["status"] == "Pending" or "Printing" in names(c))),
    ),
    q(
        "not both",
        count(all_of(is_("status", "eq", "Closed"), is_("name", "eq", "VPN", [CATEGORY]), negate=True)),
        counted(lambda c: not (c["status"] == "Closed" and "VPN" in names(c))),
    ),
    q(
        "both in either",
        count(any_of(all_of(is_("status", "eq", "Closed"), is_("priority", "eq", 2)), is_("priority", "eq", 5))),
        counted(lambda c: (c["status"] == "Closed" and c["priority"] == 2) or c["priority"] == 5),
    ),
    q(
        "two values of one path, each by some neighbour",
        count(is_("name", "eq", "VPN", [CATEGORY]), is_("name", "eq", "Printing", [CATEGORY])),
        counted(lambda c: {"VPN", "Printing"} <= names(c)),
    ),
    q(
        "contains, any case",
        count(is_("note", "containing", "VPN")),
        counted(lambda c: "vpn" in (c["note"] or "").lower()),
    ),
    q(
        "contains signs of expressions",
        count(is_("note", "containing", "(A+B)")),
        counted(lambda c: "(a+b)" in (c["note"] or "")),
    ),
    q(
        "contains a percent sign",
        count(is_("note", "containing", "50% OFF")),
        counted(lambda c: "50% off" in (c["note"] or "")),
    ),
    q("starts with an umlaut, other case", count(is_("note", "starting_with", "ÜBER")), [[1]]),
    q("ends with", count(is_("note", "ending_with", "ACCESS")), [[1]]),
    q("does not contain", count(negated(is_("note", "containing", "vpn"))), [[7]]),
    q("one value of a list property", count(is_("tags", "eq", "vpn")), counted(lambda c: "vpn" in c["tags"])),
    q("list property contains", count(is_("tags", "containing", "print")), [[1]]),
    q(
        "no value of a list property",
        count(negated(is_("tags", "eq", "vpn"))),
        counted(lambda c: "vpn" not in c["tags"]),
    ),
    q("by vertex id", count(is_("id", "eq", "c3")), [[1]]),
    q("by several ids", count(is_("id", "within", ["c3", "c4", "nope"])), [[2]]),
    q(
        "distinct neighbours, parallel edges counted once",
        count({"kind": "degree", "path": [CATEGORY], "op": "gte", "value": 2}),
        counted(lambda c: len(set(c["categories"])) >= 2),
    ),
    q(
        "degree zero",
        count({"kind": "degree", "path": [CATEGORY], "op": "eq", "value": 0}),
        counted(lambda c: not c["categories"]),
    ),
    q(
        "degree with a condition on the neighbours",
        count({"kind": "degree", "path": [CATEGORY], "where": [is_("name", "eq", "VPN")], "op": "eq", "value": 1}),
        counted(lambda c: len({k for k in c["categories"] if CATEGORIES[k]["name"] == "VPN"}) == 1),
    ),
    q(
        "incoming edges",
        {
            "label": "person",
            "filters": [{"kind": "degree", "path": [out("raisedBy", direction="in")], "op": "gt", "value": 2}],
        },
        [[sum(n > 2 for n in Counter(c["raisedBy"] for c in CASES.values()).values())]],
    ),
    q(
        "longer than, the boundary out",
        count({"kind": "duration", **RESOLUTION, "op": "gt", "value": 1.5}),
        counted(lambda c: (hours(c) or 0) > 1.5),
    ),
    q(
        "at least, in minutes, the boundary in",
        count({"kind": "duration", **RESOLUTION, "op": "gte", "value": 90, "unit": "minutes"}),
        counted(lambda c: (hours(c) or 0) >= 1.5),
    ),
    q(
        "short or open, a duration inside either",
        count(any_of(is_("status", "eq", "Open"), {"kind": "duration", **RESOLUTION, "op": "lt", "value": 2})),
        counted(lambda c: c["status"] == "Open" or (hours(c) is not None and hours(c) < 2)),
    ),
]


def window(prop: str, low: str, high: str, zone: str = "UTC") -> Question:
    begin, end = (dt.datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)) for text in (low, high))
    return q(
        f"{prop} from {low} to {high} in {zone}",
        count(is_(prop, "between", low, high=high)),
        counted(lambda c: begin <= c["createdAt"] < end),
        zone=zone,
    )


WINDOWS = [
    *(window(prop, "2025-01-01", "2025-05-01") for prop in ("createdAt", "createdText", "stamp", "day")),
    window("createdAt", "2025-01-01", "2025-04-01", BERLIN),
    window("createdText", "2025-01-01", "2025-04-01", BERLIN),
    window("createdAt", "2025-03-30", "2025-03-31", BERLIN),
    window("createdAt", "2025-01-01", "2025-04-01", KOLKATA),
    window("createdAt", "2025-04-30T23:59:59", "2025-05-01T00:00:00"),
    window("createdText", "2025-04-30T23:59:59", "2025-05-01T00:00:00"),
    window("stamp", "2025-04-30 23:59:59", "2025-05-01 00:00:00"),
    q(
        "in a month",
        count(is_("createdAt", "eq", "2025-04")),
        counted(lambda c: f"{c['createdAt']:%Y-%m}" == "2025-04"),
    ),
    q(
        "in a year, as a number",
        count(is_("createdAt", "eq", 2025)),
        counted(lambda c: c["createdAt"].year == 2025),
    ),
    q("not in a year", count(is_("createdAt", "neq", "2025")), counted(lambda c: c["createdAt"].year != 2025)),
    q(
        "after a day means from the next",
        count(is_("createdAt", "gt", "2025-04-30")),
        counted(lambda c: c["createdAt"] >= utc("2025-05-01")),
    ),
    q(
        "up to a day means all of it",
        count(is_("stamp", "lte", "2025-04-30")),
        counted(lambda c: c["createdAt"] < utc("2025-05-01")),
    ),
    q(
        "before a day",
        count(is_("createdText", "lt", "2025-05-01")),
        counted(lambda c: c["createdAt"] < utc("2025-05-01")),
    ),
    q(
        "after a moment",
        count(is_("createdText", "gt", "2025-04-30T23:59:59Z")),
        counted(lambda c: c["createdAt"] > utc("2025-04-30T23:59:59")),
    ),
    q("at a moment, other offset", count(is_("createdAt", "eq", "2025-05-01T02:00:00+02:00")), [[1]]),
    q(
        "never resolved by then",
        count(negated(is_("resolvedAt", "lt", "2025-04-10"))),
        counted(lambda c: not (c["resolvedAt"] and c["resolvedAt"] < utc("2025-04-10"))),
    ),
]


def bucket(name: str, zone: str, key: Callable[[dt.datetime], object], prop: str = "createdAt") -> Question:
    found = Counter(key(case["createdAt"].astimezone(ZoneInfo(zone))) for case in CASES.values())
    return q(
        f"{prop} by {name} in {zone}",
        count(group_by=[{"ref": ref(prop), "bucket": name}], order="key"),
        [[key, n] for key, n in found.items()],
        zone=zone,
    )


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_BUCKETS: dict[str, Callable[[dt.datetime], object]] = {
    "hour_of_day": lambda t: t.hour,
    "day": lambda t: t.strftime("%Y-%m-%d"),
    "weekday": lambda t: _DAYS[t.weekday()],
    "week": lambda t: t.strftime("%G-W%V"),
    "month": lambda t: t.strftime("%Y-%m"),
    "quarter": lambda t: f"{t.year}-Q{(t.month + 2) // 3}",
    "year": lambda t: t.strftime("%Y"),
}
BUCKETS = [
    *(bucket(name, zone, key) for zone in ("UTC", BERLIN, KOLKATA, KATHMANDU) for name, key in _BUCKETS.items()),
    *(
        bucket(name, zone, key, "createdText")
        for zone in ("UTC", BERLIN, KATHMANDU)
        for name, key in _BUCKETS.items()
    ),
    *(bucket(name, "UTC", key, "stamp") for name, key in _BUCKETS.items()),
    *(bucket(name, "UTC", key, "day") for name, key in _BUCKETS.items() if name != "hour_of_day"),
]


def quarter(case: Case) -> list[str]:
    return [f"{case['createdAt'].year}-Q{(case['createdAt'].month + 2) // 3}"]


def raiser(case: Case) -> list[str]:
    return [str(PEOPLE[case["raisedBy"]]["name"])]


_BY_QUARTER = [{"ref": ref("createdAt"), "bucket": "quarter"}]
_BY_RAISER = [{"ref": ref("name", RAISED)}]
_CATEGORY_GROUP = [{"ref": ref("name", CATEGORY)}]
GROUPS = [
    q("by own value", count(group_by=[{"ref": ref("status")}]), grouped(lambda c: [c["status"]]), ordered=True),
    q(
        "by own value with gaps",
        count(group_by=[{"ref": ref("priority")}]),
        grouped(lambda c: [c["priority"]] if c["priority"] else []),
        ordered=True,
        notes=("2 case",),
    ),
    q("by the only neighbour", count(group_by=_BY_RAISER), grouped(raiser), ordered=True),
    q(
        "by an optional neighbour",
        count(group_by=[{"ref": ref("name", ASSIGNED)}]),
        grouped(lambda c: [PEOPLE[c["assignedTo"]]["name"]] if c["assignedTo"] else []),
        ordered=True,
        notes=(f"{len(cases(lambda c: not c['assignedTo']))} case",),
    ),
    q(
        "by several neighbours, a case once in a group",
        count(group_by=_CATEGORY_GROUP),
        grouped(names),
        ordered=True,
        notes=("2 case",),
    ),
    q(
        "by several neighbours two hops away",
        count(group_by=[{"ref": ref("name", ASSIGNED, TEAM)}]),
        grouped(teams),
        ordered=True,
    ),
    q(
        "by the values of a list",
        count(group_by=[{"ref": ref("tags")}]),
        grouped(lambda c: c["tags"]),
        ordered=True,
    ),
    q(
        "by vertex id of a neighbour",
        count(group_by=[{"ref": ref("id", RAISED)}]),
        grouped(lambda c: [c["raisedBy"]]),
        ordered=True,
    ),
    q(
        "only groups with more than one",
        count(group_by=_CATEGORY_GROUP, having={"op": "gt", "value": 2}),
        [r for r in grouped(names) if r[1] > 2],
    ),
    q(
        "fewest first",
        count(group_by=[{"ref": ref("status")}], order="asc", limit=1),
        [["Pending", 1], ["open", 1]],
        notes=("Tie at the cut: 2",),
    ),
    q(
        "the top one, with its tie",
        count(group_by=_BY_RAISER, limit=1),
        [["agent-002", 3], ["agent-003", 3]],
        notes=("Tie at the cut: 2",),
    ),
    q("the top one without a tie", count(group_by=_CATEGORY_GROUP, limit=1), grouped(names)[:1]),
    q("nothing to group", count(is_("status", "eq", "Lost"), group_by=[{"ref": ref("status")}]), []),
    q(
        "two keys, one of several values",
        count(group_by=[*_CATEGORY_GROUP, {"ref": ref("status")}]),
        [
            [*key, n]
            for key, n in Counter((name, c["status"]) for c in CASES.values() for name in names(c)).items()
        ],
    ),
    q(
        "two keys of one value each",
        count(group_by=[{"ref": ref("status")}, {"ref": ref("name", RAISED)}]),
        [
            [*key, n]
            for key, n in Counter((c["status"], PEOPLE[c["raisedBy"]]["name"]) for c in CASES.values()).items()
        ],
    ),
    q(
        "a month and a value",
        count(group_by=[{"ref": ref("createdAt"), "bucket": "month"}, {"ref": ref("status")}]),
        [
            [*key, n]
            for key, n in Counter((f"{c['createdAt']:%Y-%m}", c["status"]) for c in CASES.values()).items()
        ],
    ),
    q(
        "cases by the quarter that several neighbours' cases were created: merged slots count a vertex once",
        {
            "label": "person",
            "group_by": [{"ref": ref("createdAt", out("raisedBy", direction="in")), "bucket": "quarter"}],
        },
        [
            [key, n]
            for key, n in Counter(
                key
                for key, _ in {
                    (f"{c['createdAt'].year}-Q{(c['createdAt'].month + 2) // 3}", c["raisedBy"])
                    for c in CASES.values()
                }
            ).items()
        ],
    ),
]


def measure(function: str, of: object = None, **more: Any) -> dict[str, Any]:
    return count(*more.pop("filters", ()), measure={"function": function, "of": of}, **more)


_LEVELS = [PEOPLE[c["raisedBy"]]["level"] for c in CASES.values()]
_PRIORITIES = [c["priority"] for c in CASES.values() if c["priority"] is not None]
_HOURS = [h for c in CASES.values() if (h := hours(c)) is not None]
MEASURES = [
    q(
        "distinct own values",
        measure("count_distinct", ref("status")),
        [[len({c["status"] for c in CASES.values()})]],
    ),
    q(
        "distinct neighbours",
        measure("count_distinct", ref("id", CATEGORY)),
        [[len({k for c in CASES.values() for k in c["categories"]})]],
    ),
    q(
        "distinct values of neighbours",
        measure("count_distinct", ref("name", CATEGORY)),
        [[len({n for c in CASES.values() for n in names(c)})]],
    ),
    q("smallest", measure("min", ref("priority")), [[min(_PRIORITIES)]]),
    q("largest", measure("max", ref("priority")), [[max(_PRIORITIES)]]),
    q("average", measure("avg", ref("priority")), [[statistics.fmean(_PRIORITIES)]]),
    q("sum", measure("sum", ref("priority")), [[sum(_PRIORITIES)]]),
    q("median", measure("median", ref("priority")), [[statistics.median(_PRIORITIES)]]),
    q("earliest", measure("min", ref("createdAt")), [[min(c["createdAt"] for c in CASES.values())]]),
    q("latest as text", measure("max", ref("stamp")), [[max(c["stamp"] for c in CASES.values())]]),
    q("average of neighbours, by case", measure("avg", ref("level", RAISED)), [[statistics.fmean(_LEVELS)]]),
    q("average of nothing", measure("avg", ref("priority"), filters=[is_("status", "eq", "open")]), [[None]]),
    q("sum of nothing", measure("sum", ref("priority"), filters=[is_("status", "eq", "Lost")]), [[None]]),
    q("average duration", measure("avg", RESOLUTION), [[statistics.fmean(_HOURS)]], notes=("4 case",)),
    q("median duration", measure("median", RESOLUTION), [[statistics.median(_HOURS)]]),
    q("longest duration in days", measure("max", {**RESOLUTION, "unit": "days"}), [[max(_HOURS) / 24]]),
    q("shortest duration in minutes", measure("min", {**RESOLUTION, "unit": "minutes"}), [[min(_HOURS) * 60]]),
    q(
        "duration of text times",
        measure("max", {"start": ref("createdText"), "end": ref("resolvedAt")}),
        [[max(_HOURS)]],
    ),
    q(
        "average by several neighbours",
        measure("avg", ref("priority"), group_by=_CATEGORY_GROUP),
        measured(names, lambda c: c["priority"], statistics.fmean),
    ),
    q(
        "average duration by a neighbour",
        measure("avg", RESOLUTION, group_by=_BY_RAISER),
        measured(raiser, hours, statistics.fmean),
    ),
    q(
        "median duration by several",
        measure("median", RESOLUTION, group_by=_CATEGORY_GROUP),
        measured(names, hours, statistics.median),
    ),
    q(
        "average by month",
        measure("avg", ref("priority"), group_by=[{"ref": ref("createdAt"), "bucket": "month"}]),
        measured(lambda c: [f"{c['createdAt']:%Y-%m}"], lambda c: c["priority"], statistics.fmean),
    ),
    q(
        "average by quarter, slots merged",
        measure("avg", ref("priority"), group_by=_BY_QUARTER),
        measured(quarter, lambda c: c["priority"], statistics.fmean),
    ),
    q(
        "sum by weekday",
        measure("sum", ref("priority"), group_by=[{"ref": ref("createdAt"), "bucket": "weekday"}]),
        measured(lambda c: [_DAYS[c["createdAt"].weekday()]], lambda c: c["priority"], sum),
    ),
    q(
        "largest by quarter",
        measure("max", ref("priority"), group_by=_BY_QUARTER),
        measured(quarter, lambda c: c["priority"], max),
    ),
    q(
        "distinct by quarter",
        measure("count_distinct", ref("status"), group_by=_BY_QUARTER),
        measured(quarter, lambda c: c["status"], lambda found: len(set(found))),
    ),
    q(
        "distinct by neighbour",
        measure("count_distinct", ref("status"), group_by=_BY_RAISER),
        measured(raiser, lambda c: c["status"], lambda found: len(set(found))),
    ),
    q(
        "average by two keys",
        measure("avg", ref("priority"), group_by=[{"ref": ref("status")}, {"ref": ref("name", RAISED)}]),
        [
            [*key, n]
            for key, n in measured(
                lambda c: [(c["status"], PEOPLE[c["raisedBy"]]["name"])], lambda c: c["priority"], statistics.fmean
            )
        ],
    ),
]

_CLOSED = is_("status", "eq", "Closed")
_RAISED_BY_THEM = out("raisedBy", direction="in")
MEASURES += [
    q(
        "average over the several neighbours of each",
        {"label": "person", "measure": {"function": "avg", "of": ref("priority", _RAISED_BY_THEM)}},
        [[statistics.fmean(_PRIORITIES)]],
    ),
    q(
        "neighbours that several edges lead to weigh once",
        {
            "label": "case",
            "measure": {"function": "count_distinct", "of": ref("id", CATEGORY)},
            "group_by": _BY_RAISER,
        },
        [
            [record["name"], len({k for c in CASES.values() if c["raisedBy"] == key for k in c["categories"]})]
            for key, record in PEOPLE.items()
            if any(c["raisedBy"] == key and c["categories"] for c in CASES.values())
        ],
    ),
    q(
        "average of a neighbour's value by group",
        measure("avg", ref("level", RAISED), group_by=[{"ref": ref("status")}]),
        measured(lambda c: [c["status"]], lambda c: PEOPLE[c["raisedBy"]]["level"], statistics.fmean),
    ),
    q(
        "sum over several neighbours by group, parallel edges once",
        {
            "label": "category",
            "measure": {"function": "sum", "of": ref("priority", out("hasCategory", direction="in"))},
            "group_by": [{"ref": ref("description")}],
        },
        [
            [record["description"], sum(c["priority"] or 0 for c in CASES.values() if key in c["categories"])]
            for key, record in CATEGORIES.items()
            if any(key in c["categories"] and c["priority"] for c in CASES.values())
        ],
    ),
]
SHARES = [
    q("share of all", count(_CLOSED, share_of=[]), [[4 / 8, 4, 8]]),
    q(
        "share among some, the numerator is among them too",
        count(_CLOSED, share_of=[is_("name", "eq", "VPN", [CATEGORY])]),
        [[2 / 4, 2, 4]],
    ),
    q(
        "share of nothing",
        count(_CLOSED, share_of=[is_("status", "eq", "Lost")]),
        [[None, 0, 0]],
        notes=("nothing",),
    ),
    q(
        "share in each group",
        count(_CLOSED, share_of=[], group_by=_BY_RAISER),
        [["agent-001", 0.0, 0, 2], ["agent-002", 1.0, 3, 3], ["agent-003", 1 / 3, 1, 3]],
    ),
]
COMPARES = [
    q(
        "which has more",
        {
            "sides": [
                ["VPN", count(is_("name", "eq", "VPN", [CATEGORY]))],
                ["Printing", count(is_("name", "eq", "Printing", [CATEGORY]))],
            ]
        },
        [["VPN", 4], ["Printing", 2]],
        operator="compare",
        ordered=True,
        notes=('"VPN" is highest with 4, 2 more than "Printing"',),
    ),
    q(
        "level",
        {
            "sides": [
                ["second", count(is_("name", "eq", "agent-002", [RAISED]))],
                ["third", count(is_("name", "eq", "agent-003", [RAISED]))],
            ]
        },
        [["second", 3], ["third", 3]],
        operator="compare",
        notes=("level at 3",),
    ),
    q(
        "group by group",
        {
            "sides": [
                ["open", count(is_("status", "eq", "Open"), group_by=_CATEGORY_GROUP)],
                ["closed", count(_CLOSED, group_by=_CATEGORY_GROUP)],
            ]
        },
        [["E-mail (Outlook)", None, 2], ["Printing", None, 2], ["VPN", 2, 2]],
        operator="compare",
    ),
]
_LONGEST = sorted(
    ((hours(c), key) for key, c in CASES.items() if hours(c) is not None), key=lambda p: (-p[0], p[1])
)
FINDS = [
    q(
        "list by id",
        {"label": "case", "select": [ref("id")], "limit": 3},
        [["c1"], ["c2"], ["c3"]],
        operator="find",
        ordered=True,
    ),
    q(
        "missing values are empty cells",
        {"label": "case", "select": [ref("id"), ref("priority")]},
        [[key, c["priority"]] for key, c in CASES.items()],
        operator="find",
        ordered=True,
    ),
    q(
        "newest first",
        {"label": "case", "select": [ref("id")], "order_by": ref("createdAt"), "limit": 2},
        [
            [key, c["createdAt"]]
            for key, c in sorted(CASES.items(), key=lambda item: item[1]["createdAt"], reverse=True)[:2]
        ],
        operator="find",
        ordered=True,
    ),
    q(
        "by a value that some lack",
        {"label": "case", "select": [ref("id")], "order_by": ref("priority"), "descending": False, "limit": 1},
        [["c1", 1]],
        operator="find",
        notes=("2 case",),
    ),
    q(
        "a tie at the cut is said",
        {"label": "case", "select": [ref("id")], "order_by": ref("priority"), "limit": 2},
        [["c6", 5], ["c4", 3]],
        operator="find",
        ordered=True,
        notes=("Tie at the cut",),
    ),
    q(
        "longest, by duration",
        {"label": "case", "select": [ref("id")], "order_by": RESOLUTION, "limit": 3},
        [[key, value] for value, key in _LONGEST[:3]],
        operator="find",
        ordered=True,
        notes=("4 case",),
    ),
    q(
        "values of neighbours, one and several",
        {
            "label": "case",
            "filters": [is_("id", "within", ["c2", "c5"])],
            "select": [ref("id"), ref("name", RAISED), ref("name", CATEGORY)],
        },
        [["c2", "agent-001", ["VPN", "VPN"]], ["c5", "agent-002", "Printing"]],
        operator="find",
    ),
    q(
        "distinct values",
        {
            "label": "case",
            "select": [ref("status")],
            "distinct": True,
            "order_by": ref("status"),
            "descending": False,
        },
        [[status] for status in sorted({c["status"] for c in CASES.values()})],
        operator="find",
        ordered=True,
    ),
    q(
        "distinct values of neighbours",
        {"label": "case", "filters": [_CLOSED], "select": [ref("name", CATEGORY)], "distinct": True},
        [[name] for name in {name for _, c in cases(lambda c: c["status"] == "Closed") for name in names(c)}],
        operator="find",
    ),
    q(
        "distinct pairs",
        {"label": "case", "select": [ref("status"), ref("name", RAISED)], "distinct": True},
        [list(pair) for pair in {(c["status"], PEOPLE[c["raisedBy"]]["name"]) for c in CASES.values()}],
        operator="find",
    ),
    q(
        "nothing found",
        {"label": "case", "filters": [is_("status", "eq", "Lost")], "select": [ref("id")]},
        [],
        operator="find",
    ),
    q(
        "expand along a path, each once",
        {
            "label": "person",
            "filters": [is_("name", "eq", "agent-002")],
            "path": [out("raisedBy", direction="in"), CATEGORY],
            "select": [ref("id")],
        },
        [[key] for key in {key for _, c in cases(lambda c: c["raisedBy"] == "p2") for key in c["categories"]}],
        operator="expand",
    ),
]


def around(start: str, hops: int, only: set[str] | None = None) -> list[list[Any]]:
    """Label, name and id of everything within some hops, by breadth-first search over the raw edges."""
    seen, front = {start}, {start}
    for _ in range(hops):
        links = [(out, to) for label, out, to in edges() if only is None or label in only]
        front = {b if a in front else a for a, b in links if (a in front) != (b in front)} - seen
        seen |= front
    records = {**TEAMS, **PEOPLE, **CATEGORIES}
    return [[vertices()[key][0], records.get(key, {}).get("name", key), key] for key in seen - {start}]


def walk(hops: int, *only: str) -> Question:
    arguments = {"label": "case", "filters": [is_("id", "eq", "c4")], "hops": hops, "edges": list(only)}
    name = f"{hops} hops around over {' and '.join(only) or 'any edge'}"
    return q(name, arguments, around("c4", hops, set(only) or None), operator="k_hop")


_FREE_TEXT = {"case": ("note",), "category": ("description",)}
LOOKS = [
    *(walk(hops) for hops in (1, 2, 3)),
    walk(2, "hasCategory"),
    walk(3, "assignedTo", "memberOf"),
    q(
        "taxonomy, strong and weak",
        {"topic": "vpn"},
        [
            ["strong", "category", "VPN", "Remote access", "k1"],
            ["strong", "category", "VPN", "Old entry", "k2"],
            ["weak", "category", "E-mail (Outlook)", "Mail client, also over VPN", "k3"],
        ],
        operator="taxonomy_lookup",
        profile={"taxonomy_labels": ("category",)},
    ),
    q(
        "topics in free text",
        {"topic": "VPN"},
        [
            ["case", "note", 1, 1, ["plain note about vpn access"]],
            [
                "category",
                "description",
                1,
                len(cases(lambda c: "k3" in c["categories"])),
                ["Mail client, also over VPN"],
            ],
        ],
        operator="topic_search",
        profile={"case_label": "case", "free_text": _FREE_TEXT},
    ),
    q(
        "samples",
        {"label": "team"},
        [[key, "team", record["name"]] for key, record in TEAMS.items()],
        operator="sample_vertices",
    ),
    q(
        "raw Gremlin",
        {"gremlin": "g.V().hasLabel('person').project('n', 'cases').by('name').by(__.in('raisedBy').count())"},
        [[record["name"], len(cases(lambda c, key=key: c["raisedBy"] == key))] for key, record in PEOPLE.items()],
        operator="run_gremlin",
    ),
    q(
        "raw Gremlin, groups",
        {"gremlin": "g.V().hasLabel('case').groupCount().by('status')"},
        grouped(lambda c: [c["status"]]),
        operator="run_gremlin",
    ),
]

QUESTIONS = [*COUNTS, *WINDOWS, *BUCKETS, *GROUPS, *MEASURES, *SHARES, *COMPARES, *FINDS, *LOOKS]
