"""What machines ask a process: is it alive, is it ready, what does it count. For load balancers and Prometheus.

``/healthz`` is 200 while the process answers at all. ``/readyz`` is 200 when the graph answers and the database
can be read and written, else 503; it names the parts, without details. ``/metrics`` asks for the bearer token
GRAPHDESK_METRICS_TOKEN; without one, only this machine gets them, not through a proxy, and only where neither
GRAPHDESK_URL nor GRAPHDESK_TRUSTED_PROXY tells of one: a proxy's requests may come from this machine as well.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
import threading
from typing import TYPE_CHECKING, Any

from werkzeug.wrappers import Request, Response

from engine.desk import Desk
from engine.logs import follow
from engine.metrics import CONTENT_TYPE, Metrics
from engine.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIEnvironment
    from flask import Flask

PATHS = ("/healthz", "/readyz", "/metrics")
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
NO_TOKEN = "Metrics are for this machine only: set GRAPHDESK_METRICS_TOKEN and send it as a bearer token.\n"  # noqa: S105


class Operations:
    """A WSGI app for the three addresses."""

    def __init__(self, desk: Desk, settings: Settings, metrics: Metrics) -> None:
        self._desk, self._metrics = desk, metrics
        self._token = settings.metrics_token.get_secret_value() if settings.metrics_token else ""
        self._public = bool(settings.url or settings.trusted_proxy)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request, mounted at its path or at the root."""
        request = Request(environ)
        path = f"{request.root_path}{request.path}".rstrip("/")
        if path not in PATHS:
            response = _said("Not here.\n", 404)
        elif request.method not in ("GET", "HEAD"):
            response = _said("Only GET.\n", 405)
        else:
            response = {"/healthz": self._alive, "/readyz": self._ready, "/metrics": self._counted}[path](request)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
        self._metrics.request(
            path.strip("/") if path in PATHS else "unknown", method_of(request), response.status_code
        )
        return response(environ, start_response)

    def _alive(self, _: Request) -> Response:
        return _said("ok\n")

    def _ready(self, _: Request) -> Response:
        parts = {name: part.ok for name, part in self._desk.health().items()}
        ok = all(parts.values())
        return Response(json.dumps({"ok": ok, **parts}), 200 if ok else 503, content_type="application/json")

    def _counted(self, request: Request) -> Response:
        if self._token:
            given = request.headers.get("Authorization", "")
            if not hmac.compare_digest(given.encode(), f"Bearer {self._token}".encode()):
                refused = _said("The bearer token is missing or wrong.\n", 401)
                refused.headers["WWW-Authenticate"] = "Bearer"
                return refused
        elif self._public or not _from_here(request):
            return _said(NO_TOKEN, 403)
        return Response(self._metrics.text(), content_type=CONTENT_TYPE)


def count_requests(app: Flask, metrics: Metrics, prefix: str = "") -> None:
    """Count each request by its route's name, after ``prefix``; its log lines bear the id of its question."""
    from flask import request

    @app.before_request
    def belongs() -> None:
        follow(str((request.view_args or {}).get("task_id", "")))

    @app.teardown_request
    def over(_: BaseException | None) -> None:
        follow("")  # the thread goes on to other requests

    @app.after_request
    def count(response: Any) -> Any:
        metrics.request(prefix + (request.endpoint or "unknown"), method_of(request), response.status_code)
        return response


def method_of(request: Request) -> str:
    """The method, or ``other``: whoever asks may invent any number of them."""
    return request.method if request.method in ("GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE") else "other"


def serve_beside(operations: Operations, host: str, port: int) -> Any:
    """Answer in a thread of its own, for a process that serves no pages. Raises OperatorMustAct."""
    from deploy.listening import listen

    server = listen(operations, host, port, exact=True, threads=2, port_setting="GRAPHDESK_METRICS_PORT")
    threading.Thread(target=server.run, name="operations", daemon=True).start()
    return server


def _from_here(request: Request) -> bool:
    if any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def _said(text: str, code: int = 200) -> Response:
    return Response(text, code, content_type="text/plain; charset=utf-8")
