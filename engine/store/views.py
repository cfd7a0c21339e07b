"""Saved views: a page and its query under a name, for oneself or for all."""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import col, select

from engine.store.database import Database
from engine.store.people_tables import SavedView
from engine.store.text import storable


class Views:
    """Views of people. ``owner`` is a person's key, ``page`` the page's name, ``query`` its query string."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, owner: str, page: str, name: str, query: str, *, shared: bool = False) -> SavedView:
        """Keep a view; the owner's one of the same name on the same page is replaced."""
        with self._database.write() as session:
            self._database.alone(session, "saved_view")
            kept = storable(name.strip())
            wanted = select(SavedView).where(
                SavedView.owner == owner, SavedView.page == page, SavedView.name == kept
            )
            now = self._database.now(session)
            view = session.exec(wanted).first() or SavedView(
                owner=owner, page=page, name=kept, query="", created=now
            )
            view.query, view.shared = storable(query), shared
            session.add(view)
            session.flush()
        return view

    def of(self, owner: str, page: str) -> list[SavedView]:
        """The views of a page that the owner sees: their own, then what others share, by name."""
        with self._database.read() as session:
            seen = sa.or_(col(SavedView.owner) == owner, col(SavedView.shared).is_(True))
            wanted = select(SavedView).where(SavedView.page == page, seen)
            others = sa.case((col(SavedView.owner) == owner, 0), else_=1)
            return list(session.exec(wanted.order_by(others, sa.func.lower(SavedView.name), col(SavedView.id))))

    def delete(self, view_id: int, owner: str) -> bool:
        """Delete one's own view. False: there is none of that id, or it is somebody else's."""
        with self._database.write() as session:
            view = session.get(SavedView, view_id)
            if view is None or view.owner != owner:
                return False
            session.delete(view)
        return True
