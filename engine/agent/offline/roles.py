"""Relations between things of one kind that are named for who they lead to: ``has_coach``, ``manager``."""

from __future__ import annotations

from engine.agent.offline import vocabulary as v
from engine.agent.offline.links import Link
from engine.agent.offline.scene import Scene
from engine.catalog.entries import EdgeName
from engine.catalog.words import split_name

HAVING = frozenset(["with", "has", "have", "had", "having", "without", "no", "lack"])
_BEFORE_ROLE = HAVING | {"'s", "whose", "as", "a", "the", "of", "is", "are", "their", "its"}


def done_by_role(s: Scene, link: Link) -> bool:
    """Whether a verb says what is done by whom a relation leads to: "coaches", "managed", of ``has_manager``."""
    entry, low = link.entry, s.lat.low(link.start)
    if not isinstance(entry, EdgeName) or link.end != link.start + 1:
        return False
    if entry.form == "doer":
        return True
    noun = s.lat.low(link.start - 1) in _BEFORE_ROLE
    asked = any(s.lat.low(n) in ("does", "do", "did") for n in range(link.start))
    verbal = low.endswith("ed") or (not noun and (asked or low != s.lat.base(link.start)))
    return verbal and entry.form == "whole" and named_by_role(entry.edge)


def named_by_role(edge: str) -> bool:
    """Whether a relation is named for what it leads to, and does: ``has_coach``, ``mentor``."""
    words = split_name(edge)
    return len(words) == 1 + (words[0] == "has") and words[-1] in v.ROLES


def by_role(s: Scene, i: int, link: Link, entry: EdgeName) -> bool:
    """Whether the verb of the subject at ``i`` is a role: "does X coach" asks whose "has coach" leads to X."""
    asked = s.lat.low(before(s, i)) in ("does", "do", "did")
    role = split_name(entry.edge)[0] == "has" or named_by_role(entry.edge)
    return asked and (entry.form == "doer" or (entry.form == "whole" and link.end - link.start == 1 and role))


def before(s: Scene, i: int) -> int:
    """The place of the word before, articles passed over."""
    i -= 1
    while i > 0 and s.lat.low(i) in ("a", "an", "the", "any"):
        i -= 1
    return i
