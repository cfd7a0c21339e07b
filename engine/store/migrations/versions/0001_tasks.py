"""Tasks, steps, artifacts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel import AutoString, UTCDateTime

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first three tables."""
    op.create_table(
        "task",
        sa.Column("id", AutoString(), primary_key=True),
        sa.Column("question", AutoString(), nullable=False),
        sa.Column("status", AutoString(), nullable=False),
        sa.Column("asked_by", AutoString(), nullable=False),
        sa.Column("conversation", AutoString(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.Column("started", UTCDateTime()),
        sa.Column("finished", UTCDateTime()),
        sa.Column("route", AutoString(), nullable=False),
        sa.Column("answer", sa.JSON()),
        sa.Column("answer_text", AutoString(), nullable=False),
        sa.Column("lease_owner", AutoString()),
        sa.Column("lease_until", UTCDateTime()),
        sa.Column("attempt", sa.Integer(), nullable=False),
    )
    for column in ("asked_by", "conversation", "created"):
        op.create_index(f"ix_task_{column}", "task", [column])
    op.create_index("ix_task_queue", "task", ["status", "lease_until"])
    op.create_table(
        "step",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("task_id", AutoString(), sa.ForeignKey("task.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("title", AutoString(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("started", UTCDateTime(), nullable=False),
        sa.Column("milliseconds", sa.Float(), nullable=False),
        sa.Column("usage", sa.JSON()),
        sa.UniqueConstraint("task_id", "number"),
    )
    op.create_table(
        "artifact",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("task_id", AutoString(), sa.ForeignKey("task.id"), nullable=False),
        sa.Column("handle", AutoString(), nullable=False),
        sa.Column("title", AutoString(), nullable=False),
        sa.Column("columns", sa.JSON(), nullable=False),
        sa.Column("row_count", sa.Integer(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.UniqueConstraint("task_id", "handle"),
    )
