"""People, their sessions, links and tokens, the audit log and saved views."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel import AutoString, UTCDateTime

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables, and have the database itself refuse to alter the audit log."""
    op.create_table(
        "person",
        sa.Column("id", AutoString(), primary_key=True),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("email", AutoString(), unique=True),
        sa.Column("slack_team", AutoString()),
        sa.Column("slack_user", AutoString()),
        sa.Column("role", AutoString(), nullable=False),
        sa.Column("password_hash", AutoString()),
        sa.Column("disabled_at", UTCDateTime()),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.UniqueConstraint("slack_team", "slack_user"),
    )
    op.create_table(
        "session",
        sa.Column("id", AutoString(), primary_key=True),
        _person(),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.Column("seen", UTCDateTime(), nullable=False),
        sa.Column("expires", UTCDateTime(), nullable=False),
        sa.Column("ended_at", UTCDateTime()),
        sa.Column("ended_by", AutoString(), nullable=False),
        sa.Column("agent", AutoString(), nullable=False),
    )
    op.create_table(
        "sign_in_link",
        sa.Column("hash", AutoString(), primary_key=True),
        _person(),
        sa.Column("purpose", AutoString(), nullable=False),
        sa.Column("expires", UTCDateTime(), nullable=False),
        sa.Column("used_at", UTCDateTime()),
    )
    op.create_table(
        "sign_in_failure",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
    )
    op.create_table(
        "api_token",
        sa.Column("hash", AutoString(), primary_key=True),
        _person(),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.Column("used", UTCDateTime()),
        sa.Column("revoked", UTCDateTime()),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("actor", AutoString(), nullable=False),
        sa.Column("action", AutoString(), nullable=False),
        sa.Column("subject", AutoString(), nullable=False),
        sa.Column("before", sa.JSON()),
        sa.Column("after", sa.JSON()),
        sa.Column("address", AutoString(), nullable=False),
    )
    op.create_table(
        "saved_view",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("owner", AutoString(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("page", AutoString(), nullable=False),
        sa.Column("query", AutoString(), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.UniqueConstraint("owner", "page", "name"),
    )
    op.create_index("ix_session_person_id", "session", ["person_id"])
    op.create_index("ix_api_token_person_id", "api_token", ["person_id"])
    op.create_index("ix_sign_in_failure", "sign_in_failure", ["key", "at"])
    for column in ("at", "actor", "action", "subject"):
        op.create_index(f"ix_audit_{column}", "audit", [column])
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRES:
        op.execute(statement)


def _person() -> sa.Column[str]:
    return sa.Column("person_id", AutoString(), sa.ForeignKey("person.id"), nullable=False)


SQLITE = [
    f"CREATE TRIGGER audit_keeps_{what} BEFORE {what} ON audit"
    " BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END"
    for what in ("UPDATE", "DELETE")
]
POSTGRES = [
    "CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$",
    "CREATE TRIGGER audit_keeps_rows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit"
    " FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()",
]
