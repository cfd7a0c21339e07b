"""``graphdesk serve``: the pages, and a worker that answers what is asked on them."""

from __future__ import annotations

import contextlib
import json
import signal
import threading
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from deploy.cli.exits import EPILOG
from engine.errors import GraphdeskError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
    from flask import Flask

    from bot.service import SlackService
    from deploy.ops import Operations
    from engine.desk import Desk
    from engine.settings import Settings

_CTRL_C = "Stop with Ctrl-C."
STOP_SECONDS = 10.0  # how long a stop waits for questions that are being answered


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG, short_help="Serve the pages.")(serve)


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on, instead of GRAPHDESK_HOST.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65_535, help="Port, instead of GRAPHDESK_PORT; 0 takes any free one.")
    ] = None,
    answering: Annotated[
        bool,
        typer.Option(
            "--worker/--no-worker", help="Answer questions here too; or leave them to 'graphdesk worker'."
        ),
    ] = True,
    once: Annotated[
        bool, typer.Option("--once", help="If this home is served already, say where, with a new link, and end.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the address and the link as one JSON object.")
    ] = False,
) -> None:
    """Serve the chat and trace pages on one port until stopped; prints the address and a one-time sign-in link.

    /healthz and /readyz say whether it is alive and ready, /metrics what it counted; /slack/events takes what
    Slack sends. With --no-worker it only takes questions in: any number of 'graphdesk worker' on the same database
    answer them, and post the answers of those asked in Slack.
    """
    from admin import create_app, sign_in_link
    from bot.preview import preview_of
    from bot.service import SlackService
    from deploy.listening import address_of, listen
    from deploy.ops import Operations, count_requests
    from deploy.serving import noted
    from engine import logs
    from engine.desk import Desk
    from engine.metrics import Metrics
    from engine.settings import read_settings
    from engine.worker import Worker

    signal.signal(signal.SIGTERM, _stop)
    given: dict[str, Any] = {"GRAPHDESK_HOST": host, "GRAPHDESK_PORT": port}
    settings = read_settings(**{name: value for name, value in given.items() if value is not None})
    logs.install(settings)
    if once and _served(settings, as_json):
        return
    desk = Desk.open(settings)
    desk.observer = metrics = Metrics(desk.store)
    worker = Worker(desk) if answering else None
    wake = worker.wake if worker else _nobody
    slack = SlackService.of(desk, settings, wake)
    try:
        pages = create_app(desk, settings, wake, preview_of(desk, settings.url or ""))
        count_requests(pages, metrics)
        if slack and slack.http_app:
            count_requests(slack.http_app, metrics, "slack.")
        whole = mounted(pages, slack, Operations(desk, settings, metrics))
        asked, exact = port_of(settings)
        server = listen(whole, settings.host, asked, exact=exact, trusted_proxy=settings.trusted_proxy)
        if worker:
            worker.start()
            if slack:
                slack.start()
        else:  # else the first page would wait for it; a worker does the same and more
            threading.Thread(target=_look, args=(desk,), name="warm-up", daemon=True).start()
        address = address_of(server, settings.host)
        link = sign_in_link(desk.store)
        _announce(address, link and f"{address}{link}", as_json)
        with noted(settings.home, address):
            server.run()  # ends on SystemExit and KeyboardInterrupt, once the pages under way are sent
    except (SystemExit, KeyboardInterrupt):
        pass  # stopped while still starting
    finally:
        if worker:
            worker.stop(STOP_SECONDS)
        if slack:
            slack.stop()
        desk.close()


def _look(desk: Desk) -> None:
    """Read the graph's schema and names; where the graph is away, whoever opens a page is told."""
    with contextlib.suppress(GraphdeskError):
        desk.catalogs.get()


def _served(settings: Settings, as_json: bool) -> bool:
    """Whether another process serves this home's pages; then it is said where."""
    from admin import sign_in_link
    from deploy.serving import others
    from engine.opening import open_store

    running = next(iter(others(settings.home)), None)
    if running is None:
        return False
    with contextlib.closing(open_store(settings)) as store:
        link = sign_in_link(store)
    _announce(running.address, link and f"{running.address}{link}", as_json, running=running.process)
    return True


def mounted(pages: Flask, slack: SlackService | None, operations: Operations) -> WSGIApplication:
    """The pages; beside them and outside of their session what machines ask: Slack's events, health, metrics."""
    from werkzeug.middleware.dispatcher import DispatcherMiddleware

    from deploy.hurried import hurried
    from deploy.ops import PATHS
    from engine.store.patience import PAGE_SECONDS

    beside: dict[str, WSGIApplication] = dict.fromkeys(PATHS, operations)
    if slack and slack.http_app:
        beside["/slack"] = slack.http_app
    return hurried(DispatcherMiddleware(pages, beside), PAGE_SECONDS)


def port_of(settings: Settings) -> tuple[int, bool]:
    """The port to listen on; True: just that one, because a host that assigned it sends requests there."""
    if settings.assigned_port is not None and "port" not in settings.model_fields_set:
        return settings.assigned_port, True
    return settings.port, False


def _announce(address: str, link: str | None, as_json: bool, running: int | None = None) -> None:
    """``running``: the process that serves there already; None: this one."""
    if as_json:
        typer.echo(json.dumps({"address": address, "sign_in": link} | ({"running": running} if running else {})))
        return
    there = f"graphdesk runs already, at {address}" if running else f"graphdesk is at {address}"
    way = f"Sign in, once, with {link}" if link else f"Sign in at {address}/sign-in"
    stop = f"To start it anew, with other settings, stop that one first: kill {running}" if running else _CTRL_C
    typer.echo(f"{there}\n{way}\n{stop}")


def _stop(*_: object) -> NoReturn:
    raise SystemExit(0)


def _nobody() -> None:
    """Nobody to wake: workers of other processes look for themselves, every second."""
