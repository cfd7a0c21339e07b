"""A Desk over the hand-made desk graph on the embedded engine, with whatever backbone a test needs."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

from pydantic import SecretStr

from engine.agent.backbone import Backbone
from engine.agent.claude import Claude
from engine.agent.models import model_of
from engine.desk import Desk
from engine.graph.backend import Health, Limits, Result
from engine.graph.embedded import EmbeddedGraph
from engine.graph.profile import Profile
from engine.graph.schema import Schema
from engine.gremlin.tree import Traversal
from engine.operators.graph_data import graph_operators
from engine.settings import Settings
from tests.support import deskgraph
from tests.support.tables import sqlite_store

NO_LIMITS = Limits()
KEY = "sk-test-0123456789-not-a-key"
PROFILE = Profile(case_label="case", time_property="createdAt", taxonomy_labels=("category",))
OPEN = sum(case["status"] == "Open" for case in deskgraph.CASES.values())
CLOSED = sum(case["status"] == "Closed" for case in deskgraph.CASES.values())


class KnownGraph:
    """The embedded desk graph with the schema that its records have."""

    dialect = "embedded"

    def __init__(self, file: Path) -> None:
        self._graph = EmbeddedGraph.open(file)
        self._schema = deskgraph.schema()

    def schema(self, *, refresh: bool = False) -> Schema:
        return self._schema

    def run(self, traversal: Traversal, limits: Limits = NO_LIMITS) -> Result:
        return self._graph.run(traversal, limits)

    def health(self) -> Health:
        return self._graph.health()

    def close(self) -> None:
        """It is shared: it stays open until the process ends."""


@functools.cache
def graph() -> KnownGraph:
    """The graph is read-only: one serves all tests of a process."""
    with tempfile.TemporaryDirectory() as folder:
        return KnownGraph(deskgraph.write_graphson(Path(folder) / "desk.json"))


def desk(home: Path, backbone: Backbone, **settings: object) -> Desk:
    """A Desk in ``home``; ``settings`` by field name."""
    given = Settings(GRAPHDESK_HOME=home).model_copy(update=settings)
    return Desk(
        given,
        backend=graph(),
        profile=PROFILE,
        backbone=backbone,
        store=sqlite_store(home / "graphdesk.db"),
        operators=graph_operators(),
    )


def claude(url: str, tier: str = "medium") -> Claude:
    """The Claude backbone against a stand-in at ``url``."""
    return Claude(model_of(tier), SecretStr(KEY), url)


def count(status: str) -> dict[str, object]:
    """Arguments of the operator call that counts cases of a status."""
    condition = {"kind": "condition", "property": "status", "op": "eq", "value": status}
    return {"label": "case", "filters": [condition]}
