"""How the name of a relation is said: as a verb, a participle, a place, a part or a noun."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal as OneOf

from engine.agent.offline.telling.grammar import PREPOSITIONS, is_participle, is_past, is_verb
from engine.catalog.names import IDENTIFYING
from engine.catalog.words import singular, split_name

_AUXILIARY = frozenset({"has", "have", "was", "been", "be", "are"})


@dataclass(frozen=True, slots=True)
class Manner:
    """The words of a relation, as its start says them of its end.

    ``verb``: "depart from X"; ``past``: "acted in X"; ``done``: "assigned to X"; ``at``: "in X"; ``part``: "member
    of X"; ``noun``: X is its "official language".
    """

    kind: OneOf["verb", "past", "done", "at", "part", "noun"]
    words: tuple[str, ...]
    ends: bool = False  # whether the name goes on with what is reached: "assigned to group"

    @property
    def text(self) -> str:
        """The words in a row."""
        return " ".join(self.words)

    def covers(self, label: str) -> bool:
        """Whether the relation's words say what it reaches: "official language" a language."""
        return set(split_name(label)) <= set(self.words)


@lru_cache(maxsize=10_000)
def manner(edge: str, end: str) -> Manner:
    """The manner of a relation that ends at vertices of a label."""
    said = _bare(edge)
    reached = {word for part in split_name(end) for word in (part, singular(part))}
    for at in range(1, len(said)):  # "assigned to group", "contains settlement": the end is said by what is there
        led = said[at - 1] in PREPOSITIONS or (at == 1 and is_verb(said[0]))
        whole = said[at - 1] != "of" or said[at:] == split_name(end)  # a form of government is more than that
        if led and whole and set(said[at:]) <= reached:
            said = said[:at]
            break
    first, last, ends = said[0], said[-1], len(said) < len(_bare(edge))
    if first in PREPOSITIONS:
        return Manner("at", said, ends)
    if last in PREPOSITIONS and len(said) > 1:
        if is_participle(first):
            return Manner("past" if is_past(first) and last != "by" else "done", said, ends)
        if is_verb(first):
            return Manner("verb", said, ends)
        return Manner("part" if last == "of" else "done", said, ends)
    if len(said) == 1 and singular(first) not in reached and (is_participle(first) or is_verb(first)):
        return Manner("past" if is_participle(first) else "verb", said)
    return Manner("noun", (*said[:-1], singular(last)) if singular(last) in reached else said)


def _bare(edge: str) -> tuple[str, ...]:
    """The words of a relation without auxiliaries before and codes behind."""
    said = split_name(edge)
    while len(said) > 1 and said[0] in _AUXILIARY:
        said = said[1:]
    while len(said) > 1 and said[-1] in IDENTIFYING:
        said = said[:-1]
    return said
