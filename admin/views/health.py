"""The health page: how each part is and what to do."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

from admin import health
from admin.views.shared import desk
from engine.errors import GraphdeskError
from engine.settings import Settings
from engine.store import Delivery

pages = Blueprint("health", __name__)

LOST_SHOWN = 10
WORKERS_SHOWN = 20


@pages.get("/health")
def index() -> str:
    """Every part. What is down is a state to show, not an error page."""
    return render_template("health.html", **_state())


@pages.get("/health/live")
def live() -> str:
    """The changing part of the page."""
    return render_template("_health.html", **_state())


def _state() -> dict[str, object]:
    settings: Settings = current_app.extensions["settings"]
    seen = health.workers(desk())
    return {"parts": health.parts(desk(), settings, seen), "workers": seen[:WORKERS_SHOWN], "lost": _lost()}


def _lost() -> list[tuple[Delivery, str]]:
    """The newest answers that could not be posted, with their questions."""
    store = desk().store
    try:
        lost = store.deliveries("undeliverable", limit=LOST_SHOWN)
        return [(delivery, store.task(delivery.task_id).question) for delivery in lost]
    except GraphdeskError:
        return []  # the database is down, and said so among the parts
