"""Operators on the generated sample graph, discovered schema and all, against its raw cases in plain Python."""

import datetime as dt
import statistics
from collections import Counter, defaultdict
from zoneinfo import ZoneInfo

import pytest

from engine.graph.embedded import EmbeddedGraph
from engine.graph.profile import Profile
from engine.operators.operator import Context
from engine.samples.raw import raw
from engine.samples.support import write_sample
from engine.store.artifacts import ArtifactStore
from tests.support.asking import ask

CASES, SEED, ANCHOR = 300, 11, dt.datetime(2026, 6, 1, tzinfo=dt.UTC)
RECORDS = list(raw(CASES, SEED, ANCHOR))
RESOLUTION = {"start": {"property": "createdAt"}, "end": {"property": "resolvedAt"}, "unit": "hours"}


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    file = tmp_path_factory.mktemp("sample") / "sample.gsnap"
    write_sample(file, cases=CASES, seed=SEED, anchor=ANCHOR)
    return EmbeddedGraph.open(file)


@pytest.fixture
def aggregate(graph, tmp_path):
    def run(zone="UTC", **arguments):
        context = Context(graph, graph.schema(), Profile(time_zone=zone), ArtifactStore(tmp_path))
        return ask(context, "aggregate", {"label": "case", **arguments})

    return run


def by(edge, prop):
    return {"ref": {"property": prop, "path": [{"edge": edge}]}}


def along(edge, prop, value, **more):
    return {"kind": "condition", "path": [{"edge": edge}], "property": prop, "op": "eq", "value": value, **more}


def hours(case):
    return (case.resolvedAt - case.createdAt).total_seconds() / 3600


def test_counts_by_each_neighbour(aggregate):
    for edge, prop, key in [
        ("hasCategory", "name", lambda case: case.category),
        ("hasIssueType", "name", lambda case: case.issueType),
        ("handledBy", "name", lambda case: case.team),
        ("reportedBy", "department", lambda case: case.contact.department),
        ("assignedTo", "handle", lambda case: case.agent),
        ("hasTelemetry", "devicePlatform", lambda case: case.telemetry and case.telemetry.devicePlatform),
    ]:
        outcome = aggregate(group_by=[by(edge, prop)])
        expected = Counter(key(case) for case in RECORDS)
        absent = expected.pop(None, 0)
        assert {row[0]: row[1] for row in outcome.rows} == expected
        assert [row[1] for row in outcome.rows] == sorted(expected.values(), reverse=True)
        assert bool(outcome.notes) == bool(absent)
        assert all(note.startswith(f"{absent:,} case") for note in outcome.notes)


def test_filters_on_two_neighbours_and_a_window(aggregate):
    category = Counter(case.category for case in RECORDS).most_common(1)[0][0]
    department = Counter(case.contact.department for case in RECORDS).most_common(1)[0][0]
    low, high = dt.datetime(2025, 6, 1, tzinfo=dt.UTC), dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
    window = {"kind": "condition", "property": "createdAt", "op": "between", "value": "2025-06", "high": "2026-03"}
    for negate in (False, True):
        outcome = aggregate(
            filters=[
                along("hasCategory", "name", category),
                along("reportedBy", "department", department, negate=negate),
                window,
            ]
        )
        expected = [
            case
            for case in RECORDS
            if case.category == category
            and (case.contact.department == department) != negate
            and low <= case.createdAt < high
        ]
        assert outcome.rows == [[len(expected)]]
        assert expected


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"])
@pytest.mark.parametrize(
    ("bucket", "form"), [("month", "%Y-%m"), ("week", "%G-W%V"), ("day", "%Y-%m-%d"), ("weekday", "%A")]
)
def test_buckets_in_any_zone(zone, bucket, form, aggregate):
    outcome = aggregate(zone, group_by=[{"ref": {"property": "createdAt"}, "bucket": bucket}], order="key")
    expected = Counter(case.createdAt.astimezone(ZoneInfo(zone)).strftime(form) for case in RECORDS)
    assert {row[0]: row[1] for row in outcome.rows} == expected


def test_durations_by_priority(aggregate):
    found = defaultdict(list)
    for case in RECORDS:
        if case.resolvedAt:
            found[case.priority].append(hours(case))
    for function, reduce in [("avg", statistics.fmean), ("median", statistics.median), ("max", max), ("min", min)]:
        outcome = aggregate(
            measure={"function": function, "of": RESOLUTION}, group_by=[{"ref": {"property": "priority"}}]
        )
        assert {row[0]: pytest.approx(row[1], rel=1e-9) for row in outcome.rows} == {
            priority: reduce(values) for priority, values in found.items()
        }
        assert outcome.columns[1].unit == "hours"


def test_slow_cases_as_a_share_of_each_team(aggregate):
    slow = {"kind": "duration", **RESOLUTION, "op": "gt", "value": 24}
    outcome = aggregate(filters=[slow], share_of=[], group_by=[by("handledBy", "name")])
    for team, share, matching, total in outcome.rows:
        cases = [case for case in RECORDS if case.team == team]
        late = [case for case in cases if case.resolvedAt and hours(case) > 24]
        assert (matching, total) == (len(late), len(cases))
        assert share == pytest.approx(len(late) / len(cases))


def test_cases_of_a_contact_with_more_than_one(aggregate):
    several = {key for key, n in Counter(case.contact.handle for case in RECORDS).items() if n > 1}
    context_free = aggregate(group_by=[by("reportedBy", "handle")], having={"op": "gt", "value": 1})
    assert {row[0] for row in context_free.rows} == several


def test_people_with_many_cases_by_degree(graph, tmp_path):
    context = Context(graph, graph.schema(), Profile(), ArtifactStore(tmp_path))
    degree = {"kind": "degree", "path": [{"edge": "reportedBy", "direction": "in"}], "op": "gte", "value": 3}
    vip = {"kind": "condition", "property": "vip", "op": "eq", "value": False}
    outcome = ask(
        context,
        "find",
        {"label": "contact", "filters": [degree, vip], "select": [{"property": "handle"}], "limit": 1000},
    )
    counts = Counter(case.contact.handle for case in RECORDS if not case.contact.vip)
    assert {row[0] for row in outcome.rows} == {handle for handle, n in counts.items() if n >= 3}
