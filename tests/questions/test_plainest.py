"""The plainest questions there are, of every label and relation of every graph, against counts of the raw records.

They are made from the schema, so that no label of any graph is one that happens to be readable: "how many X are
there?", "list the X", "how many X have no Y". None may be asked back or declined but for a reason named here.
"""

from __future__ import annotations

import datetime as dt
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.agent.offline.reader import read
from engine.answer import Answer
from engine.catalog.wording import noun, words
from engine.desk import Desk
from engine.graph.load.draft import draft
from engine.graph.load.elements import VertexRecord
from engine.graph.load.files import write_graph
from engine.graph.load.sources import read_sources
from engine.operators.params import Aggregate, Find
from engine.samples.raw import raw
from engine.samples.support import vertices
from engine.settings import Settings
from tests.questions import expect_sample
from tests.questions.desks import FOLDER, Asked, ask
from tests.questions.examination import generate as examination
from tests.questions.new_graphs import generate as new_graphs
from tests.questions.suite import GRAPHS
from tests.shared import shared

NOW = "2026-11-30T12:00:00+00:00"
COUNTED = ("how many {} are there?", "how many {}", "number of {}")
LISTED = ("list the {}", "show me all {}")
MOST = 5  # pairs of labels asked about in each graph
DRAFTED = {**dict.fromkeys(new_graphs.GRAPHS, new_graphs), **dict.fromkeys(examination.GRAPHS, examination)}

pytestmark = pytest.mark.timeout(900)


Pair = tuple[str, str]


@dataclass(frozen=True)
class Raw:
    """Counts of a graph's records as the loader reads them, before there is any graph."""

    labels: Counter[str]
    joined: dict[Pair, set[str]]  # the relations between two labels, whichever way
    without: dict[Pair, int]  # how many vertices of a label have no neighbour of another
    by_relation: dict[Pair, set[int]]  # how many of them lack one of the relations, to that label or at all

    @classmethod
    def of(cls, records: Sequence[VertexRecord]) -> Raw:
        kinds = {record.id: record.label for record in records}
        labels = Counter(kinds.values())
        joined: dict[Pair, set[str]] = {}
        having: dict[tuple[str, str, str], set[str]] = {}  # label, other (or any), relation (or any)
        for edge in (edge for record in records for edge in record.edges):
            alike = kinds[edge.out_id] == kinds[edge.in_id]  # of two alike, those without are those it leaves not
            for one, other in ((edge.out_id, edge.in_id), (edge.in_id, edge.out_id))[: 1 if alike else 2]:
                joined.setdefault((kinds[one], kinds[other]), set()).add(edge.label)
                for to in (kinds[other], ""):
                    for relation in (edge.label, ""):
                        having.setdefault((kinds[one], to, relation), set()).add(one)
        return cls(
            labels,
            joined,
            {(one, to): labels[one] - len(having[one, to, ""]) for one, to in joined},
            {(one, to): {labels[one] - len(having[one, end, edge]) for edge in edges for end in (to, "")}
             for (one, to), edges in joined.items()},
        )  # fmt: skip


def sources(graph: str) -> list[VertexRecord]:
    """The records of one of the four graphs. Skips by name when the material is not there."""
    if graph == "sample":
        return list(vertices(raw(expect_sample.CASES, expect_sample.SEED, expect_sample.ANCHOR)))
    if graph == "flights":
        files, mapping = sorted((FOLDER / "fourth").glob("*.csv")), str(FOLDER / "fourth" / "mapping.toml")
    else:
        files, mapping = [shared(f"data/{graph}")], graph
    return list(read_sources(files, mapping).elements.with_edges())


def drafted(graph: str, home: Path) -> tuple[Desk, Raw]:
    """A desk on a graph of a newcomer's own CSV files, through a drafted mapping and profile."""
    files, mapping = DRAFTED[graph].generate(graph, home / graph), home / f"{graph}.toml"
    mapping.write_text(draft(files).text, "utf-8")
    records = list(read_sources(files, str(mapping)).elements.with_edges())
    write_graph(records, home / f"{graph}.gsnap")
    plain = dict.fromkeys(("GREMLIN_URL", "DATABASE_URL", "ANTHROPIC_API_KEY", "GRAPHDESK_PROFILE"))
    settings = Settings(GRAPHDESK_HOME=home / "home", GRAPHDESK_GRAPH=home / f"{graph}.gsnap", **plain)
    return Desk.open(settings), Raw.of(records)


@pytest.fixture(params=[*GRAPHS, *DRAFTED], scope="module")
def opened(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, on_graph: Callable[[str], Asked]
) -> Iterator[tuple[Desk, Raw]]:
    graph = request.param
    if graph in GRAPHS:
        yield on_graph(graph).desk, Raw.of(sources(graph))
        return
    desk, found = drafted(graph, tmp_path_factory.mktemp(graph))
    yield desk, found
    desk.close()
    shutil.rmtree(desk.settings.home, ignore_errors=True)


def figure(answer: Answer) -> object:
    """The count that an answer gives; why there is none."""
    if answer.status != "answered" or answer.tables[0].columns != ["count"]:
        return f"{answer.status}: {answer.text} {answer.choices}"
    return answer.tables[0].rows[0][0]


def test_every_label_is_counted_and_listed(opened: tuple[Desk, Raw]):
    """Read as a count, or the list, of that label and nothing else; one in each graph is asked."""
    desk, found = opened
    wrong: dict[str, object] = {}
    catalog, now = desk.catalogs.get(), dt.datetime.fromisoformat(NOW)
    for label, count in found.labels.items():
        readings = {shape: read(shape.format(noun(label)), catalog, now) for shape in (*COUNTED, *LISTED)}
        for shape, reading in readings.items():
            plain = Aggregate(label=label) if shape in COUNTED else Find(label=label, limit=1000)
            if reading.params != plain or catalog.schema.vertices[label].count != count:
                wrong[shape.format(noun(label))] = reading
    label, count = found.labels.most_common()[-1]
    assert figure(ask(desk, COUNTED[0].format(noun(label)), NOW)) == count
    assert not wrong


def test_every_lack_of_a_neighbour_is_counted(opened: tuple[Desk, Raw]):
    """Pairs of labels that one relation joins; similarity is walked by its name only."""
    desk, found = opened
    similar = {pair.edge for pair in desk.catalogs.get().profile.similarity}
    single = [pair for pair, edges in found.joined.items() if len(edges) == 1 and not edges <= similar]
    single = [pair for pair in single if pair[0] != pair[1]]  # of two alike, the words do not say which way
    wrong = {}
    for label, other in single[:: len(single) // MOST + 1]:
        question = f"how many {noun(label)} have no {words(other)}"
        came = figure(ask(desk, question, NOW))
        if came != found.without[label, other]:
            wrong[question] = (found.without[label, other], came, found.joined[label, other])
    assert not wrong


def test_several_relations_are_never_guessed_between(opened: tuple[Desk, Raw]):
    """Where several relations join two labels, the count is of one of them that the words name, or asked back."""
    desk, found = opened
    several = sorted(pair for pair, edges in found.joined.items() if len(edges) > 1 and pair[0] != pair[1])
    wrong = {}
    for label, other in several[:: len(several) // MOST + 1]:
        question = f"how many {noun(label)} have no {words(other)}"
        answer = ask(desk, question, NOW)
        accepted = {found.without[label, other], *found.by_relation[label, other]}
        if answer.status == "answered" and figure(answer) not in accepted:
            wrong[question] = (accepted, figure(answer))
    assert not wrong
