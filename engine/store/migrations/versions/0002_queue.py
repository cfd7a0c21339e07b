"""Where a question came from, turns, stopping, and what is owed to threads elsewhere."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel import AutoString, UTCDateTime

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Widen ``task``, make ``delivery``."""
    op.add_column("task", sa.Column("source", AutoString(), nullable=False, server_default="console"))
    op.add_column("task", sa.Column("dedupe_key", AutoString()))
    op.add_column("task", sa.Column("stop_requested", UTCDateTime()))
    op.add_column("task", sa.Column("claimed", UTCDateTime()))
    op.create_index("ix_task_dedupe_key", "task", ["dedupe_key"], unique=True)
    op.drop_index("ix_task_asked_by", "task")
    op.create_index("ix_task_turns", "task", ["asked_by", "claimed"])
    op.execute("UPDATE task SET source = 'command' WHERE asked_by = 'command'")
    op.execute("UPDATE task SET claimed = started")
    op.create_table(
        "delivery",
        sa.Column("task_id", AutoString(), sa.ForeignKey("task.id"), primary_key=True),
        sa.Column("target", sa.JSON(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("message_ts", AutoString()),
        sa.Column("file_id", AutoString()),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", UTCDateTime()),
        sa.Column("error", AutoString(), nullable=False),
        sa.Column("lease_owner", AutoString()),
        sa.Column("lease_until", UTCDateTime()),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.Column("posted", UTCDateTime()),
    )
    op.create_index("ix_delivery_queue", "delivery", ["state", "next_try"])
