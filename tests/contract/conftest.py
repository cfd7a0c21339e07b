"""The engines that every contract test runs on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.graph.backend import GraphBackend
from engine.graph.connection import Pool
from engine.graph.embedded import EmbeddedGraph
from engine.graph.remote import RemoteGraph
from tests.shared import shared
from tests.support.servers import gremlin_server, janusgraph, own_server
from tests.support.worlds import toy_file

__all__ = ["engine", "gremlin_server", "janusgraph", "own_server"]

ENGINES = ("embedded", *(pytest.param(name, marks=pytest.mark.server) for name in ("gremlin", "janusgraph")))


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """The name of the engine under test."""
    return str(request.param)


@pytest.fixture
def grateful(engine: str, request: pytest.FixtureRequest) -> Iterator[GraphBackend]:
    """808 songs and artists, 8,049 edges."""
    yield from _toy(engine, request, "grateful")


@pytest.fixture
def modern(engine: str, request: pytest.FixtureRequest) -> Iterator[GraphBackend]:
    """6 people and programs, 6 edges."""
    yield from _toy(engine, request, "modern")


@pytest.fixture
def modern_private(engine: str, request: pytest.FixtureRequest) -> Iterator[GraphBackend]:
    """The same, with ages kept private."""
    yield from _toy(engine, request, "modern", private=("age",))


def _toy(
    engine: str, request: pytest.FixtureRequest, name: str, private: tuple[str, ...] = ()
) -> Iterator[GraphBackend]:
    backend: GraphBackend
    if engine == "embedded":
        backend = EmbeddedGraph.open(toy_file(shared("data/tinkerpop"), name), private=private)
    else:
        running = request.getfixturevalue({"gremlin": "gremlin_server"}.get(engine, engine))
        dialect = {"gremlin": "tinkerpop"}.get(engine, engine)
        backend = RemoteGraph(Pool(running.url), source=f"g{name}", dialect=dialect, private=private)
    yield backend
    backend.close()
