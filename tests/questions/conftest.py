"""The four graphs, each opened once for all tests here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.questions.desks import Asked


@pytest.fixture(scope="session")
def on_graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Asked]]:
    """The desk on one of the four graphs. Skips by name when the graph's material is not there."""
    opened: dict[str, Asked] = {}
    home = tmp_path_factory.mktemp("graphs")

    def of(graph: str) -> Asked:
        if graph not in opened:
            opened[graph] = Asked(graph, home)
        return opened[graph]

    yield of
    for one in opened.values():
        one.close()
