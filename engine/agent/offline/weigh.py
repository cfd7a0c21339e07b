"""Readings that the words leave equal, told apart by what the graph holds.

"Countries in Europe" may mean the continent or an anthem of that name: where all but one of the readings find
(next to) nothing, the one that does is meant. Where several find something, the person is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import BaseModel

from engine.agent.offline.glance import how_many
from engine.agent.offline.reading import Params, Parse
from engine.catalog.catalog import Catalog
from engine.operators.params import Aggregate, AllOf, AnyOf, Compare, Condition, Filter, Find, Hop

_TIMES = 20  # how much more the meant reading must find than all others together
_MOST = 6  # readings that are tried


def clear(near: Sequence[Parse], catalog: Catalog) -> list[Parse]:
    """The one reading that finds by far the most, alone; else all of them."""
    if catalog.backend is None or not 1 < len(near) <= _MOST or not _alike(near, catalog):
        return list(near)
    found = [_count(parse.params, catalog) for parse in near]
    if any(number is None for number in found):
        return list(near)
    best = max(range(len(near)), key=lambda n: found[n] or 0)
    others = sum(number or 0 for number in found) - (found[best] or 0)
    if (found[best] or 0) > _TIMES * others:
        return [near[best]]
    return list(near)


def _alike(near: Sequence[Parse], catalog: Catalog) -> bool:
    """Only what a name stands for is weighed: not counts against look-ups, not one relation against another."""
    kinds = {(type(parse.params), parse.style) for parse in near}
    senses = [repr(sorted(_senses(parse.params, catalog))) for parse in near]
    return len(kinds) == 1 and len(set(senses)) == len(senses)


def _senses(item: object, catalog: Catalog) -> Iterator[str]:
    """The label, property and value of each condition of a call."""
    if isinstance(item, Condition) and item.property is not None:
        yield f"{_label(item.path, catalog)} {item.property} {item.value}"
    elif isinstance(item, tuple):
        for one in item:
            yield from _senses(one, catalog)
    elif isinstance(item, BaseModel):
        for name in type(item).model_fields:
            yield from _senses(getattr(item, name), catalog)


def _label(path: tuple[Hop, ...], catalog: Catalog) -> str:
    if not path:
        return ""
    last = path[-1]
    ends = catalog.schema.edges[last.edge].ends
    reached = sorted({end.in_label if last.direction == "out" else end.out_label for end in ends})
    return last.to or reached[0]


def affirmed(item: Filter) -> Filter:
    """A filter without its negations."""
    if isinstance(item, AnyOf | AllOf):
        return item.model_copy(update={"negate": False, "filters": tuple(affirmed(one) for one in item.filters)})
    return item.model_copy(update={"negate": False}) if isinstance(item, Condition) else item


def _count(params: Params, catalog: Catalog) -> int | None:
    if isinstance(params, Compare):
        counts = [_count(side, catalog) for _, side in params.sides]
        return None if None in counts else sum(number or 0 for number in counts)
    assert isinstance(params, Aggregate | Find)
    given = tuple(affirmed(item) for item in params.filters)  # "not in X": how many are in it
    if isinstance(params, Find):  # a look-up that finds no value finds nothing
        given += tuple(Condition(path=ref.path) for ref in params.select if ref.path)
    return how_many(catalog, params.label, given)
