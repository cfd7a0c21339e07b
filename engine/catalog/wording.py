"""Schema names as people say them."""

from __future__ import annotations

from engine.catalog.words import AFFIXES, singular, split_name

#: Nouns that have one form, or none that is counted.
_SAME = frozenset(
    (
        "aircraft",
        "data",
        "equipment",
        "feedback",
        "hardware",
        "information",
        "metadata",
        "news",
        "series",
        "software",
        "species",
        "staff",
        "telemetry",
    )
)
_IRREGULAR = {"person": "people", "child": "children", "man": "men", "woman": "women", "criterion": "criteria"}


def words(name: str) -> str:
    """The words of a schema name: ``configurationItem`` is "configuration item"."""
    return " ".join(split_name(name))


def bare(name: str) -> str:
    """A time property without its affixes: ``createdAt`` is "created"."""
    return " ".join(word for word in split_name(name) if word not in AFFIXES)


def noun(label: str, count: float = 2) -> str:
    """A label as a noun, in the number that goes with ``count``."""
    return one(words(label)) if count == 1 else plural(words(label))


def one(said: str) -> str:
    """A noun in the singular: a label may be a plural (``symptoms``)."""
    before, _, last = said.rpartition(" ")
    return f"{before} {last if last in _SAME else singular(last)}".strip()


def plural(said: str) -> str:
    """A noun in the plural: the word before "of" where it has one ("head of state" - "heads of state")."""
    parts = said.split()
    if len(parts) > 1 and said.endswith("ed"):  # "language used"
        return " ".join([_plural(parts[0]), *parts[1:]])
    first, of, rest = said.partition(" of ")
    before, _, last = first.rpartition(" ")
    return f"{before} {_plural(last)}{of}{rest}".strip()


def _plural(word: str) -> str:
    if word in _SAME or word[-1:].isdigit() or word != singular(word):
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    if word.endswith("is") and len(word) > 4:
        return f"{word[:-2]}es"
    return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"
