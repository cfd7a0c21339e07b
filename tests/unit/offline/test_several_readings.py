"""A question with several readings of which none can be offered: they are named in words all the same."""

from __future__ import annotations

import pytest

from engine.agent.offline.cover import conclude
from engine.agent.offline.links import link
from engine.agent.offline.reader import paths_of
from engine.agent.offline.reading import Reading
from engine.agent.offline.scene import Scene
from engine.agent.offline.tokens import cut, locate
from tests.support.library import NOW, library


def declined(question: str) -> Reading:
    """The reading where no choice would be read again as what it stands for."""
    catalog = library()
    text, items = cut(question)
    lattice = link(locate(text, items, catalog.profile, NOW, lambda word: catalog.values.get((word,))), catalog)
    return conclude(Scene(lattice, catalog, paths_of(catalog), NOW), (), lambda other: Reading("declined"))


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("loans by staff member", ["staff member (issued by)", "staff member (checked by)"]),
        ("average renewal count by staff member", ["staff member (issued by)", "staff member (checked by)"]),
        ("how many loans of clerk-1 are there", ["issued by", "checked by"]),
    ],
)
def test_the_readings_are_named(question: str, named: list[str]):
    reading = declined(question)
    assert reading.status == "declined"
    assert reading.text.startswith("This question can be read in several ways: ")
    assert [name for name in named if name not in reading.text] == []
