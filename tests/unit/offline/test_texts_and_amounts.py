"""Amounts that are held as text, and words that texts hold: neither is taken for what it is not."""

from __future__ import annotations

import pytest

from engine.agent.offline.reader import read
from engine.agent.offline.reading import Reading
from engine.catalog.catalog import Catalog
from engine.graph.profile import Profile
from engine.graph.schema import PropertySchema
from engine.operators.params import Aggregate, Condition, Find
from tests.support.counter import counter
from tests.support.library import NOW, label, moment, schema

HELD_AS_TEXT = [
    "what is the total price",
    "total price per contact",
    "average price of tickets in 2024",
    "median price",
    "tickets with price over 100",
    "which ticket has the highest price",
    "the cheapest ticket",
    "how many tickets cost more than 50",
    "sort tickets by price",
    "top 5 prices",
    "sum of price per agent",
    "average topic",
]


def asked(question: str, **profile: object) -> Reading:
    return read(question, counter(**profile), NOW)


@pytest.mark.parametrize("question", HELD_AS_TEXT)
def test_amounts_held_as_text_are_not_measured(question: str):
    reading = asked(question)
    assert (reading.status, "held as text" in reading.text) == ("declined", True), reading


@pytest.mark.parametrize(
    "question",
    [
        "which ticket no has the most notes",
        "how many different prices",
        "most common price",
        "total hours",
        "tickets with more than 3 hours",
        "average hours",
    ],
)
def test_what_needs_no_amount_is_read(question: str):
    assert asked(question).status == "answered"


@pytest.mark.parametrize(
    "question", ["average waiting per topic", "median of nothing by status", "which topic is over 5"]
)
def test_other_questions_are_not_declined_for_it(question: str):
    assert "held as text" not in asked(question).text


def test_the_number_of_things_is_not_their_property_of_that_name():
    numbered = PropertySchema("number", "string", 900, 900, samples=("CS-0017", "CS-0401"))
    cases = schema(labels=(label("case", 900, numbered, moment("createdAt")),), edges=())
    catalog = Catalog.build(cases, Profile(case_label="case"))
    assert read("average number of cases per month", catalog, NOW).unplaced == ("average",)
    assert "held as text" in read("average number per month", catalog, NOW).text


def searched(reading: Reading) -> list[tuple[str | None, object]]:
    """The conditions of a reading: (operator, value)."""
    assert isinstance(reading.params, Aggregate | Find)
    return [(item.op, item.value) for item in reading.params.filters if isinstance(item, Condition)]


@pytest.mark.parametrize(
    "words",
    [
        "that mention {}",
        "mentioning {}",
        "with the word {}",
        "containing the word {}",
        'mentioning "{}"',
        'containing "{}"',
    ],
)
def test_a_mention_is_looked_for_in_the_texts_though_a_value_has_that_name(words: str):
    reading = asked(f"how many tickets {words.format('printer')}")
    assert (reading.status, searched(reading)) == ("answered", [("containing", "printer")])


def test_what_tickets_are_about_is_the_value():
    assert searched(asked("how many tickets about printer")) == [("eq", "Printer")]


def test_what_tickets_contain_is_asked_back():
    reading = asked("how many tickets contain printer")
    assert reading.status == "clarify"
    found = [searched(asked(choice)) for choice in reading.choices]
    assert sorted(found) == [[("containing", "printer")], [("eq", "Printer")]]


def test_without_texts_a_mention_is_declined_and_says_why():
    reading = asked("how many tickets mention printer", free_text={})
    assert (reading.status, "no free text" in reading.text) == ("declined", True)
