"""The graph-data operators by name, each with the descriptor text that a model chooses it by."""

from __future__ import annotations

from functools import cache

from engine.operators.aggregate import aggregate
from engine.operators.compare import compare
from engine.operators.find import find
from engine.operators.operator import Operator, Registry
from engine.operators.params import Aggregate, Compare, Find

AGGREGATE = Operator(
    name="aggregate",
    description=(
        "Count or measure vertices of one label: count, distinct count, min, max, average, sum, median (of a "
        "number or of the time between two datetimes), shares, over all or per group (own or neighbour's "
        "property, or time bucket). Filters work on own properties and along edges. Prefer it to Gremlin for "
        "figures."
    ),
    params=Aggregate,
    run=aggregate,
)
FIND = Operator(
    name="find",
    description=(
        "List vertices of one label that pass filters, with chosen properties of them and of their neighbours, "
        "ordered and limited; or the distinct values of properties. Use it to look up a named thing."
    ),
    params=Find,
    run=find,
)
COMPARE = Operator(
    name="compare",
    description='The same aggregate over two or more named sides: "X or Y, which has more", with the difference.',
    params=Compare,
    run=compare,
)


@cache
def graph_operators() -> Registry:
    """All graph-data operators."""
    return Registry((AGGREGATE, FIND, COMPARE))
