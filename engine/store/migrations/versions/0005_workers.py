"""Workers and when they were last seen, notices said once, and an index that lists are counted by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel import AutoString, UTCDateTime

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables and the index."""
    op.create_table(
        "worker",
        sa.Column("id", AutoString(), primary_key=True),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("threads", sa.Integer(), nullable=False),
        sa.Column("started", UTCDateTime(), nullable=False),
        sa.Column("seen", UTCDateTime(), nullable=False),
        sa.Column("ended", UTCDateTime()),
    )
    op.create_table(
        "notice",
        sa.Column("key", AutoString(), primary_key=True),
        sa.Column("taken", UTCDateTime(), nullable=False),
        sa.Column("said", UTCDateTime()),
    )
    columns = ["status", "error", "source", "route", "warnings", "asked_by", "created"]
    op.create_index("ix_task_facets", "task", columns)
