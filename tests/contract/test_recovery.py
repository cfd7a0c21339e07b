"""A dead, slow, half-open or restarted server gives a clear error, and the same backend works again afterwards."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest
from pydantic import SecretStr

from deploy.servers.launch import Server, free_port
from engine.graph.backend import GraphUnavailable, Limits, QueryTimeout
from engine.graph.connection import Pool
from engine.graph.open import open_backend
from engine.graph.remote import RemoteGraph
from engine.gremlin import parse
from engine.settings import Settings
from tests.support.proxy import Proxy
from tests.support.servers import Running

COUNT = parse("g.V().hasLabel('person').count()")
PATIENT = Limits(timeout=20)
Opener = Callable[..., RemoteGraph]

pytestmark = pytest.mark.server


@pytest.fixture
def proxy(gremlin_server: Running) -> Iterator[Proxy]:
    line = Proxy(gremlin_server.port)
    yield line
    line.close()


@pytest.fixture
def graph() -> Iterator[Opener]:
    """Opens graphs on a server; they are closed at the end."""
    with ExitStack() as opened:

        def open_graph(url: str, source: str = "gmodern", **options: int) -> RemoteGraph:
            return opened.enter_context(closing(RemoteGraph(Pool(url, **options), source=source)))

        yield open_graph


def test_a_server_that_stops_and_comes_back(graph: Opener, own_server: Callable[[], Server]) -> None:
    server = own_server()
    backend = graph(server.url)
    assert backend.run(COUNT, PATIENT).rows == [4]
    server.stop()
    for _ in range(10):  # more often than the pool is large: a failed connect must not use it up
        with pytest.raises(GraphUnavailable) as raised:
            backend.run(COUNT)
    assert "cannot be reached" in raised.value.message
    assert raised.value.hint
    health = backend.health()
    assert not health.ok
    assert health.hint
    server.start()
    assert backend.run(COUNT, PATIENT).rows == [4]
    assert backend.health().ok


def test_nothing_listens(graph: Opener) -> None:
    backend = graph(f"ws://127.0.0.1:{free_port()}/gremlin")
    started = time.monotonic()
    with pytest.raises(GraphUnavailable, match="connection refused"):
        backend.run(COUNT)
    assert time.monotonic() - started < 2


def test_something_listens_that_is_no_gremlin_server(graph: Opener) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_answer_nonsense, args=(listener,), daemon=True).start()
        with pytest.raises(GraphUnavailable, match="cannot be reached"):
            graph(f"ws://127.0.0.1:{listener.getsockname()[1]}/gremlin").run(COUNT)


def _answer_nonsense(listener: socket.socket) -> None:
    client, _ = listener.accept()
    client.recv(1000)
    client.sendall(b"220 mail ready\r\n")
    client.close()


def test_an_address_that_is_none(graph: Opener) -> None:
    with pytest.raises(GraphUnavailable, match="GREMLIN_URL"):
        graph("http://127.0.0.1/gremlin").run(COUNT)


def test_an_idle_connection_that_was_cut_is_replaced(graph: Opener, proxy: Proxy) -> None:
    backend = graph(proxy.url)
    assert backend.run(COUNT, PATIENT).rows == [4]
    proxy.cut()
    assert backend.run(COUNT, PATIENT).rows == [4]


def test_a_half_open_line_ends_in_time_and_recovers(graph: Opener, proxy: Proxy) -> None:
    backend = graph(proxy.url)
    assert backend.run(COUNT, PATIENT).rows == [4]
    proxy.hold()
    started = time.monotonic()
    with pytest.raises(GraphUnavailable, match="did not answer"):
        backend.run(COUNT, Limits(timeout=1))
    assert time.monotonic() - started < 1.5
    proxy.release()
    assert backend.run(COUNT, PATIENT).rows == [4]


def test_a_line_that_is_never_opened_ends_in_time(graph: Opener, proxy: Proxy) -> None:
    proxy.hold()
    started = time.monotonic()
    with pytest.raises(GraphUnavailable):
        graph(proxy.url).run(COUNT, Limits(timeout=1))
    assert time.monotonic() - started < 1.5


def test_a_busy_pool_says_so(graph: Opener, proxy: Proxy) -> None:
    backend = graph(proxy.url, size=1)
    assert backend.run(COUNT, PATIENT).rows == [4]
    proxy.hold()
    busy = threading.Thread(target=backend.run, args=(COUNT, PATIENT))
    busy.start()
    assert proxy.holding.wait(10)
    with pytest.raises(GraphUnavailable, match="busy"):
        backend.run(COUNT, Limits(timeout=0.2))
    proxy.release()
    busy.join()
    assert backend.run(COUNT, PATIENT).rows == [4]


def test_inside_a_running_event_loop(graph: Opener, gremlin_server: Running) -> None:
    async def ask() -> list[object]:
        return graph(gremlin_server.url).run(COUNT, PATIENT).rows

    with ThreadPoolExecutor(1) as threads:  # the main thread's loop may be running: browser tests keep one
        assert threads.submit(asyncio.run, ask()).result() == [4]


def test_an_unknown_source_names_the_setting(graph: Opener, gremlin_server: Running) -> None:
    with pytest.raises(GraphUnavailable) as raised:
        graph(gremlin_server.url, "gnowhere").run(COUNT, PATIENT)
    assert "gnowhere" in raised.value.message
    assert "GREMLIN_SOURCE" in raised.value.hint


def test_groovy_is_never_reached(gremlin_server: Running) -> None:
    """A server's default for text is Groovy; what is no Gremlin must be refused by its grammar."""
    seen: list[tuple[int, list[object]]] = []
    args: dict[str, object] = {
        "gremlin": "System.getenv('PATH')",
        "language": "gremlin-lang",
        "aliases": {"g": "gmodern"},
    }
    with closing(Pool(gremlin_server.url)) as pool:
        pool.ask(args, 20, 5, lambda reply: bool(seen.append((reply.status, reply.rows))))
    assert seen[0][0] == 597
    assert seen[0][1] == []


def test_settings_open_the_server(gremlin_server: Running) -> None:
    settings = Settings(
        GREMLIN_URL=gremlin_server.url,
        GREMLIN_SOURCE="gmodern",
        GREMLIN_USER="reader",
        GREMLIN_PASSWORD=SecretStr("x"),
    )
    backend = open_backend(settings)
    assert backend.dialect == "tinkerpop"
    assert backend.run(COUNT, PATIENT).rows == [4]
    backend.close()


def test_a_slow_query_is_told_from_a_dead_server(graph: Opener, gremlin_server: Running) -> None:
    backend = graph(gremlin_server.url, "ggrateful")
    backend.run(parse("g.V().limit(1)"), PATIENT)
    with pytest.raises(QueryTimeout):
        backend.run(parse("g.V().repeat(__.both()).emit().path().count()"), Limits(timeout=1))
