"""Takes the query out of what models and people wrap it in."""

from __future__ import annotations

from engine.gremlin.errors import Source


def clean(text: str) -> tuple[str, Source]:
    """The bare query, and a Source that maps its offsets back to the text as given."""
    return text, Source(text)
