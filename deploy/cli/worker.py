"""``graphdesk worker``: answers the questions that wait, until it is told to stop."""

from __future__ import annotations

import os
import signal
import socket
import threading
from typing import Annotated

import typer

from deploy.cli.exits import DONE, EPILOG, INTERRUPTED

GRACE_SECONDS = 20.0


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG)(worker)


def worker(
    threads: Annotated[int, typer.Option(min=1, max=64, help="Questions answered side by side.")] = 2,
    grace: Annotated[
        float, typer.Option(min=0, help="Seconds that a stop waits for questions being answered.")
    ] = GRACE_SECONDS,
) -> None:
    """Answer the questions that wait, until SIGTERM or Ctrl-C; a second one ends it at once.

    A stop finishes what is being answered, or hands it back to the queue when that takes too long.
    """
    stop = stopped_by_signals()  # before the imports, which take seconds
    from bot.service import SlackService
    from deploy.ops import Operations, serve_beside
    from engine import logs
    from engine.desk import Desk
    from engine.metrics import Metrics
    from engine.settings import read_settings
    from engine.worker import Worker

    settings = read_settings()
    logs.install(settings)
    desk = Desk.open(settings)
    desk.observer = metrics = Metrics(desk.store)
    if settings.metrics_port is not None:
        serve_beside(Operations(desk, settings, metrics), settings.host, settings.metrics_port)
    working = Worker(desk, threads)
    slack = SlackService.of(desk, settings, working.wake)
    working.start()
    if slack:
        slack.start()
    if settings.log_format == "text":
        typer.echo("Answering questions. Stop with Ctrl-C.", err=True)
    stop.wait()
    finished = working.stop(grace)
    if slack:
        slack.stop()
    if not finished:
        os._exit(DONE)  # threads may wait for a model or a graph for long: nobody waits for their answers any more
    desk.close()


def stopped_by_signals() -> threading.Event:
    """What the first SIGTERM or SIGINT sets; the second ends the process.

    A thread of their own reads them. Python runs handlers in the main thread, between two of its steps: while it
    waits for an Event it sleeps through a signal that came just before, or that another thread was given.
    """
    stop = threading.Event()
    heard, told = socket.socketpair()
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno())

    def listen() -> None:
        with heard, told:
            heard.recv(1)
            stop.set()
            heard.recv(1)
            os._exit(INTERRUPTED)  # its questions are taken up elsewhere when their leases run out

    threading.Thread(target=listen, name="signals", daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)  # a number is told only where there is a handler
    return stop
