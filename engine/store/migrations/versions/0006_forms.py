"""Forms that were sent: each does what it asks for once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel import AutoString, UTCDateTime

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table and its index."""
    op.create_table(
        "sent_form",
        sa.Column("key", AutoString(), primary_key=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("then", AutoString(), nullable=False),
    )
    op.create_index("ix_sent_form_at", "sent_form", ["at"])
