"""The read-back: sentences argued by hand, and no Gremlin left in those of whatever the operators compile."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ModelMustAct
from engine.graph.backend import Limits, Result
from engine.graph.profile import Profile
from engine.gremlin import explain, parse
from engine.gremlin.steps import STEPS
from engine.gremlin.tree import Traversal
from engine.operators.aggregate_plan import Compiler
from engine.operators.filters import Filters
from engine.operators.find import find
from engine.operators.operator import Context
from engine.operators.params import Aggregate, Find
from engine.operators.predicates import Reader
from engine.store.artifacts import ArtifactStore
from tests.support import deskgraph

RAW = re.compile(rf"__|\b(?:{'|'.join(sorted(STEPS))})\(|\b(?:P|TextP|Order|Scope|Column|T)\.\w")
TABLE = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "data" / "explain.tsv").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("gremlin", "english"), TABLE)
def test_read_back(gremlin: str, english: str) -> None:
    assert explain(parse(gremlin)) == english


@pytest.mark.parametrize(
    ("step", "word"),
    [
        (".has('a', P.gt(7))", "greater than 7"), (".has('a', P.lt(7))", "less than 7"),
        (".hasNot('a')", "without an a"), (".not(__.out('a'))", "without an outgoing a edge"),
        (".in('a')", "incoming a"), (".out('a')", "outgoing a"), (".both('a')", "either direction"),
        (".limit(7)", "first 7"), (".tail(7)", "last 7"), (".range(2, 7)", "before 7"),
        (".sample(7)", "sample of 7"), (".dedup()", "different"), (".out('a').dedup().out('b')", "different"),
        (".dedup().by('a')", "one for each different a"), (".local(__.out('a').dedup())", "each once"),
        (".order().by('a', desc)", "highest first"), (".order().by('a')", "lowest first"),
        (".order().by('a', shuffle)", "random"), (".skip(7)", "all but the first 7"), (".coin(0.5)", "0.5"),
        (".repeat(__.in('a')).times(7)", "exactly 7 hops"), (".repeat(__.in('a')).emit().times(7)", "1 to 7 hops"),
        (".emit().repeat(__.in('a')).times(7)", "0 to 7 hops"),
        (".repeat(__.in('a')).until(__.has('b', 7))", "stopping at those whose b is 7"),
        (".as('m').out('a').where(P.neq('m'))", "other than what is marked 'm'"),
        (".has('a', P.outside(1, 7))", "less than 1 or greater than 7"), (".simplePath()", "twice"),
        (".has('a', TextP.notContaining('z'))", "does not contain 'z'"),
        (".has('a', TextP.notRegex('(?i)z'))", "does not contain 'z' in any case"),
        (".has('a', TextP.regex('z.*'))", "the pattern 'z.*'"),
        (".optional(__.out('a'))", "where possible"), (".where(__.not(__.has('a')))", "without an a"),
        (".and(__.has('a'), __.not(__.has('b')))", "without a b"),
        (".not(__.and(__.has('a', 1), __.has('b', 2)))", "whose a is not 1 (or is missing) or whose b is not 2"),
        (".not(__.or(__.has('a', 1), __.has('b', 2)))", "(or is missing) and whose b is not 2"),
        (".not(__.has('a', P.between(1, 7)))", "whose a is less than 1 or is at least 7 (or is missing)"),
        (".out('a').has('b', 7).out('c')", "to vertices whose b is 7"),
        (".out('a').hasLabel('l').out('b')", "outgoing a edges to l vertices, then"),
        (".out('a').hasLabel('l').out('b').hasLabel('m')", "over outgoing a edges to l vertices, then outgoing b"),
        (".outE('a').has('b', 7).inV()", "outgoing a edges whose b is 7"),
        (".groupCount().by('a').order(local).by(values, asc)", "lowest first"),
        (".groupCount().by('a').order(local).by(keys, desc)", "by key, highest first"),
        (".groupCount().by('a').order(local).by(keys).limit(local, 7)", "only the first 7"),
        (".or().has('b', 7)", "or"),
    ],
)  # fmt: skip
def test_what_changes_the_result_is_always_said(step: str, word: str) -> None:
    assert word in explain(parse("g.V().hasLabel('x')" + step))


class Recorder:
    """A backend that keeps the traversals it is given and finds nothing."""

    name = "recorder"
    kind = "embedded"

    def __init__(self) -> None:
        self.asked: list[Traversal] = []

    def run(self, traversal: Traversal, limits: Limits) -> Result:
        self.asked.append(traversal)
        return Result([0])


ASSIGNED, RAISED = {"edge": "assignedTo"}, {"edge": "raisedBy"}
CATEGORY, TEAM = {"edge": "hasCategory"}, {"edge": "memberOf"}
NUMBERS = ("eq", "neq", "lt", "lte", "gt", "gte")
PATHS: dict[str, list[list[dict[str, str]]]] = {
    "case": [[], [RAISED], [ASSIGNED], [CATEGORY], [ASSIGNED, TEAM]],
    "person": [[], [TEAM], [{"edge": "raisedBy", "direction": "in"}]],
    "category": [[], [{"edge": "hasCategory", "direction": "in"}]],
    "team": [[], [{"edge": "memberOf", "direction": "in"}, {"edge": "assignedTo", "direction": "in"}]],
}
KEYS = {"case": ["status", "priority", "createdAt", "createdText", "stamp", "day", "note", "tags", "id"]}
NAMED = ["name", "id"]


def _ends(label: str, path: list[dict[str, str]]) -> list[str]:
    last = path[-1] if path else {}
    back = {"raisedBy": "case", "hasCategory": "case", "memberOf": "person", "assignedTo": "case"}
    end = label if not path else back[last["edge"]] if last.get("direction") == "in" else "other"
    return KEYS.get(end, NAMED)


@st.composite
def refs(draw: Any, label: str) -> dict[str, Any]:
    path = draw(st.sampled_from(PATHS[label]))
    return {"property": draw(st.sampled_from(_ends(label, path))), "path": path}


LASTS = {"start": {"property": "createdAt"}, "end": {"property": "resolvedAt"}}


@st.composite
def conditions(draw: Any, label: str) -> dict[str, Any]:
    ref = draw(refs(label))
    op = draw(st.sampled_from(("exists", *NUMBERS, "between", "within", "without", "containing", "starting_with")))
    low, high = {"priority": (2, 5), "createdAt": ("2025-01", "2025-03")}.get(
        ref["property"], ("2025-01", "2025-02")
    )
    value = None if op == "exists" else [low, high] if op in ("within", "without") else low
    more = {"high": high} if op == "between" else {}
    return {"kind": "condition", **ref, "op": op, "value": value, **more, "negate": draw(st.booleans())}


def filters(label: str) -> st.SearchStrategy[Any]:
    degree = st.builds(
        lambda path, op: {"kind": "degree", "path": path, "op": op, "value": 2},
        st.sampled_from([path for path in PATHS[label] if path]), st.sampled_from(NUMBERS),
    )  # fmt: skip
    plain = [conditions(label), degree]
    if label == "case":
        plain.append(
            st.builds(
                lambda op, value, unit: {"kind": "duration", **LASTS, "op": op, "value": value, "unit": unit},
                st.sampled_from(("lt", "lte", "gt", "gte")),
                st.sampled_from((1, 1.5, 40)),
                st.sampled_from(("seconds", "minutes", "hours", "days", "weeks")),
            )
        )
    joined = st.builds(
        lambda kind, parts, negate: {"kind": kind, "filters": parts, "negate": negate},
        st.sampled_from(("any", "all")), st.lists(st.one_of(plain), min_size=1, max_size=3), st.booleans(),
    )  # fmt: skip
    return st.lists(st.one_of(*plain, joined), max_size=3)


@st.composite
def aggregates(draw: Any) -> dict[str, Any]:
    label = draw(st.sampled_from(sorted(PATHS)))
    function = draw(st.sampled_from(("count", "count_distinct", "min", "max", "avg", "sum", "median")))
    of: Any = None if function == "count" else draw(refs(label))
    if label == "case" and function not in ("count", "count_distinct") and draw(st.booleans()):
        of = {**LASTS, "unit": "hours"}
    buckets = st.sampled_from((None, "hour_of_day", "day", "weekday", "week", "month", "quarter", "year"))
    groups = st.builds(lambda ref, bucket: {"ref": ref, "bucket": bucket}, refs(label), buckets)
    return {
        "label": label,
        "filters": draw(filters(label)),
        "measure": {"function": function, "of": of},
        "group_by": draw(st.lists(groups, max_size=2)),
        "order": draw(st.sampled_from(("desc", "asc", "key"))),
    }


@st.composite
def finds(draw: Any) -> dict[str, Any]:
    label = draw(st.sampled_from(sorted(PATHS)))
    order = [st.none(), refs(label)] + ([st.just(LASTS)] if label == "case" else [])
    return {
        "label": label,
        "filters": draw(filters(label)),
        "select": draw(st.lists(refs(label), max_size=3)),
        "order_by": draw(st.one_of(order)),
        "descending": draw(st.booleans()),
        "distinct": draw(st.booleans()),
    }


ZONES = st.sampled_from(("UTC", "Europe/Berlin", "Asia/Kolkata"))
SCHEMA = deskgraph.schema()


@settings(max_examples=400, deadline=None)
@given(asked=aggregates(), zone=ZONES)
def test_aggregates_read_back_without_gremlin(asked: dict[str, Any], zone: str) -> None:
    profile = Profile(time_zone=zone)
    params = Aggregate.model_validate(asked)
    try:
        plan = Compiler(SCHEMA, profile, Filters(SCHEMA, Reader(profile, sampled=False))).plan(
            params, params.filters
        )
    except ModelMustAct:
        return
    for built in (plan.traversal, plan.everything, plan.left_out, plan.unmeasured):
        if built is not None:
            _reads_well(built.tree)


@settings(max_examples=300, deadline=None)
@given(asked=finds())
def test_listings_read_back_without_gremlin(
    asked: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    recorder = Recorder()
    store = ArtifactStore(tmp_path_factory.getbasetemp() / "artifacts")
    context = Context(recorder, SCHEMA, Profile(), store)  # type: ignore[arg-type]
    try:
        find(Find.model_validate(asked), context)
    except ModelMustAct:
        return
    assert recorder.asked
    for traversal in recorder.asked:
        _reads_well(traversal)


def _reads_well(traversal: Traversal) -> None:
    said = explain(traversal)
    assert not RAW.search(said), said
    assert "applies" not in said
    assert said.count("(") == said.count(")"), said
    assert "  " not in said
    assert " ," not in said
    for before, after in (("and", "and"), ("and", "but"), ("of", "of"), ("the", "the"), ("to", "from")):
        assert f" {before} {after} " not in said, said
    assert said[0].isupper()
    assert said.endswith(".")
