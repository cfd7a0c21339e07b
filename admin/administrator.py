"""The administrator: as whom whoever starts graphdesk signs in, by a link that works once."""

from __future__ import annotations

from engine.store import Actor, Person, Store

NAME = "Administrator"
LINK_SECONDS = 24 * 3600.0
BY = Actor("command")


def sign_in_link(store: Store) -> str | None:
    """The path of a link that signs the administrator in, once, within a day.

    The administrator is added when there is none; None when it was disabled, because others take its place.
    """
    person = _there(store) or store.people.add(NAME, "admin", BY)
    if person.disabled_at is not None:
        return None
    return f"/sign-in/{store.links.make(person.id, LINK_SECONDS)}"


def _there(store: Store) -> Person | None:
    """An account without e-mail and Slack has no other way in than these links."""
    kept = (one for one in store.people.all() if one.name == NAME and not one.email and not one.slack_user)
    return min(kept, key=lambda one: one.created, default=None)
