"""The embedder and the similarity edges derived with it."""

import itertools

import numpy as np
import pytest

from engine.errors import UserMustAct
from engine.graph.embedder import embedder
from engine.graph.load.elements import Elements, VertexRecord
from engine.graph.load.similar import add_similar
from engine.graph.similarity import Linker, Neighbour, neighbours, similar_pairs

TEXTS = [
    "VPN sign-in is rejected from home",
    "The VPN refuses my password when I work from home",
    "The printer reports a paper jam",
    "Paper is stuck in the printer",
    "A shared calendar is empty",
]


def test_vectors_have_length_one_and_do_not_depend_on_their_batch():
    model = embedder()
    together = model.embed(TEXTS)
    assert together.shape == (len(TEXTS), model.size)
    assert np.linalg.norm(together, axis=1) == pytest.approx(1, abs=1e-5)
    alone = np.vstack([model.embed([text]) for text in TEXTS])
    assert (together * alone).sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert model.embed([]).shape == (0, model.size)


def test_the_nearest_text_says_the_same():
    near = neighbours(TEXTS, threshold=0.3)
    assert [near[n][0].position for n in range(4)] == [1, 0, 3, 2]
    assert all(a.score >= b.score for found in near for a, b in itertools.pairwise(found))


def test_below_the_threshold_there_is_no_neighbour():
    assert neighbours(TEXTS, threshold=0.999) == [[], [], [], [], []]
    assert [len(found) for found in neighbours(TEXTS, threshold=-1, most=2)] == [2, 2, 2, 2, 2]


class Fixed:
    """Vectors on a circle, by an angle in the text."""

    name, size = "fixed", 2

    def embed(self, texts):
        angles = np.radians([float(text) for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def test_pairs_once_each_to_earlier_vertices():
    rows = [("a", "0"), ("b", "30"), ("c", "90"), ("d", "0"), ("e", "35")]
    pairs = list(similar_pairs(rows, threshold=0.8, model=Fixed()))
    assert [(one, other) for one, other, _ in pairs] == [
        ("b", "a"),
        ("d", "a"),
        ("d", "b"),
        ("e", "b"),
        ("e", "d"),
    ]
    scores = {(one, other): score for one, other, score in pairs}
    assert scores["d", "a"] == 1.0
    assert scores["b", "a"] == pytest.approx(np.cos(np.radians(30)), abs=1e-3)


def test_a_vertex_has_at_most_so_many_links():
    linker = Linker([[Neighbour(1, 0.9), Neighbour(2, 0.8)], [], []], most=2)
    assert [linker.add(name, text) for name, text in (("a", 1), ("b", 2), ("c", 0), ("d", 0))] == [
        [],
        [],
        [("a", 0.9), ("b", 0.8)],
        [("c", 1.0), ("a", 0.9)],
    ]


def test_edges_for_the_texts_of_a_load():
    vertices = {str(n): VertexRecord(str(n), "note", {"body": text}) for n, text in enumerate(TEXTS)}
    vertices["x"] = VertexRecord("x", "other", {"body": TEXTS[0]})
    vertices["y"] = VertexRecord("y", "note", {})
    elements = Elements(vertices)
    add_similar(elements, "note.body", threshold=0.5)
    assert [(e.label, e.out_id, e.in_id) for e in elements.edges] == [
        ("similarNote", "1", "0"),
        ("similarNote", "3", "2"),
    ]
    assert all(0.5 <= e.properties["similarityScore"] <= 1 for e in elements.edges)


@pytest.mark.parametrize("wanted", ["note", "note.text", "none.body", ""])
def test_texts_that_are_not_there(wanted):
    elements = Elements({"1": VertexRecord("1", "note", {"body": "x"})})
    with pytest.raises(UserMustAct, match=r"note\.body"):
        add_similar(elements, wanted)
