"""Who may do what: one table, from each endpoint to the least role. What is not in it is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal as OneOf

from werkzeug.exceptions import Forbidden

from engine.store import ROLES, Person

Least = OneOf["anyone", "viewer", "reviewer", "admin"]

ADMINS_NAMED = 3
RULES: dict[str, Least] = {
    # without being signed in
    "static": "anyone",
    "signing_in.ask": "anyone",
    "signing_in.with_password": "anyone",
    "signing_in.redeem": "anyone",
    "signing_in.to_slack": "anyone",
    "signing_in.from_slack": "anyone",
    "signing_in.choose": "anyone",
    "signing_in.chosen": "anyone",
    # viewers read everything that was asked, ask and stop their own (ownership.py), and keep their own account
    "signing_in.sign_out": "viewer",
    "account.index": "viewer",
    "account.password": "viewer",
    "account.end_others": "viewer",
    "account.end_session": "viewer",
    "account.make_token": "viewer",
    "account.revoke_token": "viewer",
    "chat.new": "viewer",
    "chat.conversation": "viewer",
    "chat.ask": "viewer",
    "chat.turn": "viewer",
    "questions.index": "viewer",
    "questions.export": "viewer",
    "questions.trace": "viewer",
    "questions.live": "viewer",
    "questions.table": "viewer",
    "questions.stop": "viewer",
    "questions.save_view": "viewer",
    "questions.delete_view": "viewer",
    "graph.index": "viewer",
    "health.index": "viewer",
    "health.live": "viewer",
    "api.questions": "viewer",
    "api.question": "viewer",
    "api.views": "viewer",
    "api.parts": "viewer",
    # reviewers change what graphdesk knows
    "graph.refresh": "reviewer",
    # admins see to people, and see how graphdesk is set up
    "people.index": "admin",
    "people.invite": "admin",
    "people.link": "admin",
    "people.role": "admin",
    "people.disable": "admin",
    "people.enable": "admin",
    "people.end_sessions": "admin",
    "people.link_slack": "admin",
    "people.unlink_slack": "admin",
    "settings.index": "admin",
    "audit.index": "admin",
    "api.people": "admin",
    "api.audit": "admin",
}


def allowed(endpoint: str | None, role: str | None) -> bool:
    """Whether somebody of this role (None: nobody is signed in) may use the endpoint. No rule: nobody may."""
    least = RULES.get(endpoint or "")
    if least is None:
        return False
    if least == "anyone":
        return True
    return role in ROLES and ROLES.index(role) >= ROLES.index(least)


def is_open(endpoint: str | None) -> bool:
    """Whether the endpoint is for those who are not signed in too."""
    return RULES.get(endpoint or "") == "anyone"


class NotAllowed(Forbidden):
    """The role of whoever asks does not allow this.

    No error of ours, which the pages put above what they show: this one may not see any of that.
    """

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def refusal(endpoint: str | None, role: str, people: Sequence[Person]) -> NotAllowed:
    """What to tell somebody of this role who may not use the endpoint, and whom of the people to ask."""
    least = RULES.get(endpoint or "")
    who = {"reviewer": "reviewers and admins", "admin": "admins"}.get(least or "", "nobody")
    admins = [one.name for one in people if one.role == "admin" and one.disabled_at is None][:ADMINS_NAMED]
    hint = f"An admin can give you another role: {', '.join(admins)}." if admins else "Ask an admin."
    return NotAllowed(f"This is for {who}, and your role is {role}.", hint)
