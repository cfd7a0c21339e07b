"""C(.) keeps the meaning: TinkerPop's own queries give the same rows before and behind it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.errors import GraphdeskError
from engine.graph.embedded import EmbeddedGraph
from engine.gremlin import canonical, judge, parse
from engine.gremlin.tree import Traversal
from tests.shared import shared
from tests.support.worlds import toy_file

CHANCE = {"sample", "coin"}  # steps whose rows differ from run to run


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


def runnable() -> list[Traversal]:
    found: dict[str, Traversal] = {}
    for line in (shared("data/tinkerpop") / "traversals.jsonl").read_text("utf-8").splitlines():
        for query in texts(json.loads(line)):
            if not query.startswith("g."):
                continue
            try:
                traversal = parse(query)
                judge(traversal)
            except GraphdeskError:
                continue
            if not CHANCE & {step.name for step in traversal.walk()} and "shuffle" not in query:
                found[query] = traversal
    return list(found.values())


@pytest.mark.parametrize("graph", ["modern", "crew"])
def test_canonical_gives_the_same_rows(graph: str) -> None:
    backend = EmbeddedGraph.open(toy_file(shared("data/tinkerpop"), graph))
    compared = 0
    for traversal in runnable():
        try:
            rows = backend.run(traversal).rows
        except GraphdeskError:
            continue  # the engine lacks the step; other tests say which
        spelled = canonical(traversal)
        again = backend.run(parse(spelled)).rows
        assert Counter(map(repr, again)) == Counter(map(repr, rows)), spelled
        compared += 1
    assert compared > 300
    backend.close()
