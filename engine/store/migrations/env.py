"""Alembic's entry: run the migrations on the connection that Database hands over."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

from engine.store import people_tables, tables  # noqa: F401 - fill the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,  # SQLite cannot alter most things in place; a failed ALTER would stay half done
)
with context.begin_transaction():
    context.run_migrations()
