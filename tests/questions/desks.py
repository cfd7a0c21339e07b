"""A desk on each of the four graphs, and the clock that relative times are measured from."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from engine.agent.offline.reader import read
from engine.answer import Answer
from engine.catalog.catalog import CatalogCache
from engine.graph.embedded import EmbeddedGraph
from engine.graph.load.files import write_graph
from engine.graph.load.sources import read_sources
from engine.graph.mappings import shipped_text
from engine.graph.profile import parse_profile
from engine.operators.graph_data import graph_operators
from engine.operators.operator import Context
from engine.samples.support import write_sample
from engine.store.artifacts import ArtifactStore
from tests.questions import expect_sample
from tests.shared import shared

FOLDER = Path(__file__).parent


def build(graph: str, out: Path) -> None:
    """Writes the graph file. Skips by name when the material is not there."""
    if graph == "sample":
        write_sample(out, cases=expect_sample.CASES, seed=expect_sample.SEED, anchor=expect_sample.ANCHOR)
        return
    if graph == "flights":
        sources, mapping = sorted((FOLDER / "fourth").glob("*.csv")), str(FOLDER / "fourth" / "mapping.toml")
    else:
        sources, mapping = [shared(f"data/{graph}")], graph
    write_graph(read_sources(sources, mapping).elements.with_edges(), out)


def profile_text(graph: str) -> str:
    """The profile of a graph: the shipped one, or that of the fourth graph."""
    if graph == "flights":
        return (FOLDER / "fourth" / "profile.toml").read_text("utf-8")
    return shipped_text("profile", graph)


class ReadDesk:
    def __init__(self, graph: str, home: Path):
        path = home / f"{graph}.gsnap"
        if not path.exists():
            build(graph, path)
        self.profile = parse_profile(profile_text(graph), graph)
        self.backend = EmbeddedGraph.open(path)
        self.catalog = CatalogCache(self.backend, self.profile).get()
        self.artifacts = ArtifactStore(home / "artifacts")
        self.now = dt.datetime.now(dt.UTC)

    def ask(self, question: str) -> Answer:
        reading = read(question, self.catalog, self.now)
        if reading.status != "answered":
            return Answer(
                reading.status, reading.text, choices=list(reading.choices), unplaced=list(reading.unplaced)
            )
        context = Context(self.backend, self.catalog.schema, self.profile, self.artifacts, now=self.now)
        outcome = graph_operators().get(reading.operator).call(reading.params.model_dump(mode="json"), context)
        return Answer("answered", "", tables=[outcome.table()], queries=context.queries)
