"""Reading a question: the five passes in order."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from weakref import WeakKeyDictionary

from engine.agent.offline.advice import instead
from engine.agent.offline.begun import by_others
from engine.agent.offline.cover import conclude
from engine.agent.offline.doubts import unanswerable
from engine.agent.offline.links import link
from engine.agent.offline.paths import Paths
from engine.agent.offline.reading import Reading
from engine.agent.offline.scene import Scene
from engine.agent.offline.spelling import correct
from engine.agent.offline.suggest import MOST, suggestions
from engine.agent.offline.tokens import MOST_CHARACTERS, MOST_TOKENS, cut, locate
from engine.agent.offline.vocabulary import POLITE_START, WRITE_VERBS
from engine.catalog.catalog import Catalog

_DEEPEST = 2
_answerable: WeakKeyDictionary[Catalog, dict[str, bool]] = WeakKeyDictionary()
_paths: WeakKeyDictionary[Catalog, Paths] = WeakKeyDictionary()


def read(question: str, catalog: Catalog, now: dt.datetime) -> Reading:
    """Read one question over a catalog's graph.

    ``now``: the aware time from which "last month" is counted. Never raises for what the question holds: a
    reading is ``answered`` (one operator call), ``clarify`` (choices) or ``declined`` (unplaced words).
    """
    reading = _read(question, catalog, now, 0)
    if reading.status != "declined":
        return reading
    others = suggestions(catalog, lambda other: answerable(other, catalog))
    return replace(reading, suggestions=(*reading.suggestions, *others)[: max(MOST, len(reading.suggestions))])


def _read(question: str, catalog: Catalog, now: dt.datetime, depth: int) -> Reading:
    if len(question) > MOST_CHARACTERS:
        return Reading("declined", text=f"The question is too long to read: at most {MOST_CHARACTERS} characters.")
    text, items = cut(question.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    if not items:
        return Reading("declined", text="There is no question to read.")
    if len(items) > MOST_TOKENS:
        return Reading("declined", text=f"The question is too long to read: at most {MOST_TOKENS} words.")
    first = next((token for token in items if (token.low,) not in POLITE_START.get(token.low, ())), items[0])
    if first.low in WRITE_VERBS and len(items) > 1:
        return Reading(
            "declined", text=f'I only read the graph: "{first.text}" would change it.', unplaced=(first.text,)
        )
    why, word = unanswerable(items)
    if why:
        other, outright = instead(text, catalog)
        why = other or why
        if outright and depth + 1 < _DEEPEST and _read(outright, catalog, now, depth + 1).status == "answered":
            return Reading("declined", text=f'{why} Ask: "{outright}"', unplaced=(word,), suggestions=(outright,))
        return Reading("declined", text=why, unplaced=(word,))
    items, notes = correct(items, catalog)
    lattice = link(locate(text, items, catalog.profile, now, lambda word: catalog.values.get((word,))), catalog)
    scene = Scene(lattice, catalog, paths_of(catalog), now)
    why, word = by_others(scene)
    if why:
        return Reading("declined", text=why, unplaced=(word,))

    def again(other: str) -> Reading:
        if depth + 1 >= _DEEPEST:
            return Reading("declined")
        return _read(other, catalog, now, depth + 1)

    return conclude(scene, notes, again)


def answerable(question: str, catalog: Catalog) -> bool:
    """Whether a question that names no time would be answered; found once a catalog."""
    known = _answerable.setdefault(catalog, {})
    if question not in known:
        known[question] = _read(question, catalog, dt.datetime.now(dt.UTC), _DEEPEST).status == "answered"
    return known[question]


def paths_of(catalog: Catalog) -> Paths:
    """The join paths of a catalog's schema, made once."""
    found = _paths.get(catalog)
    if found is None:
        found = _paths[catalog] = Paths(catalog.schema, catalog.profile)
    return found
