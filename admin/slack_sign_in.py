"""Sign in with Slack."""

from __future__ import annotations


def is_set_up() -> bool:
    """Whether it is."""
    return False
