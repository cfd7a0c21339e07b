"""``graphdesk serve``: the pages, and a worker that answers what is asked on them."""

from __future__ import annotations

import errno
import json
import logging
import signal
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from deploy.cli.exits import EPILOG
from engine.errors import OperatorMustAct

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
    from flask import Flask

    from bot.service import SlackService

PORTS_TRIED = 50
THREADS = 8  # of the pages; polling keeps none of them busy
LARGEST = 1_000_000  # bytes of a request that are taken in at all
STOP_SECONDS = 10.0  # how long a stop waits for questions that are being answered


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG, short_help="Serve the pages.")(serve)


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on, instead of GRAPHDESK_HOST.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65_535, help="Port, instead of GRAPHDESK_PORT; 0 takes any free one.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the address and the link as one JSON object.")
    ] = False,
) -> None:
    """Serve the chat and trace pages on one port until stopped; prints the address and a one-time sign-in link."""
    from admin import SignIn, create_app
    from bot.service import SlackService, blocks_of
    from engine.desk import Desk
    from engine.settings import read_settings
    from engine.worker import Worker

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    signal.signal(signal.SIGTERM, _stop)
    given: dict[str, Any] = {"GRAPHDESK_HOST": host, "GRAPHDESK_PORT": port}
    settings = read_settings(**{name: value for name, value in given.items() if value is not None})
    desk = Desk.open(settings)
    worker = Worker(desk)
    slack = SlackService.of(desk, settings, worker.wake)
    try:
        sign_in = SignIn()
        pages = create_app(desk, settings, sign_in, worker.wake, blocks_of(settings.url or ""))
        server = listen(with_slack(pages, slack), settings.host, settings.port)
        worker.start()
        if slack:
            slack.start()
        address = address_of(server, settings.host)
        _announce(address, f"{address}/sign-in/{sign_in.issue()}", as_json)
        server.run()  # ends on SystemExit and KeyboardInterrupt, once the pages under way are sent
    except (SystemExit, KeyboardInterrupt):
        pass  # stopped while still starting
    finally:
        worker.stop(STOP_SECONDS)
        if slack:
            slack.stop(STOP_SECONDS)
        desk.close()


def with_slack(pages: Flask, slack: SlackService | None) -> WSGIApplication:
    """The pages, and the Events API at ``/slack/events`` where Slack comes that way: outside of their session."""
    from werkzeug.middleware.dispatcher import DispatcherMiddleware

    http_app = slack.http_app if slack else None
    return DispatcherMiddleware(pages, {"/slack": http_app}) if http_app else pages


def listen(app: WSGIApplication, host: str, port: int) -> Any:
    """A server bound to ``port``, or to the next free one, which it then says. Raises OperatorMustAct."""
    from waitress.server import create_server

    for candidate in range(port, min(port + PORTS_TRIED, 65_536)):
        try:
            server = create_server(
                app,
                host=host,
                port=candidate,
                threads=THREADS,
                ident=None,
                max_request_body_size=LARGEST,
                asyncore_use_poll=True,  # select() fails beyond 1,024 open files
            )
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                continue
            raise OperatorMustAct(
                f"The pages cannot listen on {host}:{candidate}: {error.strerror}.",
                "Choose another address with GRAPHDESK_HOST and GRAPHDESK_PORT.",
            ) from error
        except ValueError as error:
            raise OperatorMustAct(f"{host!r} is no address to listen on.", "Set GRAPHDESK_HOST to one.") from error
        if candidate != port:
            typer.echo(f"Port {port} is taken; using {candidate}.", err=True)
        return server
    raise OperatorMustAct(
        f"Ports {port} to {port + PORTS_TRIED - 1} are all taken.", "Set GRAPHDESK_PORT to a free one."
    )


def address_of(server: Any, host: str) -> str:
    """The address to open in a browser."""
    listening = getattr(server, "effective_listen", None)  # a name with an IPv4 and an IPv6 address has two
    port = listening[0][1] if listening else server.effective_port
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)  # noqa: S104 - only named, not bound
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _announce(address: str, link: str, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"address": address, "sign_in": link}))
    else:
        typer.echo(f"graphdesk is at {address}\nSign in, once, with {link}\nStop with Ctrl-C.")


def _stop(*_: object) -> NoReturn:
    raise SystemExit(0)
