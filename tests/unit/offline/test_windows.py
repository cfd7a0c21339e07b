"""Which window of time a question's words are read as, and which are asked back or told."""

from __future__ import annotations

import datetime as dt

import pytest

from engine.agent.offline.dates import find_windows
from engine.agent.offline.reader import read
from engine.catalog.catalog import Catalog
from engine.graph.profile import Profile
from tests.support.library import PROFILE, SCHEMA, library

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


def spans(text: str, profile: Profile | None = None) -> set[tuple[str, str]]:
    """The windows in a text as first and last day; an open end is empty."""

    def day(moment: dt.datetime | None, back: int) -> str:
        return str((moment - dt.timedelta(days=back)).date()) if moment else ""

    windows, _ = find_windows(text, profile or Profile(), NOW)
    return {(day(window.low, 0), day(window.high, 1)) for window in windows}


BOTH = {
    "on 3/4/2026": {("2026-04-03", "2026-04-03"), ("2026-03-04", "2026-03-04")},
    "since 1/2/26": {("2026-02-01", ""), ("2026-01-02", "")},
    "on 03-04-2026": {("2026-04-03", "2026-04-03"), ("2026-03-04", "2026-03-04")},
    "between 3/4/2026 and 5/6/2026": {("2026-04-03", "2026-06-05"), ("2026-03-04", "2026-05-06")},
}
ONE = {
    "on 13/4/2026": ("2026-04-13", "2026-04-13"),
    "on 4/13/2026": ("2026-04-13", "2026-04-13"),
    "on 5/5/2026": ("2026-05-05", "2026-05-05"),
    "since 1.2.2026": ("2026-02-01", ""),  # with dots the day is first
    "on 2026-03-04": ("2026-03-04", "2026-03-04"),
    # the other date tells the order of both
    "between 3/4/2026 and 13/4/2026": ("2026-04-03", "2026-04-13"),
    "between 3/4/2026 and 4/13/2026": ("2026-03-04", "2026-04-13"),
}


@pytest.mark.parametrize("text", BOTH)
def test_a_date_of_two_orders_has_both(text: str):
    assert spans(text) == BOTH[text]


@pytest.mark.parametrize("text", ONE)
def test_a_date_of_one_order_has_one(text: str):
    assert spans(text) == {ONE[text]}


def test_a_profile_that_says_the_order_decides():
    assert spans("on 3/4/2026", Profile(date_order="MDY")) == {("2026-03-04", "2026-03-04")}
    assert spans("on 3/4/2026", Profile(date_order="DMY")) == {("2026-04-03", "2026-04-03")}


@pytest.mark.parametrize(
    "question",
    [
        "how many loans were issued on 3/4/2024",
        "loans per month since 3/4/2024",
        "which branch has the most loans since 3/4/2024",
        "compare loans issued on 3/4/2024 and 5/6/2024",
    ],
)
def test_two_orders_are_asked_back_with_days_that_are_read(question: str):
    reading = read(question, library(), NOW)
    assert reading.status == "clarify"
    assert ["2024-04-03" in choice for choice in reading.choices] == [True, False]
    assert ["2024-03-04" in choice for choice in reading.choices] == [False, True]
    assert {read(choice, library(), NOW).status for choice in reading.choices} == {"answered"}


@pytest.mark.parametrize(
    ("text", "days"),
    [("last 30 days", 30), ("past 7 days", 7), ("last two weeks", 14), ("past week", 7), ("last 1 days", 1)],
)
def test_so_many_days_are_so_many_dates_and_today_is_the_last(text: str, days: int):
    low = NOW.date() - dt.timedelta(days=days - 1)
    assert spans(text) == {(str(low), "2026-11-30")}


@pytest.mark.parametrize("words", ["FY2024", "fiscal year 2024", "the financial year 2024"])
def test_fiscal_years_are_told_unless_the_profile_says_when_they_start(words: str):
    question = f"how many loans were issued in {words}"
    told = read(question, library(), NOW)
    assert any("calendar year" in note for note in told.notes), told
    known = Catalog.build(SCHEMA, PROFILE.model_copy(update={"fiscal_year_start": 4}))
    assert not any("calendar year" in note for note in read(question, known, NOW).notes)


@pytest.mark.parametrize(
    "text",
    ["still open after 30 days", "reopened after a week", "closed 5 days after opening", "returned 3 weeks later"],
)
def test_a_length_behind_something_is_no_window_from_today_on(text: str):
    assert spans(text) == set()


def test_after_a_named_window_is_one():
    assert spans("opened after last week") == {("2026-11-30", "")}
