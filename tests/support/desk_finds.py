"""Lists of cases, and looking around in the graph."""

from __future__ import annotations

from typing import Any

from tests.support.desk_asked import (
    CATEGORY,
    CLOSED,
    RAISED,
    RESOLUTION,
    Question,
    cases,
    grouped,
    hours,
    is_,
    names,
    out,
    q,
    ref,
)
from tests.support.deskgraph import CASES, CATEGORIES, PEOPLE, TEAMS, edges, vertices

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
        {"label": "case", "filters": [CLOSED], "select": [ref("name", CATEGORY)], "distinct": True},
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
