"""Statements that run several times for each question, made once."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlalchemy.sql.dml import ReturningInsert
from sqlmodel import SQLModel, col, select
from sqlmodel.sql.expression import SelectOfScalar

from engine.store.tables import Delivery, Step, Task


def next_task(now: dt.datetime, task_id: str | None = None) -> SelectOfScalar[Task]:
    """The task whose turn it is among those that wait or whose lease ran out.

    People take turns: first whoever was served longest ago (never served before all others), then that person's
    oldest. Rows that another worker is just claiming are passed over.
    """
    served = aliased(Task)
    last_turn = (
        sa.select(sa.func.max(served.claimed)).where(col(served.asked_by) == col(Task.asked_by)).scalar_subquery()
    )
    free = sa.or_(
        col(Task.status) == "queued", sa.and_(col(Task.status) == "running", col(Task.lease_until) < now)
    )
    wanted = select(Task).where(free)
    if task_id is not None:
        wanted = wanted.where(col(Task.id) == task_id)
    turns = (last_turn.nulls_first(), col(Task.created), col(Task.id))
    return wanted.order_by(*turns).limit(1).with_for_update(skip_locked=True)


def next_delivery(now: dt.datetime) -> SelectOfScalar[Delivery]:
    """The oldest delivery that is owed, due and in nobody's hands."""
    free = (
        col(Delivery.state) == "waiting",
        sa.or_(col(Delivery.lease_until).is_(None), col(Delivery.lease_until) < now),
        sa.or_(col(Delivery.next_try).is_(None), col(Delivery.next_try) <= now),
    )
    oldest = select(Delivery).where(*free).order_by(col(Delivery.created), col(Delivery.task_id))
    return oldest.limit(1).with_for_update(skip_locked=True)


def add_step() -> ReturningInsert[Any]:
    """Insert a step under the next number, if its task is owned; tells whether the task is to stop.

    To make it costs more than to run it.
    """
    task, step = SQLModel.metadata.tables["task"].c, SQLModel.metadata.tables["step"].c
    of_task, of_attempt = sa.bindparam("of_task", type_=task.id.type), sa.bindparam("of_attempt", type_=sa.Integer)
    last = sa.select(sa.func.coalesce(sa.func.max(step.number), 0)).where(step.task_id == of_task)
    given = ("kind", "title", "data", "started", "milliseconds", "usage")
    row: dict[str, sa.ColumnElement[Any]] = {
        "task_id": of_task,
        "number": last.scalar_subquery() + 1,
        "attempt": of_attempt,
        **{name: sa.bindparam(name, type_=step[name].type) for name in given},
    }
    owned = sa.select(*row.values()).where(
        task.id == of_task,
        task.status == "running",
        task.lease_owner == sa.bindparam("of_owner"),
        task.attempt == of_attempt,
    )
    to_stop = sa.select(task.stop_requested.is_not(None)).where(task.id == of_task).scalar_subquery()
    return sa.insert(Step).from_select(list(row), owned).returning(step.number, to_stop)


ADD_STEP = add_step()
