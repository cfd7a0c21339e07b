"""Relations named for a role give the role's verb: ``has_trainer`` is "trained by"."""

from __future__ import annotations

import datetime as dt

import pytest

from engine.catalog.entries import EdgeName
from engine.catalog.names import Lexicon
from engine.graph.profile import Profile
from engine.graph.schema import EdgeEnds, EdgeLabel, Schema, VertexLabel

EDGES = {
    "has_trainer": ("dog", "keeper"),
    "has_appointee": ("kennel", "keeper"),
    "has_colour": ("dog", "colour"),
    "has_leader": ("keeper", "keeper"),
}
SCHEMA = Schema(
    vertices={name: VertexLabel(name, 5, {}) for name in ("dog", "keeper", "kennel", "colour")},
    edges={name: EdgeLabel(name, 5, (EdgeEnds(*ends, 5),), max_out=1) for name, ends in EDGES.items()},
    discovered_at=dt.datetime(2025, 1, 1, tzinfo=dt.UTC),
)


@pytest.mark.parametrize(
    ("words", "edge"),
    [
        (("train", "by"), "has_trainer"),
        (("train",), "has_trainer"),
        (("appoint", "to"), "has_appointee"),
        (("colour", "by"), None),  # no role
        (("lead", "by"), None),  # between things of one kind: who leads whom would be a guess
    ],
)
def test_a_role_gives_its_verb(words: tuple[str, ...], edge: str | None) -> None:
    found = Lexicon(SCHEMA, Profile(name="dogs")).get(words)
    named = [match.entry.edge for match in found if isinstance(match.entry, EdgeName)]
    assert named == ([edge] if edge else [])
