"""Who asked, by name."""

from __future__ import annotations

from collections.abc import Callable

from engine.store import Store

OTHERS = {"": "unknown", "console": "Console", "command": "Command line"}


def names(store: Store) -> Callable[[str], str]:
    """A function from the key of whoever asked (``Task.asked_by``) to a name; a key that is nobody's in words."""
    known = dict(OTHERS)
    for person in store.people.all():
        known[person.key] = person.name
        if person.slack_key:
            known[person.slack_key] = person.name

    def name(key: str) -> str:
        kind, _, rest = key.partition(":")
        return known.get(key) or (f"Slack {rest.rpartition(':')[2]}" if kind == "slack" else rest or key)

    return name
