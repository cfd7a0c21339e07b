"""Which tasks are wanted, as conditions of a query."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import sqlalchemy as sa
from sqlmodel import col

from engine.store.tables import Task, TaskStatus


@dataclass(frozen=True, slots=True)
class TaskFilter:
    """Which tasks: every field given must fit. ``text`` is looked for in question and answer, in any case."""

    text: str = ""
    statuses: tuple[TaskStatus, ...] = ()
    route: str = ""
    asked_by: str = ""
    source: str = ""
    conversation: str = ""
    since: dt.datetime | None = None
    until: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the tasks that fit, newest first, and how many fit in all."""

    tasks: list[Task]
    total: int


def conditions_of(wanted: TaskFilter) -> list[sa.ColumnElement[bool]]:
    """The conditions, all of which must hold."""
    conditions: list[sa.ColumnElement[bool]] = []
    if wanted.text:
        conditions.append(
            sa.or_(
                col(Task.question).icontains(wanted.text, autoescape=True),
                col(Task.answer_text).icontains(wanted.text, autoescape=True),
            )
        )
    if wanted.statuses:
        conditions.append(col(Task.status).in_(wanted.statuses))
    for column, value in (
        (Task.route, wanted.route),
        (Task.asked_by, wanted.asked_by),
        (Task.source, wanted.source),
    ):
        if value:
            conditions.append(col(column) == value)
    if wanted.conversation:
        conditions.append(col(Task.conversation) == wanted.conversation)
    if wanted.since:
        conditions.append(col(Task.created) >= wanted.since)
    if wanted.until:
        conditions.append(col(Task.created) < wanted.until)
    return conditions
