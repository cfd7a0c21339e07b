"""Shares, and one against another."""

from __future__ import annotations

from tests.support.desk_asked import (
    BY_RAISER,
    CATEGORY,
    CATEGORY_GROUP,
    CLOSED,
    RAISED,
    count,
    is_,
    q,
)

SHARES = [
    q("share of all", count(CLOSED, share_of=[]), [[4 / 8, 4, 8]]),
    q(
        "share among some, the numerator is among them too",
        count(CLOSED, share_of=[is_("name", "eq", "VPN", [CATEGORY])]),
        [[2 / 4, 2, 4]],
    ),
    q(
        "share of nothing",
        count(CLOSED, share_of=[is_("status", "eq", "Lost")]),
        [[None, 0, 0]],
        notes=("nothing",),
    ),
    q(
        "share in each group",
        count(CLOSED, share_of=[], group_by=BY_RAISER),
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
                ["open", count(is_("status", "eq", "Open"), group_by=CATEGORY_GROUP)],
                ["closed", count(CLOSED, group_by=CATEGORY_GROUP)],
            ]
        },
        [["E-mail (Outlook)", None, 2], ["Printing", None, 2], ["VPN", 2, 2]],
        operator="compare",
    ),
]
