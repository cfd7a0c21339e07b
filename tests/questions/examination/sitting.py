"""The examination's questions, asked of two graphs as a newcomer loads them, and how each answer fares."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.desk import Desk
from engine.settings import Settings
from tests.questions.desks import ask
from tests.questions.examination.expect import tables
from tests.questions.examination.generate import GRAPHS, generate
from tests.questions.expect_core import FUNCTIONS
from tests.questions.judge_answer import judge
from tests.questions.suite import Scored
from tests.support.commands import graphdesk

FOLDER = Path(__file__).parent


def questions(graph: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{graph}.jsonl").read_text("utf-8").splitlines()]


def load(graph: str, home: Path) -> Desk:
    """A desk on a graph: an unedited mapping draft, and the school's profile or else the drafted one."""
    sources = [str(file) for file in generate(graph, home / graph)]
    mapping, file, profile = home / f"{graph}.toml", home / f"{graph}.gsnap", FOLDER / f"{graph}.profile.toml"
    mapping.write_text(graphdesk("load", "--draft-mapping", *sources), "utf-8")
    graphdesk("load", "--mapping", str(mapping), *sources, "--out", str(file))
    return Desk.open(
        Settings(
            GRAPHDESK_HOME=home / f"{graph}-home",
            GRAPHDESK_GRAPH=file,
            GRAPHDESK_PROFILE=profile if profile.exists() else None,
            GREMLIN_URL=None,
            DATABASE_URL=None,
            ANTHROPIC_API_KEY=None,
        )
    )


def wanted(question: dict[str, Any], folder: Path) -> list[Any]:
    """The accepted values of a question over the CSV files in a folder; none for one not to be answered."""
    expect = question["expect"]
    if "function" not in expect:
        return []
    function, records = FUNCTIONS[expect["function"]], tables(question["graph"], folder)
    return [function(records, **{**expect["args"], **other}) for other in [{}, *expect.get("also", [])]]


def sit(graph: str, home: Path) -> list[Scored]:
    """Asks every question on a graph, in one process."""
    desk = load(graph, home)
    try:
        answers = [(question, ask(desk, question["question"], question["now"])) for question in questions(graph)]
    finally:
        desk.close()
    return [
        Scored(question, answer, judge(question["expect"], wanted(question, home / graph), answer))
        for question, answer in answers
    ]


__all__ = ["FOLDER", "GRAPHS", "load", "questions", "sit", "wanted"]
