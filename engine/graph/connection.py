"""A small pool of WebSocket connections to a Gremlin server.

gremlinpython gives the wire format (requests, sign-in message, GraphSON 3). Its own pool is not used: after a
refused connect it loses the connection and later queries wait for ever, it cannot run inside a running event
loop, it has no deadline of its own, and it logs server errors with their stack traces.
"""

from __future__ import annotations

import base64
import logging
import re
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock

from gremlin_python.driver.request import RequestMessage
from gremlin_python.driver.serializer import GraphSONSerializersV3d0
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI, PayloadTooBig
from websockets.protocol import State
from websockets.sync.client import ClientConnection, connect

from engine.graph.backend import GraphUnavailable

_CONNECT_SECONDS = 5.0
_MAX_MESSAGE = 1 << 26  # bytes of one message
_PARTIAL, _CHALLENGE = 206, 407
# At debug level the library writes each message to its log, the one that signs in too.
_quiet = logging.getLogger(f"{__name__}.wire")
_quiet.setLevel(logging.INFO)


@dataclass(frozen=True, slots=True)
class Reply:
    """One message of the server's answer: its status and the rows it carries, and its length on the wire."""

    status: int
    message: str
    rows: list[object]
    length: int


class TooLarge(Exception):
    """One message of the answer is larger than a connection takes."""


class NoReply(Exception):
    """No answer by the deadline. ``alive``: the server still answers pings."""

    def __init__(self, alive: bool) -> None:
        super().__init__("no reply")
        self.alive = alive


class Pool:
    """Up to ``size`` connections, opened when needed and thrown away when they fail. Thread-safe."""

    def __init__(self, url: str, *, user: str = "", password: str = "", size: int = 8) -> None:
        self.url = _without_sign_in(url)  # for people
        self._address = url
        self._user, self._password = user, password
        self._free: list[ClientConnection] = []
        self._closed = False
        self._lock = Lock()
        self._slots = BoundedSemaphore(size)
        self._wire = GraphSONSerializersV3d0()

    def ask(self, args: dict[str, object], timeout: float, grace: float, keep: Callable[[Reply], bool]) -> None:
        """Send one ``eval`` request and hand every reply to ``keep`` until it is the last or ``keep`` says no.

        ``timeout``: seconds after which the server itself should have answered; ``grace`` seconds later the
        connection is given up. Raises GraphUnavailable, NoReply or TooLarge. A kept connection that turns out
        to be dead is replaced once: sending the same read again is harmless.
        """
        deadline = time.monotonic() + timeout + grace
        if not self._slots.acquire(timeout=timeout):
            raise GraphUnavailable("All connections to the graph server are busy.", "Try again in a moment.")
        try:
            kept = self._kept()
            if kept is not None:
                with suppress(_Stale):
                    return self._converse(kept, args, deadline - grace, deadline, keep)
            self._converse(self._open(deadline), args, deadline - grace, deadline, keep)
        except _Stale:
            raise GraphUnavailable(
                f"The graph server at {self.url} closed the connection.", "It may be restarting; try again."
            ) from None
        finally:
            self._slots.release()
        return None

    def close(self) -> None:
        """Close the connections; one that still waits for an answer is closed when it has it."""
        with self._lock:
            self._closed = True
            free, self._free = self._free, []
        for connection in free:
            connection.close()

    def _kept(self) -> ClientConnection | None:
        with self._lock:
            while self._free:
                connection = self._free.pop()
                if connection.state is State.OPEN:
                    return connection
        return None

    def _open(self, deadline: float) -> ClientConnection:
        wait = max(0.1, min(_CONNECT_SECONDS, deadline - time.monotonic()))
        try:
            connection = connect(
                self._address,
                open_timeout=wait,
                close_timeout=1,
                max_size=_MAX_MESSAGE,
                proxy=None,
                compression=None,
                logger=_quiet,
            )
            return connection.__enter__()  # newer versions want this; it is left by closing
        except InvalidURI:
            raise GraphUnavailable(
                f"GREMLIN_URL is not a WebSocket address: {self.url}.", "Use ws://host:8182/gremlin or wss://…"
            ) from None
        except InvalidStatus as error:
            code = error.response.status_code
            refused = code in {401, 403}
            raise GraphUnavailable(
                f"The graph server at {self.url} {'refused the sign-in' if refused else f'answered HTTP {code}'}.",
                "Check GREMLIN_USER and GREMLIN_PASSWORD." if refused else "Check the path in GREMLIN_URL.",
            ) from None
        except (OSError, InvalidHandshake, TimeoutError, EOFError) as error:
            raise GraphUnavailable(
                f"The graph server at {self.url} cannot be reached ({_why(error)}).",
                "Start it, or check GREMLIN_URL and the network.",
            ) from None

    def _converse(
        self,
        connection: ClientConnection,
        args: dict[str, object],
        soft: float,
        deadline: float,
        keep: Callable[[Reply], bool],
    ) -> None:
        request_id = str(uuid.uuid4())
        fresh = False  # whether the server has finished its answer, so that the connection can be kept
        heard = False
        try:
            connection.send(self._wire.serialize_message(request_id, RequestMessage("", "eval", args)))
            while True:
                reply = self._receive(connection, soft, deadline)
                if reply.status == _CHALLENGE:
                    connection.send(self._sign_in(request_id))
                    continue
                heard = True
                wanted = keep(reply)
                if reply.status != _PARTIAL:
                    fresh = True
                    return
                if not wanted:
                    return
        except ConnectionClosed as error:
            if isinstance(error.__cause__, PayloadTooBig) or (error.sent and error.sent.code == 1009):
                raise TooLarge from None
            if heard:
                raise GraphUnavailable(
                    f"The graph server at {self.url} went away in the middle of an answer.", "Try again."
                ) from None
            raise _Stale from None
        finally:
            self._give_back(connection, fresh)

    def _receive(self, connection: ClientConnection, soft: float, deadline: float) -> Reply:
        try:
            data = connection.recv(timeout=max(0.0, soft - time.monotonic()))
        except TimeoutError:
            pong = connection.ping()
            try:
                data = connection.recv(timeout=max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                raise NoReply(alive=pong.is_set()) from None
        raw = data if isinstance(data, bytes) else data.encode()
        message = self._wire.deserialize_message(raw)
        status = message["status"]
        rows = message["result"]["data"]
        return Reply(status["code"], status["message"] or "", rows if isinstance(rows, list) else [], len(raw))

    def _sign_in(self, request_id: str) -> bytes:
        given = {"GREMLIN_USER": self._user, "GREMLIN_PASSWORD": self._password}
        missing = [setting for setting, value in given.items() if not value]
        if missing:
            raise GraphUnavailable(
                f"The graph server at {self.url} asks for a sign-in.", f"Set {' and '.join(missing)}."
            )
        plain = f"\0{self._user}\0{self._password}".encode()
        args = {"sasl": base64.b64encode(plain).decode()}
        message: bytes = self._wire.serialize_message(
            request_id, RequestMessage("traversal", "authentication", args)
        )
        return message

    def _give_back(self, connection: ClientConnection, fresh: bool) -> None:
        with self._lock:
            keep = fresh and not self._closed
            if keep:
                self._free.append(connection)
        if not keep:
            connection.close_socket()


class _Stale(Exception):
    """The connection was dead before anything was heard on it."""


def _without_sign_in(url: str) -> str:
    """The address without the name and password that may stand in it."""
    return re.sub("(?<=//)[^/]*@", "", url)


def _why(error: Exception) -> str:
    if isinstance(error, ConnectionRefusedError):
        return "connection refused"
    if isinstance(error, TimeoutError):
        return "no answer in time"
    text = str(error).strip().splitlines()
    return text[0][:120] if text else type(error).__name__
