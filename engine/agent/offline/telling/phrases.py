"""What follows a noun ("with priority 3", "assigned to group 25", "that leave Oslo"), and how it is joined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from engine.agent.offline.telling.grammar import a, be, is_participle, listed
from engine.agent.offline.vocabulary import PEOPLE
from engine.catalog.wording import plural
from engine.catalog.words import lemma

Kind = OneOf["with", "without", "plain", "that", "which", "whose", "of"]
_PLAIN: tuple[Kind, ...] = ("with", "without", "plain")
_ORDER: tuple[Kind, ...] = ("with", "without", "plain", "whose", "that", "which")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part behind a noun, without the word of its kind.

    ``that``: the noun is the subject ("depart from X"); ``which``: it is the object ("X operates"); ``of``: it is
    the ``role`` of something ("official language", "Switzerland"). ``long``: has conditions of its own within.
    """

    kind: Kind
    text: str
    role: str = ""
    long: bool = False
    denied: bool = False


def behind(noun: str, phrases: Sequence[Phrase], *, many: bool, first: Sequence[Phrase] = ()) -> str:
    """The noun (in its number) with all phrases behind it; those that must stand ``first`` right behind it."""
    every = [*first, *phrases]
    role = next((p for p in every if p.kind == "of" and not p.denied and _names(p.role, noun)), None)
    said = _as_role(role, many=many) if role else noun
    that = "who" if lemma(noun.rpartition(" ")[2]) in PEOPLE else "that"
    led = pieces([p for p in first if p is not role], many=many, that=that)
    rest = [p for p in phrases if p is not role]
    plain = joined(pieces([p for p in rest if p.kind in _PLAIN], many=many))
    clauses = joined(pieces([p for p in rest if p.kind not in _PLAIN], many=many, that=that))
    parts = [part for part in (joined(led), plain, clauses) if part]
    apart = any(p.long for p in phrases) or sum(p.kind in _PLAIN for p in rest) > 1
    return " ".join([said, (", " if apart else " ").join(parts)]).strip()


def _as_role(p: Phrase, *, many: bool) -> str:
    """ "official languages of Switzerland", "languages used by Switzerland"; without what is the subject."""
    said = plural(p.role) if many else p.role
    return said if p.text in ("it", "them") else f"{said} {_whose(p.role)} {p.text}"


def _whose(role: str) -> str:
    return "by" if " " in role and is_participle(role.rpartition(" ")[2]) else "of"


def _names(role: str, noun: str) -> bool:
    """Whether a role says all that a noun says: an "official language" is a language."""
    wanted, said = noun.split(), (role.split(), plural(role).split())
    return any(wanted in (form[: len(wanted)], form[-len(wanted) :]) for form in said)


def pieces(phrases: Sequence[Phrase], *, many: bool, that: str = "that") -> list[str]:
    """Phrases with the word of their kind, those of one kind together, short ones first."""
    phrases = [_as_that(p, many=many) if p.kind == "of" else p for p in dict.fromkeys(phrases)]
    found: list[str] = []
    for kind in _ORDER:
        short = [p.text for p in phrases if p.kind == kind and not p.long]
        if short and kind in ("with", "that"):
            found.append(f"{that if kind == 'that' else kind} {listed(short)}")
        else:
            found += [text if kind == "plain" else f"{_WORDS.get(kind, kind)} {text}" for text in short]
    for p in phrases:
        if p.long:
            led = {"which": "that", "that": that}.get(p.kind, p.kind)
            found.append(p.text if p.kind == "plain" else f"{led} {p.text}")
    return found


_WORDS = {"which": "that"}


def joined(parts: Sequence[str], word: str = "and") -> str:
    """Pieces in a row; set apart by commas where one has a joint of its own."""
    plain = len(parts) == 2 and not any(" and " in part or " or " in part for part in parts[:-1])
    if len(parts) < 2 or plain:
        return f" {word} ".join(parts)
    return f"{', '.join(parts[:-1])}, {word} {parts[-1]}"


def finite(phrases: Sequence[Phrase], *, many: bool) -> str:
    """Phrases as what is said of the noun: "are assigned to group 25 and have priority 3"."""
    have = "have" if many else "has"
    said = {
        "with": f"{have} ",
        "without": f"{'do' if many else 'does'} not have ",
        "plain": f"{be(many=many)} ",
        "that": "",
        "which": f"{be(many=many)} what ",
        "whose": f"{be(many=many)} those whose ",
    }
    phrases = [_as_that(p, many=many) if p.kind == "of" else p for p in phrases]
    return joined([said[p.kind] + p.text for p in phrases])


def _as_that(p: Phrase, *, many: bool) -> Phrase:
    role = plural(p.role) if many else a(p.role)
    denied = " not" if p.denied else ""
    return Phrase("that", f"{be(many=many)}{denied} {role} {_whose(p.role)} {p.text}", long=p.long)
