"""The sample graph: an IT-support graph of the shape that SEGRA describes (§3.1, Appendices C and D).

Each case stands among its free text (reason, symptoms, rootCause, with ``content``), its resolution, three
taxonomy levels with names and descriptions, and its context (contact, telemetry, team, agent). similarReason,
similarSymptoms and similarRootCause join content vertices and carry ``similarityScore``.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

from engine.graph.load.elements import EdgeRecord, Value, VertexRecord
from engine.graph.load.files import write_graph
from engine.graph.similarity import Linker, Neighbour, neighbours
from engine.samples.raw import Case, Contact, Telemetry, raw
from engine.samples.vocabulary import vocabulary

Contents = dict[str, tuple[str, ...]]  # content label -> distinct texts
# content label -> (edge from the case, similarity edge)
CONTENT = {
    "reason": ("hasReason", "similarReason"),
    "symptoms": ("exhibits", "similarSymptoms"),
    "rootCause": ("attributedTo", "similarRootCause"),
}
THRESHOLD = 0.675  # SEGRA's; edges at or above it count as similar
FLOOR = 0.5  # some weaker edges exist too, so that a walk without the threshold returns more
_MANY = 2_000  # cases that hold nearly all texts there are
_STRONG, _WEAK = 3, 1  # neighbouring texts that one text is linked to

_CASE = (
    "number",
    "status",
    "priority",
    "channel",
    "createdAt",
    "resolvedAt",
    "escalated",
    "reopenCount",
    "satisfaction",
)


def slug(kind: str, name: str) -> str:
    """The id of a named vertex: ``category:network``."""
    return f"{kind}:{'-'.join(name.lower().split())}"


def _present(pairs: Iterable[tuple[str, Value | None]]) -> dict[str, Value]:
    return {name: value for name, value in pairs if value is not None}


def _properties(part: Contact | Telemetry) -> dict[str, Value]:
    return _present((f.name, getattr(part, f.name)) for f in fields(part))


def _taxonomy() -> Iterator[VertexRecord]:
    words = vocabulary()
    for name, description in words.categories.items():
        yield VertexRecord(slug("category", name), "category", {"name": name, "description": description})
    for sub in words.subcategories:
        above = slug("category", sub.category)
        identity = slug("subcategory", sub.name)
        named: dict[str, Value] = {"name": sub.name, "description": sub.description}
        yield VertexRecord(identity, "subcategory", named, (EdgeRecord("partOf", identity, above),))
        for issue in sub.issues:
            below = slug("issueType", issue.name)
            named = {"name": issue.name, "description": issue.description}
            yield VertexRecord(below, "issueType", named, (EdgeRecord("partOf", below, identity),))
    for team in dict.fromkeys(["Service Desk", *(sub.team for sub in words.subcategories)]):
        yield VertexRecord(slug("team", team), "team", {"name": team})


def _chosen(near: list[Neighbour]) -> list[Neighbour]:
    strong = [n for n in near if n.score >= THRESHOLD]
    return strong[:_STRONG] + near[len(strong) :][:_WEAK]


@cache
def _near(texts: tuple[str, ...]) -> list[list[Neighbour]]:
    """The neighbours of each text (a hundred take most of a second to embed)."""
    return [_chosen(near) for near in neighbours(texts, most=30, threshold=FLOOR)]


def _used(cases: Iterable[Case]) -> Contents:
    """The texts that these cases hold: a small sample needs few of them embedded."""
    used: dict[str, set[str]] = {label: set() for label in CONTENT}
    for case in cases:
        for label, texts in used.items():
            if (text := getattr(case, label)) is not None:
                texts.add(text)
    return {label: tuple(text for text in all_ if text in used[label]) for label, all_ in _all_texts().items()}


def _all_texts() -> Contents:
    return {label: tuple(texts) for label, texts in vocabulary().contents().items()}


class _Similar:
    """The similarity edges of the content vertices, as they come."""

    def __init__(self, contents: Contents) -> None:
        self.place = {label: {text: n for n, text in enumerate(texts)} for label, texts in contents.items()}
        self.linker = {label: Linker(_near(texts)) for label, texts in contents.items()}

    def edges(self, label: str, identity: str, text: str) -> tuple[EdgeRecord, ...]:
        links = self.linker[label].add(identity, self.place[label][text])
        edge = CONTENT[label][1]
        return tuple(EdgeRecord(edge, identity, other, {"similarityScore": score}) for other, score in links)


def _case(case: Case, similar: _Similar, seen: set[str]) -> Iterator[VertexRecord]:
    """The vertices of one case: first those around it that are new, then the case with its edges."""
    links = [
        ("hasCategory", slug("category", case.category)),
        ("hasSubcategory", slug("subcategory", case.subcategory)),
        ("hasIssueType", slug("issueType", case.issueType)),
        ("handledBy", slug("team", case.team)),
        ("reportedBy", case.contact.handle),
    ]
    if case.contact.handle not in seen:
        seen.add(case.contact.handle)
        yield VertexRecord(case.contact.handle, "contact", _properties(case.contact))
    if case.agent:
        links.append(("assignedTo", case.agent))
        if case.agent not in seen:
            seen.add(case.agent)
            member = EdgeRecord("memberOf", case.agent, slug("team", case.team))
            yield VertexRecord(case.agent, "agent", {"handle": case.agent}, (member,))
    for label, (edge, _) in CONTENT.items():
        text = getattr(case, label)
        if text is not None:
            identity = f"{label}:{case.id}"
            links.append((edge, identity))
            yield VertexRecord(identity, label, {"content": text}, similar.edges(label, identity, text))
    if case.resolution is not None:
        links.append(("resolvedBy", f"resolution:{case.id}"))
        yield VertexRecord(f"resolution:{case.id}", "resolution", {"content": case.resolution})
    if case.telemetry is not None:
        links.append(("hasTelemetry", f"telemetry:{case.id}"))
        yield VertexRecord(f"telemetry:{case.id}", "telemetry", _properties(case.telemetry))
    properties = _present((name, getattr(case, name)) for name in _CASE)
    yield VertexRecord(case.id, "case", properties, tuple(EdgeRecord(e, case.id, to) for e, to in links))


def vertices(cases: Iterable[Case], contents: Contents | None = None) -> Iterator[VertexRecord]:
    """The graph of these cases, streamed: every edge points at a vertex that came before.

    ``contents``: the texts that the cases hold, by content label; all there are when not given.
    """
    yield from _taxonomy()
    similar, seen = _Similar(contents or _all_texts()), set[str]()
    for case in cases:
        yield from _case(case, similar, seen)


def write_sample(
    target: Path,
    *,
    cases: int = 2_000,
    seed: int = 1,
    anchor: dt.datetime | None = None,
    progress: Callable[[int], object] | None = None,
) -> tuple[int, int]:
    """Generate the sample graph and write it to ``target`` (``.gsnap`` snapshot, else GraphSON lines).

    Args:
        target: takes the place of an earlier file only when the new one is whole.
        cases: number of case vertices.
        seed: with the count and the anchor it decides every value.
        anchor: end of the two years of cases (aware); now when None.
        progress: told how many cases are done.

    Returns:
        (vertices, edges).
    """

    def counted() -> Iterator[Case]:
        for done, case in enumerate(raw(cases, seed, anchor), 1):
            yield case
            if progress and (done % 500 == 0 or done == cases):
                progress(done)

    anchor = anchor or dt.datetime.now(dt.UTC)  # the cases are made twice: they must be the same
    contents = _used(raw(cases, seed, anchor)) if cases < _MANY else None
    return write_graph(vertices(counted(), contents), target)
