"""The engines that every contract test runs on."""

from __future__ import annotations

import pytest

from tests.support.servers import gremlin_server, janusgraph, own_server

__all__ = ["engine", "gremlin_server", "janusgraph", "own_server"]

ENGINES = ("embedded", *(pytest.param(name, marks=pytest.mark.server) for name in ("gremlin", "janusgraph")))


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """The name of the engine under test."""
    return str(request.param)
