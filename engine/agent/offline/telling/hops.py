"""One relation behind a noun: how the vertices of one end are told by what stands at the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.agent.offline.telling.grammar import a, be, not_verb, verb
from engine.agent.offline.telling.manners import Manner
from engine.agent.offline.telling.phrases import Phrase
from engine.catalog.wording import one, plural
from engine.catalog.words import same_root
from engine.operators.params import Filter

Behind = Callable[[str, bool, tuple[Phrase, ...]], str]


@dataclass(frozen=True, slots=True)
class Thing:
    """What stands at the other end.

    ``named``: by its names ("Germany", "group 25"); else some, or an ``amount`` of them ("more than 3"), with what
    is said ``behind`` the noun. ``pronoun``: something spoken of before.
    """

    noun: str  # in the singular
    named: str = ""
    bare: str = ""  # the names without their noun
    amount: str = ""
    many: bool = False
    pronoun: str = ""
    behind: Behind | None = None
    filters: tuple[Filter, ...] = ()
    long: bool = False

    def said(self, noun: str = "", also: tuple[Phrase, ...] = (), *, no: bool = False) -> str:
        """As a part of a sentence, called by another noun where one is given, with phrases of its own more."""
        if self.pronoun or (self.named and not noun):
            return self.pronoun or self.named
        noun = noun or self.noun
        many = self.many and not no
        said = plural(noun) if many else one(noun)
        if self.named:
            return f"{said} {self.bare}"
        whole = self.behind(said, many, also) if self.behind else said
        if no:
            return f"no {whole}"
        return f"{self.amount} {whole}" if self.amount else a(whole)


def forward(how: Manner, thing: Thing, *, negate: bool, many: bool) -> Phrase:
    """Behind a noun at the relation's start: "assigned to group 25", "that depart from Gatwick"."""
    match how.kind:
        case "verb" | "past":
            past = how.kind == "past"
            say = not_verb if negate else verb
            return Phrase("that", f"{say(how.words, many=many, past=past)} {thing.said()}", long=thing.long)
        case "done" | "at":
            if not (thing.named or thing.pronoun or thing.amount) and same_root(how.words[0], thing.noun):
                return Phrase("without" if negate else "with", thing.said(), long=thing.long)  # "a resolution"
            return Phrase("plain", f"{'not ' * negate}{how.text} {thing.said()}", long=thing.long)
        case "part":
            role = _role(how, many=many and not thing.amount)
            told = f"{be(many=many)} {'not ' * negate}{role} of {thing.said()}"
            return Phrase("that", told, long=thing.long)
        case _:
            return Phrase("without" if negate else "with", thing.said(how.text), long=thing.long)


def backward(how: Manner, thing: Thing, head: str, pronoun: str, *, negate: bool, many: bool) -> Phrase:
    """Behind a noun at the relation's end: "that Northlight operates", "with 3 cases reported by them"."""
    if how.kind == "noun":
        if not thing.named and not thing.pronoun and how.text == head:
            return Phrase("without" if negate else "with", thing.said(), long=thing.long)
        return Phrase("of", thing.said(), role=how.text, long=thing.long, denied=negate)
    if thing.named:
        return Phrase("which", f"{thing.named} {clause(how, many=thing.many, negate=negate)}")
    if how.kind == "verb" and not thing.amount:
        said = thing.said(no=negate)
        return Phrase("which", f"{said} {clause(how, many=False, negate=False)}", long=thing.long)
    turned = forward(how, Thing(head, pronoun=pronoun), negate=False, many=thing.many)
    return Phrase("without" if negate else "with", thing.said(also=(turned,)), long=thing.long)


def clause(how: Manner, *, many: bool, negate: bool = False) -> str:
    """A relation as what is said behind its subject, up to where the object would stand: "is assigned to"."""
    match how.kind:
        case "verb" | "past":
            return (not_verb if negate else verb)(how.words, many=many, past=how.kind == "past")
        case "done" | "at":
            return f"{be(many=many)} {'not ' * negate}{how.text}"
        case "part":
            return f"{be(many=many)} {'not ' * negate}{_role(how, many=many)} of"
        case _:
            return f"{'have' if many else 'has'} as {how.text}"


def _role(how: Manner, *, many: bool) -> str:
    """ "members", "a member", "part"."""
    noun = " ".join(how.words[:-1])
    if noun in ("part", "capable", "different"):
        return noun
    noun = noun.removeprefix("a ").removeprefix("an ").removeprefix("the ")
    return plural(noun) if many else a(noun)
