"""English forms of words that come from a schema: articles, verbs, counts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.catalog.words import lemma


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: Operators in words before an amount.
AMOUNTS = {
    "eq": "exactly",
    "neq": "other than",
    "lt": "fewer than",
    "lte": "at most",
    "gt": "more than",
    "gte": "at least",
}
PREPOSITIONS = _set(
    "about after against as at before behind between by for from in into near next of on onto over through to "
    "under with within"
)
#: Participles that do not end in -ed.
_PARTICIPLES = _set(
    "bought brought built chosen done drawn driven flown found given held kept known led left lent lost made met "
    "paid run seen sent shown sold spent spoken taken taught told won written"
)
#: Verbs whose past form says what the subject did, never what was done to it: "acted in".
_NEVER_PASSIVE = _set(
    "act appear apply arrive belong depart depend graduate happen live occur participate reside stay study travel "
    "work"
)
#: Base forms that name a relation as verbs: "own", "report to".
_VERBS = _set(
    "affect belong cause connect contain cover depend employ follow handle include know lead manage need operate "
    "own produce provide refer relate replace report require serve supply support treat use visit work"
)
_SOUNDS_LIKE_A_CONSONANT = re.compile(r"(?:uni|use|usu|eu|one\b|ut|u\b)")


def a(noun: str) -> str:
    """A noun with its indefinite article."""
    vowel = noun[:1].lower() in "aeiou" and not _SOUNDS_LIKE_A_CONSONANT.match(noun.lower())
    return f"{'an' if vowel or noun.startswith('hour') else 'a'} {noun}"


def is_participle(word: str) -> bool:
    """Whether a word says what was done: "assigned", "built"."""
    return (word.endswith("ed") and len(word) > 3) or word in _PARTICIPLES


def is_past(word: str) -> bool:
    """Whether a participle says what the subject itself did: "acted"."""
    return is_participle(word) and lemma(word) in _NEVER_PASSIVE


def is_verb(word: str) -> bool:
    """Whether a word is a verb as it stands before an object: "operates", "own"."""
    third = word.endswith("s") and not word.endswith(("ss", "us", "is")) and lemma(word) != word
    return third or word in _VERBS


def verb(words: Sequence[str], *, many: bool, past: bool = False) -> str:
    """A verb phrase in the number of its subject: "depart from", "departs from"."""
    first, rest = words[0], list(words[1:])
    if past:
        return " ".join([first, *rest])
    base = lemma(first) if first not in _VERBS else first
    return " ".join([base if many else third_person(base), *rest])


def not_verb(words: Sequence[str], *, many: bool, past: bool = False) -> str:
    """The same denied: "do not depart from"."""
    base = lemma(words[0]) if words[0] not in _VERBS else words[0]
    return " ".join(["did" if past else "do" if many else "does", "not", base, *words[1:]])


def third_person(base: str) -> str:
    """The form after "it": operates, supplies, does."""
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}es" if base.endswith(("s", "x", "ch", "sh", "o")) else f"{base}s"


def be(*, many: bool) -> str:
    """ "are" or "is"."""
    return "are" if many else "is"


def listed(items: Sequence[str], word: str = "and") -> str:
    """Items in a row: "A", "A and B", "A, B and C"; with semicolons where an item has a comma of its own."""
    if len(items) < 2:
        return "".join(items)
    separator = "; " if any(re.search(r",(?!\d)", item) for item in items) else ", "
    last = f"{separator}{word} " if separator == "; " else f" {word} "
    return separator.join(items[:-1]) + last + items[-1]
