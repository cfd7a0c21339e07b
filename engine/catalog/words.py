"""Words: how names and questions are cut into words, and the forms of a word that are held equal.

Domain-free: nothing here knows a graph. Base forms come from simplemma.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NOT_WORD = re.compile(r"[^\w]+|_+")
#: Endings by which forms of one word differ.
_DERIVED = frozenset(
    {"", "e", "ed", "ing", "ion", "ation", "ition", "ution", "ve", "ure", "al", "ment", "t", "ssion", "ery"}
)
#: One-word column affixes that say what kind of column it is, not what is in it.
AFFIXES = frozenset({"at", "on", "date", "time", "datetime", "timestamp", "ts", "dt"})
#: What simplemma leaves or gets wrong.
_IRREGULAR = {"people": "person", "persons": "person", "fixed": "fix"}
# British past forms double an l after an unstressed syllable: cancelled, travelling; but spelled, retold, resold.
_DOUBLED = re.compile(r"[aeiou].*(?<!sp)(?<!t)(?<!s)ell$")
_PREFIXES = frozenset({"u", "x", "is", "has", "the"})
#: Words before a noun that carry no meaning of their own.
ARTICLES = frozenset({"a", "an", "the"})


@lru_cache(maxsize=50_000)
def split_name(name: str) -> tuple[str, ...]:
    """A schema name's words, lower case: ``assignmentGroup``, ``assignment_group`` -> (assignment, group).

    A leading ``u``/``x``/``is`` of a column naming scheme is dropped when words are left.
    """
    words = [part.casefold() for part in _NOT_WORD.split(_CAMEL.sub(" ", name)) if part]
    while len(words) > 1 and words[0] in _PREFIXES and words[0] not in {"has", "the"}:
        words = words[1:]
    return tuple(words)


def fold(text: str) -> str:
    """Case and accents folded: the form in which values are compared."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()


@lru_cache(maxsize=50_000)
def lemma(word: str) -> str:
    """The base form of one lower-case English word (simplemma), identity for what it does not know."""
    import simplemma  # late: loading its dictionary takes a third of a second

    if not word.isalpha() or word in _IRREGULAR:
        return _IRREGULAR.get(word, word)
    base = str(simplemma.lemmatize(word, "en")).casefold()
    if word.endswith(("lled", "lling")) and _DOUBLED.search(base):
        return base[:-1]
    return singular(word) if base == word else base


@lru_cache(maxsize=50_000)
def is_english(word: str) -> bool:
    """Whether the dictionary knows the word: such a word is never taken for a misspelling."""
    import simplemma

    return bool(simplemma.is_known(word, "en"))


@lru_cache(maxsize=50_000)
def singular(word: str) -> str:
    """A cheap singular, for names by the ten thousand: ``categories`` -> ``category``."""
    if len(word) < 4 or not word.isalpha() or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def same_root(one: str, other: str) -> bool:
    """Whether two words are forms of one: resolve/resolution, close/closure, assign/assignment."""
    a, b = lemma(one), lemma(other)
    if a == b:
        return True
    common = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    if common < 4 or common < min(len(a), len(b)) - 2:
        return False
    return a[common:] in _DERIVED and b[common:] in _DERIVED


def tokens_of(text: str) -> tuple[str, ...]:
    """The words of a value as a question would hold them, folded: ``Wi-Fi (5 GHz)`` -> (wi, fi, 5, ghz)."""
    return tuple(part for part in _NOT_WORD.split(fold(text)) if part)
