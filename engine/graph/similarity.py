"""Similarity edges between content vertices: nearest neighbours of their texts' vectors, with a threshold.

SEGRA (Appendix D) takes such edges as given: similarReason, similarSymptoms and similarRootCause, each with a
continuous similarityScore. Here they are derived, so that any graph with free text can have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.graph.embedder import Embedder, embedder

_BLOCK = 1024  # rows compared at once: bounds memory to block x texts


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another text, by its position, and its cosine similarity (at most 1)."""

    position: int
    score: float


def neighbours(
    texts: Sequence[str], *, most: int = 10, threshold: float = 0.675, model: Embedder | None = None
) -> list[list[Neighbour]]:
    """For each text its most similar other texts at or above the threshold, best first.

    Args:
        texts: distinct texts.
        most: neighbours kept for one text.
        threshold: least cosine similarity.
        model: the embedder; this process's own when None.
    """
    import numpy as np

    if not texts:
        return []
    vectors = (model or embedder()).embed(texts)
    found: list[list[Neighbour]] = []
    for start in range(0, len(texts), _BLOCK):
        scores = vectors[start : start + _BLOCK] @ vectors.T
        for row, line in enumerate(scores):
            line[start + row] = -1.0
            best = np.argsort(-line, kind="stable")[:most]
            found.append(
                [Neighbour(int(n), min(1.0, round(float(line[n]), 4))) for n in best if line[n] >= threshold]
            )
    return found


def similar_pairs(
    contents: Iterable[tuple[str, str]], *, most: int = 5, threshold: float = 0.675, model: Embedder | None = None
) -> Iterator[tuple[str, str, float]]:
    """Similarity edges for content vertices: (from id, to id, score), each pair once, never to itself.

    Each vertex is linked to earlier vertices only, at most ``most`` of them: those with the most similar texts,
    the latest of each. So edges have one direction, chosen by order alone, and a walk must follow both.

    Args:
        contents: (vertex id, text), in the order that the vertices came.
        most: edges out of one vertex.
        threshold: least cosine similarity.
        model: the embedder; this process's own when None.
    """
    rows = list(contents)
    texts = list(dict.fromkeys(text for _, text in rows))
    near = neighbours(texts, most=most, threshold=threshold, model=model)
    linker = Linker(near, most=most)
    place = {text: n for n, text in enumerate(texts)}
    for identity, text in rows:
        for other, score in linker.add(identity, place[text]):
            yield identity, other, score


class Linker:
    """Links vertices to earlier ones as they come, in memory bounded by the number of distinct texts."""

    def __init__(self, near: Sequence[Sequence[Neighbour]], *, most: int = 5) -> None:
        self._near = near
        self._most = most
        self._latest: list[str | None] = [None] * len(near)

    def add(self, identity: str, text: int) -> list[tuple[str, float]]:
        """The (earlier vertex id, score) that this vertex links to. ``text`` is its text's position.

        They are the latest vertex with the very same text, then the latest of each neighbouring text.
        """
        same = self._latest[text]
        links = [(same, 1.0)] if same is not None else []
        for neighbour in self._near[text]:
            other = self._latest[neighbour.position]
            if other is not None and len(links) < self._most:
                links.append((other, neighbour.score))
        self._latest[text] = identity
        return links
