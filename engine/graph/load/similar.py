"""Similarity edges for the texts of a load, so that a graph that came without them can be walked by them."""

from __future__ import annotations

from engine.errors import UserMustAct
from engine.graph.load.elements import EdgeRecord, Elements
from engine.graph.load.templates import camel
from engine.graph.profile import Profile
from engine.graph.similarity import similar_pairs


def add_similar(elements: Elements, wanted: str, *, threshold: float = Profile().threshold) -> None:
    """Add an edge ``similar<Label>`` with ``similarityScore`` between vertices whose texts are alike.

    The time grows with the square of the number of distinct texts (20,000: about a minute besides embedding).

    Args:
        elements: what is loaded; edges are added to it.
        wanted: the texts, as ``label.property``.
        threshold: least cosine similarity.

    Raises:
        UserMustAct: no vertex of that label has that property.
    """
    label, _, name = wanted.partition(".")
    rows = [
        (vertex.id, text)
        for vertex in elements.vertices.values()
        if vertex.label == label and isinstance(text := vertex.properties.get(name), str)
    ]
    if not rows:
        there = {
            f"{vertex.label}.{key}"
            for vertex in elements.vertices.values()
            for key, value in vertex.properties.items()
            if isinstance(value, str)
        }
        raise UserMustAct(
            f"There are no texts {wanted!r} to compare; texts there are: {', '.join(sorted(there)[:20])}.",
            "Name them as label.property.",
            code="similar",
        )
    edge = "similar" + camel(label)[:1].upper() + camel(label)[1:]
    score = Profile().score_property
    elements.edges += [
        EdgeRecord(edge, one, other, {score: value})
        for one, other, value in similar_pairs(rows, threshold=threshold)
    ]
