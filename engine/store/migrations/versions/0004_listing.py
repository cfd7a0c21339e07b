"""What lists of tasks are searched, filtered and counted by."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlmodel import AutoString

revision = "0004"
down_revision = "0003"

BATCH = 500


def upgrade() -> None:
    """Widen ``task``, and fill the new columns from the answers there are."""
    op.add_column("task", sa.Column("seconds", sa.Float(), nullable=False, server_default="0"))
    op.add_column("task", sa.Column("dollars", sa.Float(), nullable=False, server_default="0"))
    op.add_column("task", sa.Column("warnings", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("task", sa.Column("error", AutoString(), nullable=False, server_default=""))
    op.add_column("task", sa.Column("sought", AutoString(), nullable=False, server_default=""))
    _fill(op.get_bind())
    if op.get_bind().dialect.name == "sqlite":
        columns = ["created", "id", "status", "source", "route", "asked_by", "seconds", "dollars", "warnings"]
        op.create_index("ix_task_listing", "task", [*columns, "error", "sought"])


def _fill(connection: sa.Connection) -> None:
    names = ("id", "question", "answer_text", "answer")
    task = sa.table("task", *map(sa.column, names[:3]), sa.column("answer", sa.JSON()))
    last = ""
    while True:
        wanted = sa.select(*(task.c[name] for name in names)).where(task.c.id > last).order_by(task.c.id)
        rows = connection.execute(wanted.limit(BATCH)).all()
        if not rows:
            return
        connection.execute(
            sa.text(
                "UPDATE task SET seconds = :seconds, dollars = :dollars, warnings = :warnings, error = :error,"
                " sought = :sought WHERE id = :id"
            ),
            [_filled(*row) for row in rows],
        )
        last = rows[-1].id


def _filled(task_id: str, question: str, text: str, answer: Any) -> dict[str, Any]:
    plain = json.loads(answer) if isinstance(answer, str) else answer or {}
    usage = plain.get("usage") or {}
    return {
        "id": task_id,
        "seconds": usage.get("seconds") or 0.0,
        "dollars": usage.get("dollars") or 0.0,
        "warnings": len(plain.get("warnings") or []),
        "error": (plain.get("error") or {}).get("code") or "",
        "sought": f"{question}\n{text}".casefold(),
    }
