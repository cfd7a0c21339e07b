"""A Gremlin Server that asks who one is: right, wrong and missing credentials, by the settings alone."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest
from websockets import frames

from deploy.servers.config import ServedGraph
from deploy.servers.launch import Server
from engine.errors import OperatorMustAct
from engine.graph.backend import GraphBackend, GraphUnavailable, Limits
from engine.graph.open import open_backend
from engine.gremlin import parse
from engine.settings import read_settings
from tests.shared import shared
from tests.support.proxy import Proxy
from tests.support.servers import Running, start
from tests.support.worlds import toy_file

pytestmark = pytest.mark.server

COUNT = parse("g.V().hasLabel('person').count()")
PATIENT = Limits(timeout=20)
# The hash is jBCrypt's, which Gremlin Server itself checks it with.
NAME, PASSWORD = "reader", "open sesame 7"
HASH = "$2a$04$SZvU.wvszYjBakDbjiZQ/.4ei9WrVcvIOCVvn3MOHxBI40Rop79da"
WRONG = "open barley 8"
Opener = Callable[..., GraphBackend]


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serves the modern graph to NAME alone."""
    graph = ServedGraph("modern", toy_file(shared("data/tinkerpop"), "modern"), "INTEGER")
    server = start(Server("gremlin", (graph,), tmp_path_factory.mktemp("locked"), users={NAME: HASH}))
    yield server
    server.stop()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Opener]:
    """Opens the graph at an address with credentials from the environment."""
    with ExitStack() as stack:

        def opening(url: str, user: str | None = None, password: str | None = None) -> GraphBackend:
            given = {"GREMLIN_URL": url, "GREMLIN_SOURCE": "gmodern"}
            given |= {"GREMLIN_USER": user or "", "GREMLIN_PASSWORD": password or ""}
            for name, value in given.items():
                monkeypatch.setenv(name, value)
            return stack.enter_context(closing(open_backend(read_settings())))

        yield opening


@pytest.fixture
def nothing_secret(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[object], None]]:
    """Holds that what was shown has no password in it, and at the end the same of what was logged at any level."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(frames.Frame, "MAX_LOG_SIZE", 100_000)  # by default it cuts them
    secrets = [secret for word in (PASSWORD, WRONG) for secret in _forms(word)]

    def holds(shown: object) -> None:
        assert not [secret for secret in secrets if secret in str(shown)]

    yield holds
    holds([record.getMessage() for record in caplog.get_records("call")])


def _forms(password: str) -> list[str]:
    """A password as it stands, and as it goes over the wire: in base64, in bytes of that."""
    sent = base64.b64encode(f"\0{NAME}\0{password}".encode())
    return [password, sent.decode(), sent.hex(" "), sent.hex()]


def test_the_right_credentials_work(locked: Server, opened: Opener, nothing_secret: Callable[..., None]) -> None:
    graph = opened(locked.url, NAME, PASSWORD)
    assert graph.run(COUNT, PATIENT).rows == [4]
    assert graph.run(COUNT, PATIENT).rows == [4]
    assert set(graph.schema().vertices) == {"person", "software"}
    health = graph.health()
    assert health.ok
    nothing_secret(health)


@pytest.mark.parametrize(
    ("user", "password", "said", "hint"),
    [
        (NAME, WRONG, "refused the sign-in", "Check GREMLIN_USER and GREMLIN_PASSWORD."),
        ("somebody", PASSWORD, "refused the sign-in", "Check GREMLIN_USER and GREMLIN_PASSWORD."),
        (None, None, "asks for a sign-in", "Set GREMLIN_USER and GREMLIN_PASSWORD."),
        (NAME, None, "asks for a sign-in", "Set GREMLIN_PASSWORD."),
        (None, PASSWORD, "asks for a sign-in", "Set GREMLIN_USER."),
    ],
    ids=["wrong password", "wrong name", "nothing", "no password", "no name"],
)
def test_the_setting_to_set_is_named(
    locked: Server, opened: Opener, nothing_secret: Callable[..., None],
    user: str | None, password: str | None, said: str, hint: str,
) -> None:  # fmt: skip
    graph = opened(locked.url, user, password)
    for _ in range(10):  # more often than the pool is large: a refused sign-in must not use it up
        with pytest.raises(OperatorMustAct) as raised:
            graph.run(COUNT, PATIENT)
    assert isinstance(raised.value, GraphUnavailable)
    assert said in raised.value.message
    assert locked.url in raised.value.message
    assert raised.value.hint == hint
    health = graph.health()
    assert (health.ok, health.detail, health.hint) == (False, raised.value.message, hint)
    nothing_secret([raised.value.as_dict(), health, repr(graph)])


def test_the_pool_recovers_once_the_server_takes_them(
    locked: Server, gremlin_server: Running, opened: Opener
) -> None:
    with closing(Proxy(locked.port)) as line:
        graph = opened(line.url, NAME, WRONG)
        for _ in range(10):
            with pytest.raises(GraphUnavailable, match="refused the sign-in"):
                graph.run(COUNT, PATIENT)
        line.lead_to(gremlin_server.port)  # which takes whoever comes
        assert graph.run(COUNT, PATIENT).rows == [4]
        assert graph.health().ok
        line.lead_to(locked.port)
        with pytest.raises(GraphUnavailable, match="refused the sign-in"):
            graph.run(COUNT, PATIENT)


def test_a_password_in_the_address_is_not_shown(opened: Opener, nothing_secret: Callable[..., None]) -> None:
    secret = WRONG.replace(" ", "%20")
    graph = opened(f"ws://{NAME}:{secret}@127.0.0.1:9/gremlin")
    with pytest.raises(GraphUnavailable) as raised:
        graph.run(COUNT)
    assert "ws://127.0.0.1:9/gremlin" in raised.value.message
    assert secret not in f"{raised.value.as_dict()} {graph.health()}"
