"""Requests do not wait for the database as long as workers do: somebody waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.store.patience import patience

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def hurried(app: WSGIApplication, seconds: float) -> WSGIApplication:
    """The app, whose requests wait no longer than that for whoever holds the database."""

    def hurrying(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with patience(seconds):
            return app(environ, start_response)

    return hurrying
