"""Answers for message tests: any at all (hypothesis), and a set to be looked at."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from engine.answer import Answer, Claim, Evidence, Query, Table, Usage
from tests.support.console_desk import VERIFIER, counted, declined, failed, hostile, listed, query, unclear

ATTACKS = [
    "<!channel>",
    "<!here|x>",
    "<@U012AB3CD>",
    "<#C012AB3CD>",
    "@here",
    "@Everyone!",
    "<!subteam^S1|@ops>",
    "<https://evil.example|https://bank.example>",
    "[pay](javascript:alert(1))",
    "<mailto:a@b.example|c>",
    "<javascript:alert(1)|x>",
    "&lt;!channel&gt;",
    "<\u200b!channel>",
    "<!\u2060channel>",
    "@\u200dhere",
    "```",
    "`x`",
    "*b* _i_ ~s~",
    ">quote",
    "\u202egnp.exe\u202c",
    "\x00\x07",
    "\ud800",
    "👩‍👩‍👧‍👦",
    "می‌خواهم",
    "=HYPERLINK(1)",
    "| a | b |\n|---|---|\n| c | d |",
    "- one\n  - two\n    1. three",
    "# Heading\n\n> quoted\n\n```\ncode\n```",
    "\r\n\r\n",
    "&&&&<<<<>>>>",
]


def texts(most: int = 400) -> st.SearchStrategy[str]:
    piece = st.one_of(st.text(max_size=most), st.sampled_from(ATTACKS), st.sampled_from(ATTACKS))
    pieces = st.lists(piece, max_size=5).map(" ".join)
    lengths = st.sampled_from([1, 74, 75, 76, 150, 999, 2_999, 3_001, 13_000])
    long = st.tuples(pieces, lengths).map(lambda made: ((made[0] or "x") * made[1])[: made[1]])
    return st.one_of(pieces, pieces, long)


def short() -> st.SearchStrategy[str]:
    return st.one_of(st.text(max_size=20), st.sampled_from(ATTACKS), st.just("long" * 800))


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), short(), st.lists(st.integers(), max_size=3)
)
VERDICTS = st.fixed_dictionaries({"pass": st.booleans(), "reason": st.none() | short()})


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(st.lists(short(), max_size=30))
    row = st.lists(VALUES, max_size=len(columns) + 2)
    rows = draw(st.lists(row, max_size=8)) * draw(st.sampled_from([1, 1, 3, 40]))
    return Table(draw(short()), columns, rows, draw(st.integers(0, 10**6)))


QUERIES = st.builds(
    Query,
    gremlin=texts(),
    read_back=texts(),
    rows=st.just([]),
    row_count=st.integers(0, 10**6),
    truncated=st.just(""),
    milliseconds=st.floats(0, 1e6),
    verifier=st.dictionaries(st.sampled_from(list(VERIFIER)) | short(), VERDICTS, max_size=5),
)
CLAIMS = st.builds(Claim, short(), VALUES, st.none() | st.just(Evidence(0)))
USAGE = st.builds(
    Usage, st.integers(0, 50), st.integers(0, 10**9), seconds=st.floats(0, 1e6), dollars=st.floats(0, 1e4)
)


def answers() -> st.SearchStrategy[Answer]:
    """Any Answer at all."""
    several = st.lists(texts(), max_size=7)
    return st.builds(
        Answer,
        status=st.sampled_from(["answered", "declined", "clarify", "failed"]),
        text=texts(),
        question=texts(),
        task_id=st.just("") | st.text("0123456789abcdef", min_size=16, max_size=16),
        claims=st.lists(CLAIMS, max_size=4),
        queries=st.lists(QUERIES, max_size=4),
        tables=st.lists(tables(), max_size=3),
        usage=USAGE,
        backbone=st.sampled_from(["offline", "claude-test"]) | short(),
        warnings=several,
        choices=several,
        unplaced=several,
        suggestions=several,
        error=st.none() | st.fixed_dictionaries({"code": st.just("x"), "hint": texts()}),
    )


def wide() -> Answer:
    """A table with more rows and columns than a message shows."""
    chance = random.Random(4)
    columns = [
        "case",
        "title",
        "team",
        "priority",
        "hours to resolve",
        "resolved",
        "opened",
        "channel",
        "region",
        "n",
    ]
    teams, titles = (
        ["Network", "Identity", "Devices"],
        ["VPN drops after an update", "Cannot sign in", "Dock fails"],
    )
    rows: list[list[object]] = [
        [
            f"CASE-{number:05}",
            chance.choice(titles),
            chance.choice(teams),
            chance.choice(["high", "low", None]),
            round(chance.uniform(0.5, 90), 2),
            chance.random() < 0.8,
            f"2026-0{chance.randint(1, 9)}-1{chance.randint(0, 9)}T08:30:00+00:00",
            "portal",
            "north",
            number,
        ]
        for number in range(1, 61)
    ]
    return Answer(
        status="answered",
        text="60 cases were opened by the pilot group; Network took the most of them.",
        claims=[Claim("60", 60, Evidence(0)), Claim("Network", "Network", Evidence(0))],
        queries=[query(), query(read_back="Lists the cases of the pilot group."), query()],
        tables=[Table("Cases", columns, rows, 240, "a1"), Table("Teams", ["team"], [["Network"]], 1)],
        usage=Usage(calls=3, input_tokens=5_210, output_tokens=611, dollars=0.0241, seconds=4.2),
        backbone="claude-test",
        warnings=["“pilot group” was taken as the label Pilot."],
        suggestions=["How many of them are open?", "Which of them took longest?"],
    )


def written() -> Answer:
    """A model's Markdown."""
    text = (
        "## Summary\n\nThe **Network** team leads with *312* cases:\n\n- Network: 312\n- Identity: 298\n"
        "  - of them `P1`: 12\n\n1. First\n2. Second\n\n> Half of them came in March.\n\n"
        "| team | cases |\n|---|---|\n| Network | 312 |\n\n```\ng.V().count()\n```\n\n"
        "See [the report](https://evil.example) and ~~old~~ data."
    )
    return Answer(
        status="answered",
        text=text,
        claims=[Claim("312", 312, Evidence(0)), Claim("298", 298, Evidence(0))],
        queries=[query(verifier=VERIFIER | {"P1_window_on_destination": {"pass": False, "reason": "No window."}})],
        usage=Usage(calls=2, input_tokens=900, dollars=0.2, seconds=2.5),
        backbone="claude-test",
    )


def long_choices() -> Answer:
    """Choices longer than a button."""
    longer = "team handled last quarter were resolved in the agreed time, counting only those of customers?"
    longer = "team handled last quarter were resolved in the agreed time, counting only those of customers?"
    choices = [f"How many of the cases that the {name} {longer}" for name in ("Network", "Identity", "Devices")]
    return Answer(status="clarify", text="“They” may be three teams. Which did you mean?", choices=choices)


def gallery() -> dict[str, Answer]:
    """Messages to be looked at."""
    made: dict[str, Any] = {
        "counted": counted(),
        "listed": listed(),
        "wide": wide(),
        "written": written(),
        "unclear": unclear(),
        "long-choices": long_choices(),
        "declined": declined(),
        "failed": failed(),
        "hostile": hostile(),
    }
    return made
