"""Yes/no questions of what a named thing has: "does X have any Y"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import nouns
from engine.agent.offline.groups import finished
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles
from engine.operators.params import Aggregate

_ASKING = frozenset({"does", "do", "did", "has", "have", "had"})
_HAVING = frozenset({"have", "has", "had", "got"})


def having(s: Scene) -> Iterator[Parse]:
    """ "Does X have any Y", "has X any Y": the Y that X has, counted."""
    if s.lat.low(0) not in _ASKING:
        return
    for owner in nouns.phrases(s, 1, after=False):
        at = owner.end + (s.lat.low(owner.end) in _HAVING)
        if not owner.name or (at == owner.end and s.lat.low(0) not in _HAVING):
            continue
        for noun in nouns.phrases(s, articles(s.lat, at)):
            if noun.name or noun.label == owner.label or not finished(s, noun.end):
                continue
            for path, far in s.ways(noun.label, owner.label):
                if path:
                    filters = (*noun.part.filters, *nouns.through(s, path, owner.part.filters))
                    params = Aggregate(label=noun.label, filters=filters)
                    cost = far + owner.part.cost + noun.part.cost
                    rewrites = owner.part.rewrites + noun.part.rewrites
                    yield Parse(params, "exists", cost, owner.part.notes + noun.part.notes, rewrites)
