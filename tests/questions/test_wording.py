"""No question's wording is in the engine: five words of one in a row, in code or data."""

from __future__ import annotations

import re

import pytest

from tests.questions.suite import GRAPHS, questions
from tests.shared import ROOT

GRAM = 5
# Five of these in a row ask for anything at all; a wording is what has a word of some graph in it.
ASKING = frozenset(
    re.findall(
        r"\w+",
        "a an are by can count do does for give have how in is list many me most much number of s show tell that "
        "the there to total us we what whats which with you",
    )
)


def grams(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9]+", text.lower())
    found = {tuple(words[start : start + GRAM]) for start in range(len(words) - GRAM + 1)}
    return {gram for gram in found if not ASKING.issuperset(gram)}


@pytest.fixture(scope="module")
def engine_grams() -> dict[tuple[str, ...], str]:
    files = [path for ending in ("py", "toml") for path in (ROOT / "engine").rglob(f"*.{ending}")]
    assert len(files) > 20
    return {gram: str(path.relative_to(ROOT)) for path in files for gram in grams(path.read_text("utf-8"))}


def test_grams_find_a_wording():
    assert grams("How many tickets, please, are open?") & grams("'how many tickets please are'")


@pytest.mark.parametrize("graph", GRAPHS)
def test_no_wording_in_engine(graph: str, engine_grams: dict[tuple[str, ...], str]):
    found = {
        question["question"]: engine_grams[gram]
        for question in questions("all", graph)
        for gram in grams(question["question"])
        if gram in engine_grams
    }
    assert not found
