"""Whose a question is, and who may go on with it: viewers with their own, reviewers and admins with any.

The table of roles says who may use an address at all; here is said of which questions.
"""

from __future__ import annotations

from flask import Flask, g

from admin.signing_in import current_person
from engine.desk import Desk
from engine.errors import UserMustAct
from engine.store import ROLES, Person, Store, Task, TaskFilter

ANY_FROM = ROLES.index("reviewer")  # from this role on, others' questions too


class NotYours(UserMustAct):
    """Only whoever asked, a reviewer or an admin may do this."""

    code = "not_yours"


def install(app: Flask, desk: Desk) -> None:
    """Tell the templates what may be offered."""
    app.jinja_env.globals.update(
        may_stop=lambda task: may_stop(current_person(), task),
        may_join=lambda conversation: _remembered(desk.store, conversation),
    )


def may_stop(person: Person, task: Task) -> bool:
    """Whether somebody may stop a question."""
    return _may_any(person) or task.asked_by in person.keys


def may_join(person: Person, store: Store, conversation: str) -> bool:
    """Whether somebody may ask in a conversation: in a new one, or in one that they have asked in before."""
    if _may_any(person) or not conversation:
        return True
    if not store.tasks(TaskFilter(conversation=conversation), limit=1).total:
        return True
    return any(
        store.tasks(TaskFilter(conversation=conversation, asked_by=key), limit=1).total for key in person.keys
    )


def insist(allowed: bool) -> None:
    """Raises NotYours."""
    if not allowed:
        raise NotYours(
            "This is somebody else's question.",
            "Ask it yourself in a new conversation; reviewers and admins may go on with it.",
        )


def _may_any(person: Person) -> bool:
    return person.role in ROLES and ROLES.index(person.role) >= ANY_FROM


def _remembered(store: Store, conversation: str) -> bool:
    """``may_join`` of this request, looked up once for all turns of a page."""
    known: dict[str, bool] = g.setdefault("joined", {})
    if conversation not in known:
        known[conversation] = may_join(current_person(), store, conversation)
    return known[conversation]
