"""The quick look for words of time misses none that the reader of dates would read."""

import datetime as dt

import pytest
from date_wrangler import diagnose, wrangler

from engine.agent.offline.time_words import may_speak_of_time

PHRASES = (
    "Y-T-D",
    "q.t.d.",
    "as of now",
    "up to now",
    "E.O.M.",
    "a little while back",
    "some time back",
    "7–14 March",
)


def test_no_word_that_dates_are_known_by_is_missing() -> None:
    missed = [word for word in wrangler._TRIGGERS if not may_speak_of_time(f"how many {word} there")]
    assert not missed


@pytest.mark.parametrize("phrase", PHRASES)
def test_phrases(phrase: str) -> None:
    assert may_speak_of_time(phrase)


def test_a_text_without_time_is_known() -> None:
    assert not may_speak_of_time("How many open cases are there per team?")


@pytest.mark.parametrize("unit", ["day", "week", "month", "quarter", "year"])
@pytest.mark.parametrize("per", ["per", "by", "Per"])
def test_a_way_to_group_is_no_window(per: str, unit: str) -> None:
    for text in (f"how many cases were opened {per} {unit}?", f"cases {per} {unit} and team", f"{per} {unit}"):
        assert diagnose(text, today=dt.date(2026, 11, 30)) == ([], [])
        assert not may_speak_of_time(text)
    for text in (f"cases {per} {unit} since May", f"cases {per} {unit} 2", f"last year's cases {per} {unit}"):
        assert may_speak_of_time(text)


@pytest.mark.parametrize("name", ["priority", "market", "currency", "sector", "satisfaction", "security"])
def test_the_examples_of_a_first_page_need_no_reader_of_dates(name):
    """A page would wait for its import: two seconds of a processor."""
    assert not may_speak_of_time(f"Which {name} has the most cases?")
    assert may_speak_of_time(f"Which {name} had the most cases most recently?")
