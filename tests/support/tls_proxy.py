"""A TLS proxy on loopback in front of a web server, as companies put one there: werkzeug's, over real sockets."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from werkzeug.middleware.http_proxy import ProxyMiddleware
from werkzeug.serving import make_server, make_ssl_devcert

SPOOFABLE = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_FORWARDED")


@dataclass
class TlsProxy:
    """Hands on to ``target``. ``passes_host``: as in deploy/README.md; else X-Forwarded-Host tells the host."""

    target: str
    passes_host: bool = True
    address: str = ""
    trust: ssl.SSLContext | None = None

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        told = {"X-Forwarded-For": environ["REMOTE_ADDR"], "X-Forwarded-Proto": "https"}
        if not self.passes_host:
            told["X-Forwarded-Host"] = environ["HTTP_HOST"]
        for name in SPOOFABLE:  # what the client says of itself is not handed on
            environ.pop(name, None)
        host = environ["HTTP_HOST"] if self.passes_host else self.target.removeprefix("http://")
        options = {"target": self.target, "remove_prefix": False, "host": host, "headers": told}
        hand_on = ProxyMiddleware(_nowhere, {}).proxy_to(
            options | {"ssl_context": None}, environ["PATH_INFO"], "/"
        )
        return hand_on(environ, start_response)


def _nowhere(*_: object) -> Any:
    raise AssertionError("every path is handed on")


@contextmanager
def tls_proxy(target: str, folder: Path, *, passes_host: bool = True) -> Iterator[TlsProxy]:
    """A running proxy, whose certificate is made in ``folder`` and trusted by ``trust``."""
    certificate, key = make_ssl_devcert(str(folder / "proxy"), host="localhost")
    proxy = TlsProxy(target, passes_host, trust=ssl.create_default_context(cafile=certificate))
    server = make_server("127.0.0.1", 0, proxy, threaded=True, ssl_context=(certificate, key))
    proxy.address = f"https://localhost:{server.port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        server.shutdown()
        thread.join(5)
        server.server_close()
