"""Real questions, asked through the Desk: wrong on at most 1 % of all, right on 90 % of the answerable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.questions.desks import Asked
from tests.questions.score import shown, summary, table
from tests.questions.suite import GRAPHS, SPLITS, WRONG, Scored, score

MOST_WRONG = 0.01
LEAST_RIGHT = 0.90

pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module", params=SPLITS)
def scored(request: pytest.FixtureRequest, on_graph: Callable[[str], Asked]) -> list[Scored]:
    found = [item for graph in GRAPHS for item in score(request.param, graph, on_graph(graph).ask)]
    print(f"\n{request.param}\n", table(found, "kind"), table(found, "graph"), summary(found), sep="\n")
    return found


def test_hardly_ever_wrong(scored: list[Scored]):
    wrong = [item for item in scored if item.verdict in WRONG]
    assert len(wrong) <= MOST_WRONG * len(scored), "\n" + "\n".join(shown(item) for item in wrong)


def test_answers_what_can_be_answered(scored: list[Scored]):
    answerable = [item for item in scored if "answered" in item.question["expect"]["status"]]
    missed = [item for item in answerable if item.verdict != "right"]
    assert len(missed) <= (1 - LEAST_RIGHT) * len(answerable), "\n" + "\n".join(shown(item) for item in missed)


def test_figures_and_names_have_evidence(scored: list[Scored]):
    """Rule 1 of the design: a number in an answer comes from a row, and the answer says which."""
    answered = [item for item in scored if item.answer.status == "answered"]
    bare = [i.question["id"] for i in answered if not i.answer.queries or not i.answer.tables]
    without = [i.question["id"] for i in answered if any(claim.evidence is None for claim in i.answer.claims)]
    unsaid = [i.question["id"] for i in answered if i.verdict == "right" and not says(i)]
    assert (bare, without, unsaid) == ([], [], [])


def test_texts_are_as_reviewed(scored: list[Scored]):
    """What people read, by table; " | " stands for the empty line before the notes."""
    lines = (Path(__file__).parent / "texts.tsv").read_text("utf-8").splitlines()
    reviewed = {(question, graph): text.replace(" | ", "\n\n") for question, graph, text in map(cells, lines)}
    told = {(item.question["question"], item.question["graph"]): item.answer.text for item in scored}
    found = {key: text for key, text in told.items() if key in reviewed}
    assert not found or found == reviewed  # the split that is looked at only for the figures has none of them


def cells(line: str) -> list[str]:
    return line.split("\t")


def says(item: Scored) -> bool:
    """Whether a right figure also stands in the text (rounded, perhaps with its thousands apart) as a claim."""
    if item.question["expect"]["kind"] != "number":
        return True
    figures = [cell for cell in item.answer.tables[0].rows[0] if isinstance(cell, int | float)]
    if figures == [0] and item.answer.text.startswith("There are no "):
        return True
    claimed = [claim.value for claim in item.answer.claims]
    return not figures or any(figure in claimed for figure in figures)
