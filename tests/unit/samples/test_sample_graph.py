"""The sample graph against its own raw records, read through the embedded engine."""

import datetime as dt
from collections import Counter

import graphersal
import pytest

from engine.errors import OperatorMustAct
from engine.samples.raw import raw
from engine.samples.support import THRESHOLD, write_sample
from engine.samples.vocabulary import vocabulary

ANCHOR = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
CASES = 300


@pytest.fixture(scope="module")
def cases():
    return list(raw(CASES, 7, ANCHOR))


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    path = tmp_path_factory.mktemp("sample") / "sample.gsnap"
    write_sample(path, cases=CASES, seed=7, anchor=ANCHOR)
    return graphersal.Graph.load(str(path))


def count(graph, text):
    return graph.query(text + ".count().next()")


def test_every_case_is_a_vertex_with_its_own_values(graph, cases):
    rows = {row["id"]: row for row in graph.query('g.V().hasLabel("case").elementMap()')}
    assert set(rows) == {case.id for case in cases}
    for case in cases:
        row = rows[case.id]
        assert row["createdAt"] == case.createdAt
        assert row.get("resolvedAt") == case.resolvedAt
        assert (row["status"], row["priority"], row["number"]) == (case.status, case.priority, case.number)
        assert row.get("satisfaction") == case.satisfaction


def test_cases_carry_no_id_property(graph):
    assert count(graph, 'g.V().hasLabel("case").properties("id")') == 0


def test_neighbours_are_those_of_the_records(graph, cases):
    for level in ("category", "subcategory", "issueType"):
        edge = "has" + level[0].upper() + level[1:]
        found = graph.query(f'g.V().hasLabel("case").out("{edge}").groupCount().by("name").next()')
        assert found == dict(Counter(getattr(case, level) for case in cases))
    platforms = graph.query('g.V().hasLabel("case").out("hasTelemetry").groupCount().by("devicePlatform").next()')
    assert platforms == dict(Counter(case.telemetry.devicePlatform for case in cases if case.telemetry))
    agents = graph.query('g.V().hasLabel("case").out("assignedTo").groupCount().by("handle").next()')
    assert agents == dict(Counter(case.agent for case in cases if case.agent))
    assert count(graph, 'g.V().hasLabel("case").out("attributedTo")') == sum(
        case.rootCause is not None for case in cases
    )


def test_taxonomy_has_three_named_and_described_levels(graph):
    assert count(graph, 'g.V().hasLabel("issueType").out("partOf").out("partOf").hasLabel("category")') == sum(
        len(sub.issues) for sub in vocabulary().subcategories
    )
    for level in ("category", "subcategory", "issueType"):
        assert count(graph, f'g.V().hasLabel("{level}").hasNot("description")') == 0


@pytest.mark.parametrize(
    ("edge", "label", "bracket"),
    [
        ("similarReason", "reason", "hasReason"),
        ("similarSymptoms", "symptoms", "exhibits"),
        ("similarRootCause", "rootCause", "attributedTo"),
    ],
)
def test_similarity_edges_join_content_of_one_kind(graph, edge, label, bracket):
    total = count(graph, f'g.E().hasLabel("{edge}")')
    assert total > CASES / 2
    assert count(graph, f'g.V().hasLabel("{label}").outE("{edge}").inV().hasLabel("{label}")') == total
    strong = count(graph, f'g.E().hasLabel("{edge}").has("similarityScore", P.gte({THRESHOLD}))')
    assert 0 < strong < total
    peers = f'g.V().hasLabel("case").out("{bracket}").bothE("{edge}").otherV().in("{bracket}").hasLabel("case")'
    assert count(graph, peers) == 2 * total


def test_same_seed_same_bytes_other_seed_other_graph(tmp_path):
    files = [tmp_path / name for name in ("a.jsonl", "b.jsonl", "c.jsonl")]
    for path, seed in zip(files, (3, 3, 4), strict=True):
        write_sample(path, cases=40, seed=seed, anchor=ANCHOR)
    first, second, other = (path.read_bytes() for path in files)
    assert first == second
    assert first != other


def test_times_lie_in_the_two_years_before_the_anchor(cases):
    assert all(ANCHOR - dt.timedelta(days=735) < case.createdAt < ANCHOR for case in cases)
    assert all(case.createdAt < case.resolvedAt < ANCHOR for case in cases if case.resolvedAt)
    assert all((case.status == "RESOLVED") == (case.resolvedAt is not None) for case in cases)


def test_distributions_are_skewed():
    cases = list(raw(2_000, 1, ANCHOR))
    contacts = Counter(case.contact.handle for case in cases)
    assert contacts.most_common(1)[0][1] > 8 * len(cases) / len(contacts)
    platforms = Counter(case.telemetry.devicePlatform for case in cases if case.telemetry)
    assert platforms["WINDOWS"] > 2 * platforms["MAC"] > 0
    last_quarter = [case for case in cases if case.createdAt >= ANCHOR - dt.timedelta(days=91)]
    assert len(last_quarter) > 100


def test_a_folder_that_cannot_be_written_leaves_what_was_there(tmp_path):
    (tmp_path / "file").write_text("kept")
    with pytest.raises(OperatorMustAct, match="Could not write"):
        write_sample(tmp_path / "file" / "sample.gsnap", cases=1, anchor=ANCHOR)
    assert (tmp_path / "file").read_text() == "kept"
