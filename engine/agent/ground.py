"""Grounding: what the live graph says about the question, fetched before the first model call."""

from __future__ import annotations

from engine.agent.run import Run
from engine.catalog.catalog import Catalog


def ground(run: Run, catalog: Catalog) -> tuple[tuple[str, bool], ...]:
    """The system parts of the first request: instructions (cacheable), then what fits the question."""
    labels = ", ".join(catalog.schema.vertices)
    return (("Answer from the graph.", True), (f"Labels: {labels}", False))
