"""What is said to be begun by those who are only given it: "did the agent X open"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import vocabulary as v
from engine.agent.offline.deeds import in_side
from engine.agent.offline.paths import Path
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles
from engine.catalog.entries import EdgeName, LabelName, ValueEntry
from engine.catalog.names import PREPOSITIONS
from engine.catalog.wording import bare, noun
from engine.catalog.words import same_root, split_name

_ASKING = frozenset({"did", "does", "do"})


def by_others(s: Scene) -> tuple[str, str]:
    """Why a question is not read whose subject did not begin things of another kind, and the verb; or nothing.

    Cases have a time when they were opened. Who has them was given them, where nothing says that they opened them.
    """
    for i in range(1, len(s.lat)):
        if s.lat.base(i) not in v.START_VERBS or any(True for _ in s.lat.at(i, EdgeName)):
            continue
        if s.lat.low(i) == s.lat.base(i) and not any(s.lat.low(n) in _ASKING for n in range(i)):
            continue
        for label in _behind(s, i + 2) if s.lat.low(i + 1) == "by" else _subjects(s, i):
            for things, time in _given(s, i, label):
                one, many, did = noun(label, 1), noun(things), bare(time)
                return (
                    f"The graph does not say which {one} {did if did.endswith('ed') else 'began'} {many},"
                    f' only which {many} each {one} has: ask for "{many} of" that {one}.'
                ), s.lat.tokens[i].text
    return "", ""


def _subjects(s: Scene, i: int) -> list[str]:
    """The labels of what is named right before a verb, unless it belongs to what stands before: "of X opened"."""
    named = ((n, label) for n in range(i) for end, label in _named(s, n) if end == i)
    return [label for n, label in named if s.lat.low(_before(s, n, label)) not in PREPOSITIONS]


def _behind(s: Scene, i: int) -> list[str]:
    """The labels of what is named from a place on: "opened by the agent X"."""
    return [label for _, label in _named(s, articles(s.lat, i))]


def _named(s: Scene, i: int) -> Iterator[tuple[int, str]]:
    yield from ((link.end, entry.label) for link, entry in s.lat.at(i, LabelName))
    yield from ((link.end, entry.label) for link, entry in s.lat.at(i, ValueEntry))


def _before(s: Scene, i: int, label: str) -> int:
    """The place before a name, and before its label and its article: "to the agent X"."""
    i -= i > 0 and any(entry.label == label for _, entry in s.lat.at(i - 1, LabelName))
    return i - 2 if s.lat.low(i - 1) == "the" else i - 1


def _given(s: Scene, i: int, label: str) -> Iterator[tuple[str, str]]:
    """The labels whose things those of another are given, with the time of their beginning that a verb names."""
    if any(True for _ in s.time_verb(i, label)):  # "agents created in May": their own beginning
        return
    for other in s.catalog.schema.vertices:
        given = other != label and any(_giving(label, path) for path in s.paths.between(label, other) if path)
        for name, *_ in s.time_verb(i, other) if given else ():
            if s.always(other, name):
                yield other, name


def _giving(label: str, path: Path) -> bool:
    named = {word for hop in path for word in split_name(hop.edge)}
    return in_side(v.GIVERS, label) or any(same_root("assign", word) for word in named)
