"""A look at the graph by the reader, where words alone leave it in doubt: one small query, read-only like any."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from engine.catalog.catalog import Catalog
from engine.errors import GraphdeskError
from engine.graph.backend import Limits
from engine.gremlin.build import Builder
from engine.operators.begin import begin
from engine.operators.filters import Filters
from engine.operators.params import Filter
from engine.operators.predicates import Reader

log = logging.getLogger(__name__)
_SECONDS = 2.0


def glance(
    catalog: Catalog, label: str, filters: tuple[Filter, ...], ask: Callable[[Builder], Builder], rows: int = 1
) -> Sequence[object] | None:
    """What is found of the vertices of a label that pass filters; None where the graph could not tell."""
    if catalog.backend is None:
        return None
    try:
        query = ask(begin(catalog.schema, Filters(catalog.schema, Reader(catalog.profile)), label, filters))
        return catalog.backend.run(query.tree, Limits(timeout=_SECONDS, rows=rows)).rows
    except GraphdeskError as error:
        log.info("the graph could not tell what was in doubt: %s", error.code)
        return None


def how_many(catalog: Catalog, label: str, filters: tuple[Filter, ...]) -> int | None:
    """The number of them."""
    found = glance(catalog, label, filters, lambda query: query.count())
    return found[0] if found and isinstance(found[0], int) else None
