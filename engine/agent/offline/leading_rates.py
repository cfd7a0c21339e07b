"""Groups that lead in a share: "which KEY has the highest share of Y", "the lowest Y rate"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.groups import Key
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, glue
from engine.agent.offline.shares import rate_said, said_of_whole
from engine.operators.params import Aggregate


def leading_rates(s: Scene, key: Key, limit: int, descending: bool | None) -> Iterator[Parse]:
    """KEY with the highest share of Y. ``descending``: what was said before KEY ("top 5 teams by ...")."""
    at = articles(s.lat, glue(s.lat, key.end))
    if s.lat.low(at) in v.BY_AMOUNT:
        descending, at = v.BY_AMOUNT[s.lat.low(at)], at + 1
    elif s.lat.low(key.end) != "by" or descending is None:
        return
    for label, asked, whole in _asked(s, at):
        for group, more, said in key.over(s, label, asked.clock):
            params = Aggregate(
                label=label, filters=asked.filters + whole.filters, share_of=whole.filters, group_by=(group,),
                order="desc" if descending else "asc", limit=limit,
            )  # fmt: skip
            cost = 1 + asked.cost + whole.cost + more
            yield Parse(params, "share", cost, asked.notes + whole.notes, asked.rewrites + whole.rewrites + said)


def _asked(s: Scene, i: int) -> Iterator[tuple[str, Part, Part]]:
    """What is asked about and the whole that it is a part of: (label, asked, whole)."""
    if s.lat.low(i) in v.RATES and s.lat.low(i + 1) in ("of", "for"):
        for noun in nouns.phrases(s, i + 2):
            for asked, within in said_of_whole(s, noun):
                yield noun.label, asked, Part(noun.end, within)
        return
    for p in range(i + 1, min(i + 5, len(s.lat))):
        if s.lat.low(p) in v.RATES:
            for label, asked, tail in rate_said(s, i, p):
                if not tail.by:
                    yield label, asked, tail.part
