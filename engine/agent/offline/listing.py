"""A list as an operator call."""

from __future__ import annotations

from engine.agent.offline import nouns
from engine.agent.offline.reading import Parse
from engine.operators.params import Duration, Find, Ref

MOST = 1000


def find(
    noun: nouns.Noun,
    extra: float,
    *,
    limit: int = MOST,
    order: Ref | Duration | None = None,
    descending: bool = True,
    notes: tuple[str, ...] = (),
) -> Parse:
    """The list of a noun's vertices, in an order where one is given."""
    params = Find(label=noun.label, filters=noun.part.filters, order_by=order, descending=descending, limit=limit)
    return Parse(params, "list", extra + noun.part.cost, notes + noun.part.notes, noun.part.rewrites)
