"""A TCP proxy on loopback whose line can be held or cut, to play a slow or half-dead server."""

from __future__ import annotations

import contextlib
import socket
import threading


class Proxy:
    """Forwards to ``port``. ``hold``: bytes are accepted and go nowhere. ``cut``: every connection is closed."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._open = threading.Event()
        self._open.set()
        self.holding = threading.Event()  # set once held bytes have arrived
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gremlin"

    def hold(self) -> None:
        self._open.clear()

    def lead_to(self, port: int) -> None:
        """Connections from now on go to another server, as if that had taken the place of the first."""
        self._target = port
        self.cut()

    def release(self) -> None:
        self._open.set()

    def cut(self) -> None:
        for connection in self._sockets:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)  # wakes whoever reads it, which a close does not
            connection.close()
        self._sockets.clear()

    def close(self) -> None:
        self._listener.close()
        self.release()
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._sockets.append(client)
                server = socket.create_connection(("127.0.0.1", self._target))
                self._sockets.append(server)
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=self._pump, args=pair, daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not self._open.is_set():
                    self.holding.set()
                self._open.wait()
                target.sendall(data)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)
