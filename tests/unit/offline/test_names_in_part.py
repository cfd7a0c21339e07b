"""A word of a name stands for it only where it can: not as a verb, nor as another thing of that word."""

from __future__ import annotations

import pytest

from engine.agent.offline.reader import read
from engine.catalog.catalog import Catalog
from engine.graph.profile import Profile
from tests.support.library import NOW, coded, edge, label, moment, names, schema

KINDS = ("Account locked", "Password reset", "Application crash", "Printer")
CATALOG = Catalog.build(
    schema(
        labels=(
            label("case", 900, moment("created_at")),
            label("kind", 4, coded("name", **dict.fromkeys(KINDS, 1))),
            label("contact", 60, names("name", "contact-01", "contact-02")),
            label("team", 3, names("name", "Desk", "Field")),
        ),
        edges=(
            edge("has_kind", "case", "kind"),
            edge("reported_by", "case", "contact"),
            edge("handled_by", "case", "team"),
        ),
    ),
    Profile(case_label="case", time_property="created_at", taxonomy_labels=("kind",)),
)

KNOWN = """\
How many cases are there with account locked?       | Account locked
How many cases have a locked account?               | Account locked
How many cases are about a locked account?          | Account locked
How many account cases are there?                   | Account locked
How many cases with a crash?                        | Application crash
How many contacts have a password reset?            | Password reset
How many cases with a printer?                      | Printer
"""


@pytest.mark.parametrize("row", [[cell.strip() for cell in row.split("|")] for row in KNOWN.splitlines()])
def test_a_word_that_names_it(row: list[str]) -> None:
    assert repr(row[1]) in repr(read(row[0], CATALOG, NOW).params)


@pytest.mark.parametrize(
    "question",
    [
        "How many contacts have an account?",
        "How many cases on account of printers?",
        "How many cases does each team reset?",
        "How many cases did Desk lock?",
        "Which contacts need an account?",
        "How many cases are there with an application?",
    ],
)
def test_a_word_that_says_something_else(question: str) -> None:
    assert read(question, CATALOG, NOW).status == "declined"
