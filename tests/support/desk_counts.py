"""How many cases: filters on own and neighbouring values, and what joins them."""

from __future__ import annotations

from collections import Counter

from tests.support.desk_asked import (
    ASSIGNED,
    CATEGORY,
    RAISED,
    RESOLUTION,
    TEAM,
    all_of,
    any_of,
    count,
    counted,
    hours,
    is_,
    names,
    negated,
    out,
    q,
    teams,
)
from tests.support.deskgraph import CASES, CATEGORIES, PEOPLE

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
