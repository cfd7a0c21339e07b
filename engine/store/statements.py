"""Statements that run several times for each question, made once."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.dml import ReturningInsert
from sqlmodel import SQLModel

from engine.store.tables import Step


def add_step() -> ReturningInsert[Any]:
    """Insert a step under the next number, if its task is owned. To make it costs more than to run it."""
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
    return sa.insert(Step).from_select(list(row), owned).returning(step.number)


ADD_STEP = add_step()
