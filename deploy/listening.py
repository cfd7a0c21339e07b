"""A waitress server bound to a port: which one, and whose word about the client is believed."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Any

import typer

from engine.errors import OperatorMustAct

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

PORTS_TRIED = 50
THREADS = 8  # of the pages; polling keeps none of them busy
LARGEST = 1_000_000  # bytes of a request that are taken in at all


def listen(
    app: WSGIApplication,
    host: str,
    port: int,
    *,
    exact: bool = False,
    threads: int = THREADS,
    trusted_proxy: str | None = None,
    port_setting: str = "GRAPHDESK_PORT",
) -> Any:
    """A server bound to ``port``, or (unless ``exact``) to the next free one, which it then says.

    ``trusted_proxy``: its word on who asks, which host, and over TLS or not, counts; nobody else's does.
    Raises OperatorMustAct.
    """
    from waitress.server import create_server

    tried = range(port, port + 1 if exact else min(port + PORTS_TRIED, 65_536))
    for candidate in tried:
        try:
            server = create_server(
                app,
                host=host,
                port=candidate,
                threads=threads,
                ident=None,
                max_request_body_size=LARGEST,
                asyncore_use_poll=True,  # select() fails beyond 1,024 open files
                **_proxy(trusted_proxy),
            )
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                continue
            raise OperatorMustAct(
                f"The pages cannot listen on {host}:{candidate}: {error.strerror}.",
                f"Choose another address with GRAPHDESK_HOST and {port_setting}.",
            ) from error
        except ValueError as error:
            raise OperatorMustAct(f"{host!r} is no address to listen on.", "Set GRAPHDESK_HOST to one.") from error
        if candidate != port:
            typer.echo(f"Port {port} is taken; using {candidate}.", err=True)
        return server
    taken = f"Port {port} is" if exact else f"Ports {port} to {tried[-1]} are all"
    raise OperatorMustAct(f"{taken} taken.", f"Set {port_setting} to a free one.")


def address_of(server: Any, host: str) -> str:
    """The address to open in a browser."""
    listening = getattr(server, "effective_listen", None)  # a name with an IPv4 and an IPv6 address has two
    port = listening[0][1] if listening else server.effective_port
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)  # noqa: S104 - only named, not bound
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _proxy(trusted: str | None) -> dict[str, Any]:
    if trusted is None:
        # The headers stay to be seen, so that a request through a proxy is not taken for one from this machine;
        # nothing is concluded from what they say.
        return {"clear_untrusted_proxy_headers": False}
    return {
        "trusted_proxy": trusted,
        "trusted_proxy_count": 1,
        "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"},
        "clear_untrusted_proxy_headers": True,
    }
