"""A desk on each of the four graphs, opened as any surface opens one."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path
from tempfile import mkdtemp

from engine.answer import Answer
from engine.desk import Desk
from engine.graph.load.files import write_graph
from engine.graph.load.sources import read_sources
from engine.graph.mappings import shipped_text
from engine.samples.support import write_sample
from engine.settings import Settings
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


def open_desk(graph: str, home: Path) -> Desk:
    """A desk on the graph, without a model. The graph's file is built in ``home`` when it is not there."""
    file, profile = home / f"{graph}.gsnap", home / f"{graph}.profile.toml"
    if not file.exists():
        build(graph, file)
    profile.write_text(profile_text(graph), "utf-8")
    settings = Settings(
        GRAPHDESK_HOME=mkdtemp(dir=home, prefix=f"{graph}-"),
        GRAPHDESK_GRAPH=file,
        GRAPHDESK_PROFILE=profile,
        GREMLIN_URL=None,
        DATABASE_URL=None,
        ANTHROPIC_API_KEY=None,
    )
    return Desk.open(settings)


class Asked:
    """A desk on one of the four graphs and what was asked of it: each question once for all who ask it."""

    def __init__(self, graph: str, home: Path) -> None:
        self.desk = open_desk(graph, home)
        self._answers: dict[tuple[str, str], Answer] = {}

    def ask(self, question: str, now: str) -> Answer:
        """The desk's answer, as if it were asked at ``now``."""
        if (question, now) not in self._answers:
            self._answers[question, now] = ask(self.desk, question, now)
        return self._answers[question, now]

    def close(self) -> None:
        """The desk is closed, its tasks and artifacts are removed; the graph's file stays."""
        self.desk.close()
        shutil.rmtree(self.desk.settings.home, ignore_errors=True)


def ask(desk: Desk, question: str, now: str) -> Answer:
    """The desk's answer, as if it were asked at ``now``."""
    desk.settings.now = dt.datetime.fromisoformat(now)
    return desk.ask(question)
