"""Averages, sums, extremes, durations; by group and over filters."""

from __future__ import annotations

import statistics

from tests.support.desk_asked import (
    BY_QUARTER,
    BY_RAISER,
    CATEGORY,
    CATEGORY_GROUP,
    DAYS,
    RAISED,
    RESOLUTION,
    hours,
    is_,
    measure,
    measured,
    names,
    out,
    q,
    quarter,
    raiser,
    ref,
)
from tests.support.deskgraph import CASES, CATEGORIES, PEOPLE

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
        measure("avg", ref("priority"), group_by=CATEGORY_GROUP),
        measured(names, lambda c: c["priority"], statistics.fmean),
    ),
    q(
        "average duration by a neighbour",
        measure("avg", RESOLUTION, group_by=BY_RAISER),
        measured(raiser, hours, statistics.fmean),
    ),
    q(
        "median duration by several",
        measure("median", RESOLUTION, group_by=CATEGORY_GROUP),
        measured(names, hours, statistics.median),
    ),
    q(
        "average by month",
        measure("avg", ref("priority"), group_by=[{"ref": ref("createdAt"), "bucket": "month"}]),
        measured(lambda c: [f"{c['createdAt']:%Y-%m}"], lambda c: c["priority"], statistics.fmean),
    ),
    q(
        "average by quarter, slots merged",
        measure("avg", ref("priority"), group_by=BY_QUARTER),
        measured(quarter, lambda c: c["priority"], statistics.fmean),
    ),
    q(
        "sum by weekday",
        measure("sum", ref("priority"), group_by=[{"ref": ref("createdAt"), "bucket": "weekday"}]),
        measured(lambda c: [DAYS[c["createdAt"].weekday()]], lambda c: c["priority"], sum),
    ),
    q(
        "largest by quarter",
        measure("max", ref("priority"), group_by=BY_QUARTER),
        measured(quarter, lambda c: c["priority"], max),
    ),
    q(
        "distinct by quarter",
        measure("count_distinct", ref("status"), group_by=BY_QUARTER),
        measured(quarter, lambda c: c["status"], lambda found: len(set(found))),
    ),
    q(
        "distinct by neighbour",
        measure("count_distinct", ref("status"), group_by=BY_RAISER),
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
            "group_by": BY_RAISER,
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

_RAISED = {key: [c for c in CASES.values() if c["raisedBy"] == key] for key in PEOPLE}
_DONE = [sum(c["resolvedAt"] is not None for c in mine) for mine in _RAISED.values()]
_RESOLVED = {"path": [_RAISED_BY_THEM], "where": [is_("resolvedAt", "exists")]}
MEASURES += [
    q(
        "average degree, those with none counted",
        {"label": "person", "measure": {"function": "avg", "of": {"path": [_RAISED_BY_THEM]}}},
        [[len(CASES) / len(PEOPLE)]],
    ),
    q(
        "average degree over filtered neighbours",
        {"label": "person", "measure": {"function": "avg", "of": _RESOLVED}},
        [[statistics.fmean(_DONE)]],
    ),
    q(
        "median degree",
        {"label": "person", "measure": {"function": "median", "of": _RESOLVED}},
        [[statistics.median(_DONE)]],
    ),
    q(
        "largest degree by a property",
        {
            "label": "person",
            "measure": {"function": "max", "of": {"path": [_RAISED_BY_THEM]}},
            "group_by": [{"ref": ref("level")}],
        },
        [
            [level, max(len(_RAISED[key]) for key, person in PEOPLE.items() if person["level"] == level)]
            for level in {person["level"] for person in PEOPLE.values()}
        ],
    ),
]
