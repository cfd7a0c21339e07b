"""Schema names as people say them."""

from __future__ import annotations

from engine.catalog.words import AFFIXES, split_name


def words(name: str) -> str:
    """The words of a schema name: ``configurationItem`` is "configuration item"."""
    return " ".join(split_name(name))


def bare(name: str) -> str:
    """A time property without its affixes: ``createdAt`` is "created"."""
    return " ".join(word for word in split_name(name) if word not in AFFIXES)


def noun(label: str, count: float = 2) -> str:
    """A label as a noun, in the number that goes with ``count``."""
    said = words(label)
    if count == 1 or said.endswith("s") or said[-1:].isdigit():
        return said
    if said.endswith("y") and said[-2:-1] not in "aeiou":
        return f"{said[:-1]}ies"
    return f"{said}es" if said.endswith(("x", "ch", "sh")) else f"{said}s"
