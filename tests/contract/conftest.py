"""The engines that every contract test runs on."""

from __future__ import annotations

import pytest

from tests.support.servers import gremlin_server, janusgraph, own_server

__all__ = ["engine", "gremlin_server", "janusgraph", "own_server"]

ENGINES = ("embedded", "gremlin", "janusgraph")


@pytest.fixture(
    params=[pytest.param(name, marks=pytest.mark.server) if name != "embedded" else name for name in ENGINES]
)
def engine(request: pytest.FixtureRequest) -> str:
    """The name of the engine under test."""
    return str(request.param)
