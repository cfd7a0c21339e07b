"""Text as databases hold it."""

from __future__ import annotations


def storable(text: str) -> str:
    """Lone surrogates and NUL, which databases refuse, become replacement characters."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")
