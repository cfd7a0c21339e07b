"""Graphs that nobody prepared: CSV files, a drafted mapping, a drafted profile, and ordinary questions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.answer import Answer
from engine.desk import Desk
from engine.settings import Settings
from tests.questions.desks import ask
from tests.questions.expect_core import FUNCTIONS
from tests.questions.judge_answer import judge
from tests.questions.new_graphs.expect import tables
from tests.questions.new_graphs.generate import GRAPHS, generate
from tests.questions.score import came
from tests.questions.suite import WRONG
from tests.support.commands import graphdesk

MOST_WRONG = 0.01
LEAST_RIGHT = 0.85
FOLDER = Path(__file__).parent

pytestmark = pytest.mark.timeout(300)

Asked = tuple[dict, Answer, str]


def load(graph: str, home: Path) -> Desk:
    """A desk on a graph made as a newcomer makes one: two commands, nothing read or changed between them."""
    sources = [str(file) for file in generate(graph, home / graph)]
    mapping, file = home / f"{graph}.toml", home / f"{graph}.gsnap"
    mapping.write_text(graphdesk("load", "--draft-mapping", *sources), "utf-8")
    graphdesk("load", "--mapping", str(mapping), *sources, "--out", str(file))
    plain = dict.fromkeys(("GREMLIN_URL", "DATABASE_URL", "ANTHROPIC_API_KEY", "GRAPHDESK_PROFILE"))
    return Desk.open(Settings(GRAPHDESK_HOME=home / f"{graph}-home", GRAPHDESK_GRAPH=file, **plain))


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> list[Asked]:
    """Every question with its answer and how it fares."""
    found: list[Asked] = []
    for graph in GRAPHS:
        home = tmp_path_factory.mktemp(graph)
        desk, lines = load(graph, home), (FOLDER / f"{graph}.jsonl").read_text("utf-8").splitlines()
        try:
            for question in map(json.loads, lines):
                expect, answer = question["expect"], ask(desk, question["question"], question["now"])
                wanted = []
                if "function" in expect:
                    wanted = [FUNCTIONS[expect["function"]](tables(graph, home / graph), **expect["args"])]
                found.append((question, answer, judge(expect, wanted, answer)))
        finally:
            desk.close()
    return found


def told(items: list[Asked]) -> str:
    """The questions that fare badly, a line each."""
    return "\n".join(f"{q['id']} [{verdict}] {q['question']}\n    {came(answer)}" for q, answer, verdict in items)


def test_hardly_ever_wrong(asked: list[Asked]):
    wrong = [item for item in asked if item[2] in WRONG]
    assert len(wrong) <= MOST_WRONG * len(asked), "\n" + told(wrong)


def test_answers_what_can_be_answered(asked: list[Asked]):
    answerable = [item for item in asked if "answered" in item[0]["expect"]["status"]]
    missed = [item for item in answerable if item[2] != "right"]
    assert len(missed) <= (1 - LEAST_RIGHT) * len(answerable), "\n" + told(missed)
