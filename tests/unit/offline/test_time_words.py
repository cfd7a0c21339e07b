"""The quick look for words of time misses none that the reader of dates would read."""

import pytest
from date_wrangler import wrangler

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


@pytest.mark.parametrize("name", ["priority", "market", "currency", "sector", "satisfaction", "security"])
def test_the_examples_of_a_first_page_need_no_reader_of_dates(name):
    """A page would wait for its import: two seconds of a processor."""
    assert not may_speak_of_time(f"Which {name} has the most cases?")
    assert may_speak_of_time(f"Which {name} had the most cases most recently?")
