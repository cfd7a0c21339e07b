"""Counts by group."""

from __future__ import annotations

from collections import Counter

from tests.support.desk_asked import (
    ASSIGNED,
    BY_RAISER,
    CATEGORY_GROUP,
    RAISED,
    TEAM,
    cases,
    count,
    grouped,
    is_,
    names,
    out,
    q,
    raiser,
    ref,
    teams,
)
from tests.support.deskgraph import CASES, PEOPLE

GROUPS = [
    q("by own value", count(group_by=[{"ref": ref("status")}]), grouped(lambda c: [c["status"]]), ordered=True),
    q(
        "by own value with gaps",
        count(group_by=[{"ref": ref("priority")}]),
        grouped(lambda c: [c["priority"]] if c["priority"] else []),
        ordered=True,
        notes=("2 case",),
    ),
    q("by the only neighbour", count(group_by=BY_RAISER), grouped(raiser), ordered=True),
    q(
        "by an optional neighbour",
        count(group_by=[{"ref": ref("name", ASSIGNED)}]),
        grouped(lambda c: [PEOPLE[c["assignedTo"]]["name"]] if c["assignedTo"] else []),
        ordered=True,
        notes=(f"{len(cases(lambda c: not c['assignedTo']))} case",),
    ),
    q(
        "by several neighbours, a case once in a group",
        count(group_by=CATEGORY_GROUP),
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
        count(group_by=CATEGORY_GROUP, having={"op": "gt", "value": 2}),
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
        count(group_by=BY_RAISER, limit=1),
        [["agent-002", 3], ["agent-003", 3]],
        notes=("Tie at the cut: 2",),
    ),
    q("the top one without a tie", count(group_by=CATEGORY_GROUP, limit=1), grouped(names)[:1]),
    q("nothing to group", count(is_("status", "eq", "Lost"), group_by=[{"ref": ref("status")}]), []),
    q(
        "two keys, one of several values",
        count(group_by=[*CATEGORY_GROUP, {"ref": ref("status")}]),
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
