"""What questions over a library (a domain that no rule knows) are read as, shape by shape."""

from __future__ import annotations

from typing import Any

import pytest

from engine.agent.offline.reader import read
from tests.support.library import NOW, library

CATALOG = library()


def eq(name: str, value: object, *edges: str, **more: object) -> dict[str, Any]:
    return {**at(*edges), "property": name, "op": "eq", "value": value, **more}


def at(*edges: str) -> dict[str, Any]:
    hops = [{"edge": e.removeprefix("<"), **({"direction": "in"} if e[0] == "<" else {})} for e in edges]
    return {"path": hops} if hops else {}


def window(name: str, low: str, high: str) -> dict[str, Any]:
    return {"property": name, "op": "between", "value": f"{low}T00:00:00Z", "high": f"{high}T00:00:00Z"}


def ref(name: str, *edges: str) -> dict[str, Any]:
    return {"property": name, **at(*edges)}


def by(name: str, *edges: str, **more: object) -> dict[str, Any]:
    return {"group_by": [{"ref": ref(name, *edges), **more}]}


def loans(*filters: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"label": "loan", **({"filters": list(filters)} if filters else {}), **more}


def each_has(label: str, edge: str, *where: dict[str, Any]) -> dict[str, Any]:
    """How many the relation leads to, on average."""
    of = {**at(edge), **({"where": list(where)} if where else {})}
    return {"label": label, "measure": {"function": "avg", "of": of}}


def lost_or_active() -> dict[str, Any]:
    return {"sides": [[name, loans(eq("status", name))] for name in ("Lost", "Active")]}


LASTING = {"start": ref("issuedAt"), "end": ref("returnedAt")}

READ: dict[str, tuple[str, dict[str, Any]]] = {
    # how many each has on average, leading shares, two counts, sides of which one denies the other
    "average number of loans per reader": ("aggregate", each_has("reader", "<borrowedBy")),
    "how many lost loans does a reader have on average": (
        "aggregate",
        each_has("reader", "<borrowedBy", eq("status", "Lost")),
    ),
    "on average, how many loans does a branch have?": ("aggregate", each_has("branch", "<atBranch")),
    "which branch has the highest share of lost loans": (
        "aggregate",
        loans(eq("status", "Lost"), **by("name", "atBranch"), share_of=[], limit=1),
    ),
    "which branch has the lowest lost rate": (
        "aggregate",
        loans(eq("status", "Lost"), **by("name", "atBranch"), share_of=[], order="asc", limit=1),
    ),
    "how many loans were issued and how many were returned in March 2024": (
        "compare",
        {
            "sides": [
                ["loans were issued", loans(window("issuedAt", "2024-03-01", "2024-04-01"))],
                ["were returned in March 2024", loans(window("returnedAt", "2024-03-01", "2024-04-01"))],
            ]
        },
    ),
    "are there more lost loans than active loans": ("compare", lost_or_active()),
    "do we have more lost loans or active loans": ("compare", lost_or_active()),
    "which are more common, lost loans or active loans": ("compare", lost_or_active()),
    "are lost loans more common than active loans": ("compare", lost_or_active()),
    "lost or active loans: which is more frequent": ("compare", lost_or_active()),
    "average time to return of lost vs not lost loans": (
        "compare",
        {
            "sides": [
                ["lost", loans(eq("status", "Lost"), measure={"function": "avg", "of": LASTING})],
                ["not lost", loans(eq("status", "Lost", negate=True), measure={"function": "avg", "of": LASTING})],
            ]
        },
    ),
    "loans by month 2024": (
        "aggregate",
        loans(window("issuedAt", "2024-01-01", "2025-01-01"), **by("issuedAt", bucket="month"), order="key"),
    ),
    "how many loans were returned in between 2 and 5 days": (
        "aggregate",
        loans(
            {**LASTING, "op": "gte", "value": 2.0, "unit": "days"},
            {**LASTING, "op": "lte", "value": 5.0, "unit": "days"},
        ),
    ),
    "what share of each branch's loans is lost": (
        "aggregate",
        loans(eq("status", "Lost"), **by("name", "atBranch"), share_of=[]),
    ),
    "good morning, I was wondering how many lost loans there are": ("aggregate", loans(eq("status", "Lost"))),
    "loans issued on Saturdays": (
        "aggregate",
        loans({"ref": ref("issuedAt"), "bucket": "weekday", "within": ["Saturday"]}),
    ),
    "how many loans come from readers with a lost loan": (
        "aggregate",
        loans({**at("borrowedBy"), "op": "gte", "value": 1, "where": [eq("status", "Lost", "<borrowedBy")]}),
    ),
    # counts, with filters on own and neighbouring values
    "How many loans are there?": ("aggregate", loans()),
    "number of lost loans": ("aggregate", loans(eq("status", "Lost"))),
    "how many lendings have priority 2": ("aggregate", loans(eq("priority", 2))),
    "how many loans at the Harbour branch": ("aggregate", loans(eq("name", "Harbour", "atBranch"))),
    "how many loans does Old Town have?": ("aggregate", loans(eq("name", "Old Town", "atBranch"))),
    "count the loans issued by clerk-2": ("aggregate", loans(eq("handle", "clerk-2", "issuedBy"))),
    "how many loans did clerk-2 check": ("aggregate", loans(eq("handle", "clerk-2", "checkedBy"))),
    "active loans of readers in Delft, how many": (
        "aggregate",
        loans(eq("status", "Active"), eq("town", "Delft", "borrowedBy")),
    ),
    "how many loans were renewed": ("aggregate", loans({"property": "renewal_count", "op": "gt", "value": 0})),
    "how many loans were renewed more than twice": (
        "aggregate",
        loans({"property": "renewal_count", "op": "gt", "value": 2}),
    ),
    "how many loans met the deadline": ("aggregate", loans(eq("metDeadline", True))),
    "how many loans missed the deadline": ("aggregate", loans(eq("metDeadline", False))),
    # time
    "loans issued in March 2024, how many": ("aggregate", loans(window("issuedAt", "2024-03-01", "2024-04-01"))),
    "how many loans were returned last month": (
        "aggregate",
        loans(window("returnedAt", "2025-05-01", "2025-06-01")),
    ),
    "In Q1 2025, how many loans were there?": ("aggregate", loans(window("issuedAt", "2025-01-01", "2025-04-01"))),
    "how many loans per month in 2024": (
        "aggregate",
        loans(window("issuedAt", "2024-01-01", "2025-01-01"), **by("issuedAt", bucket="month"), order="key"),
    ),
    # two times in one window, and words that are a state and a time
    "how many loans were issued and returned in May 2024": (
        "aggregate",
        loans(window("issuedAt", "2024-05-01", "2024-06-01"), window("returnedAt", "2024-05-01", "2024-06-01")),
    ),
    "on which weekday are the most loans returned": (
        "aggregate",
        loans(**by("returnedAt", bucket="weekday"), limit=1),
    ),
    "the last 4 returned loans": (
        "find",
        loans(eq("status", "Returned"), order_by=ref("returnedAt"), limit=4),
    ),
    "average branch floors": (
        "aggregate",
        {"label": "branch", "measure": {"function": "avg", "of": ref("floors")}},
    ),
    "list met deadline loans of Harbour": (
        "find",
        loans(eq("metDeadline", True), eq("name", "Harbour", "atBranch"), limit=1000),
    ),
    # negation, or, comparison
    "how many branches have no lost loans": (
        "aggregate",
        {"label": "branch", "filters": [eq("status", "Lost", "<atBranch", negate=True)]},
    ),
    "how many loans are not lost": ("aggregate", loans(eq("status", "Lost", negate=True))),
    "how many loans without a reader": ("aggregate", loans({**at("borrowedBy"), "negate": True})),
    "how many unreturned loans": ("aggregate", loans(eq("status", "Returned", negate=True))),
    "how many loans have no returned at": ("aggregate", loans({"property": "returnedAt", "negate": True})),
    "how many lost or active loans": (
        "aggregate",
        loans({"property": "status", "op": "within", "value": ["Lost", "Active"]}),
    ),
    "how many loans with priority at least 3": (
        "aggregate",
        loans({"property": "priority", "op": "gte", "value": 3}),
    ),
    "how many loans were returned within 2 weeks": (
        "aggregate",
        loans({"kind": "duration", **LASTING, "op": "lte", "value": 2.0, "unit": "weeks"}),
    ),
    "how many books published after 1999": (
        "aggregate",
        {"label": "book", "filters": [{"property": "published", "op": "gte", "value": 2000}]},
    ),
    # groups and rankings
    "loans per status": ("aggregate", loans(**by("status"))),
    "how many loans were issued in 2023 but returned in May 2024": (
        "aggregate",
        loans(window("issuedAt", "2023-01-01", "2024-01-01"), window("returnedAt", "2024-05-01", "2024-06-01")),
    ),
    "how many lost loans were there this year": (
        "aggregate",
        loans(eq("status", "Lost"), window("issuedAt", "2025-01-01", "2026-01-01")),
    ),
    "how many loans have there been in this year": (
        "aggregate",
        loans(window("issuedAt", "2025-01-01", "2026-01-01")),
    ),
    "which branch accounts for the most loans": ("aggregate", loans(**by("name", "atBranch"), limit=1)),
    "what share of loans does Harbour account for": (
        "aggregate",
        loans(eq("name", "Harbour", "atBranch"), share_of=[]),
    ),
    "what share of loans did Harbour make up": (
        "aggregate",
        loans(eq("name", "Harbour", "atBranch"), share_of=[]),
    ),
    "how many loans does each branch account for": ("aggregate", loans(**by("name", "atBranch"))),
    "what is the rarest status": ("aggregate", loans(**by("status"), order="asc", limit=1)),
    "which status is the commonest": ("aggregate", loans(**by("status"), limit=1)),
    "Which branch has the most loans?": ("aggregate", loans(**by("name", "atBranch"), limit=1)),
    "top 3 readers by number of lost loans": (
        "aggregate",
        loans(eq("status", "Lost"), **by("name", "borrowedBy"), limit=3),
    ),
    "what is the most common status at Harbour": (
        "aggregate",
        loans(eq("name", "Harbour", "atBranch"), **by("status"), limit=1),
    ),
    "who issued the most loans": ("aggregate", loans(**by("handle", "issuedBy"), limit=1)),
    "which readers have more than 5 loans": (
        "find",
        {
            "label": "reader",
            "filters": [{"kind": "degree", **at("<borrowedBy"), "op": "gt", "value": 5}],
            "limit": 1000,
        },
    ),
    # things in the order of how many others they have, with and without a word for the number
    **{
        said.format("lost loans"): (
            "aggregate",
            loans(eq("status", "Lost"), **by("name", "atBranch"), limit=1000),
        )
        for said in (
            "list branches by number of {}",
            "give me the branches by the number of {}",
            "branches by number of {}",
            "show branches sorted by number of {}",
            "list the branches by {}",
        )
    },
    "give me the branches by loan count": ("aggregate", loans(**by("name", "atBranch"), limit=1000)),
    "show branches by loans": ("aggregate", loans(**by("name", "atBranch"), limit=1000)),
    "list 5 books by number of loans": ("aggregate", loans(**by("title", "ofBook"), limit=5)),
    "show statuses by number of loans in 2024": (
        "aggregate",
        loans(window("issuedAt", "2024-01-01", "2025-01-01"), **by("status"), limit=1000),
    ),
    "list branches by number of staff members": (
        "aggregate",
        {"label": "staffMember", **by("name", "worksAt"), "limit": 1000},
    ),
    "list staff members by branch": ("aggregate", {"label": "staffMember", **by("name", "worksAt")}),
    "list loans by branch": ("aggregate", loans(**by("name", "atBranch"))),
    # what is asked of things themselves counts each once, whatever else is said of them; of loans, each loan
    "average floors of branches with lost loans": (
        "aggregate",
        {
            "label": "branch",
            "filters": [eq("status", "Lost", "<atBranch")],
            "measure": {"function": "avg", "of": ref("floors")},
        },
    ),
    "total floors of the branches with loans issued in May 2024": (
        "aggregate",
        {
            "label": "branch",
            "filters": [{**window("issuedAt", "2024-05-01", "2024-06-01"), **at("<atBranch")}],
            "measure": {"function": "sum", "of": ref("floors")},
        },
    ),
    "highest floors of branches with lost loans": (
        "aggregate",
        {
            "label": "branch",
            "filters": [eq("status", "Lost", "<atBranch")],
            "measure": {"function": "max", "of": ref("floors")},
        },
    ),
    "average floors of lost loans": (
        "aggregate",
        loans(eq("status", "Lost"), measure={"function": "avg", "of": ref("floors", "atBranch")}),
    ),
    "average branch floors of lost loans": (
        "aggregate",
        loans(eq("status", "Lost"), measure={"function": "avg", "of": ref("floors", "atBranch")}),
    ),
    # measures
    "average renewal count of lost loans": (
        "aggregate",
        loans(eq("status", "Lost"), measure={"function": "avg", "of": ref("renewal_count")}),
    ),
    "how long does it take on average to return loans at Harbour": (
        "aggregate",
        loans(eq("name", "Harbour", "atBranch"), measure={"function": "avg", "of": LASTING}),
    ),
    "median time to return in days": (
        "aggregate",
        loans(measure={"function": "median", "of": {**LASTING, "unit": "days"}}),
    ),
    # shares
    "what percentage of Harbour loans were lost": (
        "aggregate",
        loans(eq("status", "Lost"), share_of=[eq("name", "Harbour", "atBranch")]),
    ),
    # look-ups and lists
    "what is the status of LN-00042": (
        "find",
        loans(eq("loan_number", "LN-00042"), select=[ref("loan_number"), ref("status")], limit=1000),
    ),
    "who borrowed LN-00042": (
        "find",
        {"label": "reader", "filters": [eq("loan_number", "LN-00042", "<borrowedBy")], "limit": 1000},
    ),
    "when was LN-00042 returned": (
        "find",
        loans(eq("loan_number", "LN-00042"), select=[ref("loan_number"), ref("returnedAt")], limit=1000),
    ),
    "list the lost loans from Old Town": (
        "find",
        loans(eq("status", "Lost"), eq("name", "Old Town", "atBranch"), limit=1000),
    ),
    "show the 5 most recent loans": ("find", loans(order_by=ref("issuedAt"), limit=5)),
    "which staff members work at North Gate": (
        "find",
        {"label": "staffMember", "filters": [eq("name", "North Gate", "worksAt")], "limit": 1000},
    ),
    # comparisons and existence
    "Harbour or Old Town, which has more loans": (
        "compare",
        {
            "sides": [
                ["Harbour", loans(eq("name", "Harbour", "atBranch"))],
                ["Old Town", loans(eq("name", "Old Town", "atBranch"))],
            ]
        },
    ),
    "is there any lost loan at North Gate": (
        "aggregate",
        loans(eq("status", "Lost"), eq("name", "North Gate", "atBranch")),
    ),
}


def bare(value: object) -> object:
    """Filters in one order, their kinds left out where the fields tell them."""
    if isinstance(value, dict):
        found = {key: bare(inner) for key, inner in value.items() if key != "kind"}
        for key in ("filters", "share_of"):
            if isinstance(found.get(key), list):
                found[key] = sorted(found[key], key=repr)
        return dict(sorted(found.items()))
    return [bare(item) for item in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("question", READ)
def test_read(question: str) -> None:
    reading = read(question, CATALOG, NOW)
    assert reading.params is not None, (reading.text, reading.choices)
    operator, wanted = READ[question]
    assert reading.operator == operator
    assert bare(reading.params.model_dump(mode="json", exclude_defaults=True)) == bare(wanted)


@pytest.mark.parametrize("change", [str.upper, str.title, lambda text: f"  please, {text}??  Thanks!"])
def test_case_and_politeness_make_no_difference(change: Any) -> None:
    for question in ("number of lost loans", "which branch has the most loans"):
        plain, other = read(question, CATALOG, NOW), read(change(question), CATALOG, NOW)
        assert other.params == plain.params, change(question)


@pytest.mark.parametrize(
    "said", ["branches by loan", "branches by loan and status", "list branches by staff members"]
)
def test_nothing_is_counted_by_what_is_its_own_alone(said: str) -> None:
    """Each loan is at one branch: as many groups as there are loans, all of one branch."""
    assert read(said, CATALOG, NOW).params is None
