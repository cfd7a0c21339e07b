import pytest

from engine.graph.embedded import EmbeddedGraph
from engine.graph.profile import Profile
from engine.operators.operator import Context
from engine.store.artifacts import ArtifactStore
from tests.support import deskgraph


@pytest.fixture(scope="session")
def desk(tmp_path_factory):
    """The desk graph on the embedded engine."""
    return EmbeddedGraph.open(deskgraph.write_graphson(tmp_path_factory.mktemp("desk") / "desk.json"))


@pytest.fixture
def make_context(desk, tmp_path):
    """A context over the desk graph; called with a profile or its fields."""

    def make(profile=None, **fields):
        store = ArtifactStore(tmp_path / "artifacts")
        return Context(desk, deskgraph.schema(), profile or Profile(**fields), store)

    return make
