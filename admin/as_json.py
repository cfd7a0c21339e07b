"""What the pages show, as plain JSON. The shapes are in docs/api.md, held by docs/api.schema.json."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from flask import url_for

from admin.health import Part
from admin.present import state_of
from admin.values import own
from engine.store import Audit, Delivery, Person, SavedView, Step, Task, WorkerSeen


def question(task: Task, name: Callable[[str], str]) -> dict[str, Any]:
    """One question of a list."""
    return {
        "id": task.id,
        "asked": moment(task.created),
        "finished": moment(task.finished),
        "question": task.question,
        "status": state_of(task),
        "answer_text": task.answer_text,
        "source": task.source,
        "person": {"key": task.asked_by, "name": name(task.asked_by)},
        "conversation": task.conversation,
        "route": task.route,
        "seconds": task.seconds,
        "dollars": task.dollars,
        "warnings": task.warnings,
        "error": task.error,
        "page": url_for("questions.trace", task_id=task.id),
        "json": url_for("api.question", task_id=task.id),
    }


def step(done: Step) -> dict[str, Any]:
    """One step of a trace."""
    return {
        "number": done.number,
        "attempt": done.attempt,
        "kind": done.kind,
        "title": done.title,
        "started": moment(done.started),
        "milliseconds": done.milliseconds,
        "usage": done.usage,
        "data": done.data,
    }


def delivery(owed: Delivery) -> dict[str, Any]:
    """What is owed to a thread."""
    return {
        "state": owed.state,
        "channel": owed.target.get("channel"),
        "thread_ts": owed.target.get("thread_ts"),
        "message_ts": owed.message_ts,
        "attempts": owed.attempts,
        "next_try": moment(owed.next_try),
        "error": owed.error,
        "posted": moment(owed.posted),
    }


def view(saved: SavedView, name: Callable[[str], str]) -> dict[str, Any]:
    """A saved view."""
    return {
        "id": saved.id,
        "name": saved.name,
        "query": saved.query,
        "shared": saved.shared,
        "owner": {"key": saved.owner, "name": name(saved.owner)},
        "created": moment(saved.created),
    }


def person(one: Person) -> dict[str, Any]:
    """A person; nothing of the password but whether there is one."""
    return {
        "id": one.id,
        "name": one.name,
        "email": one.email,
        "slack": {"team": one.slack_team, "user": one.slack_user} if one.slack_user else None,
        "role": one.role,
        "has_password": one.password_hash is not None,
        "disabled": moment(one.disabled_at),
        "created": moment(one.created),
    }


def change(entry: Audit) -> dict[str, Any]:
    """An entry of the audit log."""
    return {
        "id": entry.id,
        "at": moment(entry.at),
        "actor": entry.actor,
        "action": entry.action,
        "subject": entry.subject,
        "before": entry.before,
        "after": entry.after,
        "address": entry.address,
    }


def part(one: Part) -> dict[str, Any]:
    """A part of the health page."""
    return {"name": one.name, "state": one.state, "said": one.said, "hint": one.hint}


def worker(one: WorkerSeen) -> dict[str, Any]:
    """A worker of the health page; ``running``: the ids of the questions that it holds."""
    return {
        "name": one.name,
        "state": one.state,
        "threads": one.threads,
        "started": moment(one.started),
        "seen": moment(one.seen),
        "running": list(one.running),
    }


def moment(value: dt.datetime | None) -> str | None:
    """A time as ISO 8601 in UTC."""
    return own(value).astimezone(dt.UTC).isoformat() if value else None
