"""The question files, their expected values, and asking them through the Desk."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.answer import Answer
from tests.questions import expect_countries, expect_flights, expect_incidents, expect_sample
from tests.questions.expect_core import FUNCTIONS, Tables
from tests.questions.judge_answer import judge
from tests.shared import shared

FOLDER = Path(__file__).parent
SPLITS = ("dev", "held_out")
GRAPHS = ("sample", "incidents", "countries", "flights")
VERDICTS = ("right", "wrong", "declined wrongly", "answered though it should not", "failed")

WRONG = ("wrong", "answered though it should not", "failed")


def questions(split: str, graph: str) -> list[dict[str, Any]]:
    """The questions of a split (or ``all``) on a graph."""
    splits = SPLITS if split == "all" else (split,)
    files = [FOLDER / name / f"{graph}.jsonl" for name in splits]
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


@cache
def tables(graph: str) -> Tables:
    """The raw records of a graph. Skips by name when the material is not there."""
    match graph:
        case "incidents":
            return expect_incidents.tables(shared("data/incidents"))
        case "countries":
            return expect_countries.tables(shared("data/countries"))
        case "flights":
            return expect_flights.tables(FOLDER / "fourth")
    return expect_sample.tables()


def wanted(question: dict[str, Any]) -> list[Any]:
    """The accepted values of a question; none for one that must not be answered."""
    expect = question["expect"]
    if "function" not in expect:
        return []
    function, records = FUNCTIONS[expect["function"]], tables(question["graph"])
    return [function(records, **{**expect["args"], **other}) for other in [{}, *expect.get("also", [])]]


def verdict(question: dict[str, Any], answer: Answer) -> str:
    """How an answer to the question fares: one of VERDICTS."""
    return judge(question["expect"], wanted(question), answer)


@dataclass(frozen=True, slots=True)
class Scored:
    """A question, the answer it got, and how it fares."""

    question: dict[str, Any]
    answer: Answer
    verdict: str


def score(split: str, graph: str, ask: Callable[[str, str], Answer], kind: str | None = None) -> list[Scored]:
    """Asks the questions of a split on a graph; ``ask`` answers one, as if it were asked at a given time."""
    chosen = [question for question in questions(split, graph) if kind in (None, question["kind"])]
    answers = [(question, ask(question["question"], question["now"])) for question in chosen]
    return [Scored(question, answer, verdict(question, answer)) for question, answer in answers]
