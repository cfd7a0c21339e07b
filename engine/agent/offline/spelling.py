"""Misspelt words, other spellings, ``un-`` words and "account for", put as the graph says them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.agent.offline.tokens import Token
from engine.agent.offline.vocabulary import KNOWN
from engine.catalog.catalog import Catalog
from engine.catalog.words import is_english

_NEGATING = ("non", "un", "in", "dis")
# Two words that say no more than "have": "which team accounts for the most cases".
_HAVING = {
    **dict.fromkeys([("account", "for"), ("make", "up")], "have"),
    **dict.fromkeys([("accounts", "for"), ("makes", "up")], "has"),
    **dict.fromkeys([("accounted", "for"), ("made", "up")], "had"),
}


def correct(items: tuple[Token, ...], catalog: Catalog) -> tuple[tuple[Token, ...], list[str]]:
    """Misspelt words replaced by the one word they can stand for, ``unresolved`` cut in two; and what was."""
    notes: list[str] = []
    fixed: list[Token] = []
    vocabulary: list[str] | None = None
    items = tuple(_having(items))
    for n, token in enumerate(items):
        low = token.low
        if low == "non" and n + 1 < len(items) and not catalog.values.get((low, items[n + 1].low)):
            fixed.append(replace(token, low="not"))
            continue
        if token.kind != "word" or len(low) < 5 or not low.isalpha() or _known(token, catalog):
            fixed.append(token)
            continue
        if (split := _negated(token, catalog)) is not None:
            fixed += split
            continue
        if vocabulary is None:
            vocabulary = sorted(word for word in catalog.words() | KNOWN if len(word) > 3 and word.isalpha())
        near = _respelt(low, vocabulary) if is_english(low) else _nearest(low, vocabulary)
        if near:
            notes.append(f'"{token.text}" was read as {near}.')
            plural = "s" if low.endswith("s") and not near.endswith("s") else ""  # a misspelt one is still one
            fixed.append(replace(token, low=near + plural, corrected=token.text))
        else:
            fixed.append(token)
    return tuple(fixed), notes


def _having(items: tuple[Token, ...]) -> Iterator[Token]:
    """The tokens, with "have" in the place of what says no more; "made up of" says what something consists of."""
    low = [token.low for token in items]
    n = 0
    while n < len(items):
        have = _HAVING.get((low[n], *low[n + 1 : n + 2]))  # type: ignore[arg-type]
        if have and low[n + 2 : n + 3] != ["of"]:
            yield replace(items[n], low=have, end=items[n + 1].end)
            n += 2
        else:
            yield items[n]
            n += 1


def _respelt(word: str, vocabulary: Sequence[str]) -> str:
    """The other English spelling of a word, where the graph has it: canceled/cancelled, harbor/harbour."""
    plain = _spelling(word)
    return next((other for other in vocabulary if other != word and _spelling(other) == plain), "")


def _spelling(word: str) -> str:
    return word.replace("our", "or").replace("ll", "l").replace("ise", "ize").replace("isa", "iza")


def _known(token: Token, catalog: Catalog) -> bool:
    words = catalog.lexicon.words
    return token.low in KNOWN or token.low in words or token.lemma in words or token.low in catalog.values.words


def _negated(token: Token, catalog: Catalog) -> list[Token] | None:
    """``unresolved`` -> not, resolved: where the rest names something and the whole does not."""
    for prefix in _NEGATING:
        rest = token.low.removeprefix(prefix)
        if rest != token.low and len(rest) > 3:
            plain = replace(token, low=rest)
            if plain.lemma in catalog.lexicon.words or rest in catalog.values.words:
                return [replace(token, low="not"), plain]
    return None


def _nearest(word: str, vocabulary: Sequence[str]) -> str:
    """The one word a misspelling can stand for: one slip (two in long words), no other as near."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    most = 2 if len(word) >= 9 else 1
    for form in dict.fromkeys((word, word.removesuffix("s"))):
        hits = extract(form, vocabulary, scorer=OSA.distance, score_cutoff=most, limit=2)
        if hits and (len(hits) == 1 or hits[0][1] < hits[1][1]):
            return str(hits[0][0])
    return ""
