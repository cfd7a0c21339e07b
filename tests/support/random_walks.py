"""Random read traversals over TinkerPop's toy graphs whose rows no engine may choose: for comparing engines.

What the order of visiting decides is left out: a cut (``limit``) comes only behind a whole order, nothing asks for
the way that a traverser came once ``dedup`` or a cut has chosen among several, and what takes the first of several
(``by``, ``map``) is given one.
"""

from __future__ import annotations

import random

from tests.support.walks import asked, moves, results
from tests.support.walks.walk import GRAPHS, MAX_STEPS, Steps, Walk, Words

__all__ = ["GRAPHS", "Walks"]


class Walks:
    """Writes traversals over one graph."""

    def __init__(self, rng: random.Random, words: Words) -> None:
        self._rng = rng
        self._w = words
        anything = (asked.reduce, asked.distinct, asked.identity)
        scalar = (asked.compared, *anything, asked.group, results.sorted_list)
        self._steps: Steps = {
            "vertex": (
                moves.hop, moves.hop, moves.hop, moves.edge_hop, asked.condition, asked.condition, asked.condition,
                asked.values, asked.values, asked.map_of, asked.group, moves.branch, moves.branch, moves.repeat,
                moves.mark, moves.first, moves.remember, asked.constant, moves.path, moves.pattern,
                moves.sorted_maps, *anything,
            ),
            "edge": (
                moves.ends, moves.ends, asked.condition, asked.condition, asked.values, asked.map_of, asked.group,
                asked.reduce, moves.branch, asked.distinct,
            ),
            "text": (results.text_step, results.text_step, *scalar),
            "number": (results.number_step, results.number_step, *scalar),
            "map": (results.of_map, asked.reduce),
            "list": (results.of_list,),
            "texts": (results.of_texts,),
            "any": (*anything, asked.constant),
            "path": (asked.reduce, results.of_path),
        }  # fmt: skip

    def query(self) -> str:
        """One traversal from ``g``."""
        walk = Walk(self._rng, self._w, self._steps)
        moves.start(walk)
        walk.go(self._rng.randint(0, MAX_STEPS))
        return "g." + walk.text
