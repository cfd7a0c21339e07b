"""What several views need: the desk, and the part of a page that follows a running question."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import current_app, render_template, request, url_for

from admin.present import seen
from admin.signing_in import current_person
from engine.desk import Desk
from engine.settings import Settings


def desk() -> Desk:
    """The desk behind this console."""
    found: Desk = current_app.extensions["desk"]
    return found


def who() -> str:
    """The key of whoever is signed in."""
    return current_person().key


def external(endpoint: str, **values: str) -> str:
    """The whole address of a page, to be opened elsewhere: under the public address, if it is set."""
    settings: Settings = current_app.extensions["settings"]
    path = url_for(endpoint, _external=not settings.url, **values)
    return f"{settings.url.rstrip('/')}{path}" if settings.url else path


def company() -> list[str]:
    """What anybody knows of whose console this is: the name of its public address."""
    settings: Settings = current_app.extensions["settings"]
    return [urlsplit(settings.url or "").hostname or ""]


def as_it_stands(template: str, task_id: str) -> str | tuple[str, int]:
    """A task by ``template``; 204 while nothing is new since what the page has seen, so that it keeps still.

    Raises UnknownTask.
    """
    task = desk().store.task(task_id)
    steps = desk().store.steps(task_id)
    if not task.done and request.args.get("seen") == seen(task, steps):
        return "", 204
    return render_template(template, task=task, steps=steps)
