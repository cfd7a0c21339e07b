"""The graph page: health, labels, edges, properties."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from werkzeug import Response

from admin.views.shared import desk
from engine.errors import GraphdeskError
from engine.graph.backend import Health

pages = Blueprint("graph", __name__)


@pages.get("/graph")
def index() -> str:
    """What is in the graph and how the parts are. A dead graph is a state to show, not an error page."""
    health = desk().health()
    schema = None
    if health["graph"].ok:
        try:
            schema = desk().backend.schema()
        except GraphdeskError as error:
            health["graph"] = Health(False, error.message, error.hint)
    return render_template("graph.html", health=health, schema=schema)


@pages.post("/graph/refresh")
def refresh() -> Response:
    """Discover the schema anew."""
    desk().backend.schema(refresh=True)
    return redirect(url_for("graph.index"), code=303)
