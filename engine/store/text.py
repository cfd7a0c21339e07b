"""Text as databases hold it."""

from __future__ import annotations

from typing import Any


def storable(text: str) -> str:
    """Lone surrogates and NUL, which databases refuse, become replacement characters."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")


def all_storable(given: Any) -> Any:
    """The parameters of a statement, or of many, with every text storable; what they hold else as it is."""
    if isinstance(given, str):
        return given if given.isascii() and "\0" not in given else storable(given)
    if isinstance(given, dict):
        return {name: all_storable(value) for name, value in given.items()}
    if type(given) in (list, tuple):
        return type(given)(all_storable(value) for value in given)
    return given
