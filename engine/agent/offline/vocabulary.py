"""The closed lists of English that the reader knows, from ``english.toml``. None names anything of any graph."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib import resources
from typing import Any

Phrase = tuple[str, ...]
Phrases = dict[str, tuple[Phrase, ...]]  # by their first word, longest first


def by_first(phrases: Iterable[Phrase]) -> Phrases:
    """Phrases in the form in which they are looked for."""
    table: dict[str, list[Phrase]] = {}
    for phrase in sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase)):
        table.setdefault(phrase[0], []).append(phrase)
    return {first: tuple(found) for first, found in table.items()}


def _split(text: str) -> list[Phrase]:
    return [tuple(part.split()) for part in text.split("|")]


def _turned(table: dict[str, str]) -> dict[Phrase, str]:
    """Phrase to meaning, of a table from meaning to phrases."""
    return {phrase: meaning for meaning, text in table.items() for phrase in _split(text)}


def _single(table: dict[str, str]) -> dict[str, str]:
    return {" ".join(phrase): meaning for phrase, meaning in _turned(table).items()}


def _truth(table: dict[str, str]) -> dict[str, bool]:
    return {word: meaning == "true" for word, meaning in _single(table).items()}


_FILE: dict[str, Any] = tomllib.loads(resources.files(__package__).joinpath("english.toml").read_text("utf-8"))
_WORDS = {name: frozenset(text.split()) for name, text in _FILE["words"].items()}
_PHRASES = {name: by_first(_split(text)) for name, text in _FILE["phrases"].items()}

GLUE = _WORDS["glue"]
LIGHT_VERBS = _WORDS["light_verbs"]
DISTINCT = _WORDS["distinct"]
FREQUENT = _WORDS["frequent"]
OR = _WORDS["or"]
RATES = _WORDS["rates"]
BEFORE_WINDOW = _WORDS["before_window"]
START_VERBS = _WORDS["start_verbs"]
END_VERBS = _WORDS["end_verbs"]
NO_END = _WORDS["no_end"]
UNDER_WAY = _WORDS["under_way"]
UNFINISHED = _WORDS["unfinished"]
STATES, STATING = _WORDS["states"], _WORDS["stating"]
ALIKE = _WORDS["alike"]
MENDING, REMEDIES = _WORDS["mending"], _WORDS["remedies"]
RANKING = _WORDS["ranking"]
TAKING = _WORDS["taking"]
KEEPING = _WORDS["keeping"]
SENTENCE_VERBS = _WORDS["sentence_verbs"]
ASKING_VERBS = _WORDS["asking_verbs"]
EARLIER = _WORDS["earlier"]
WRITE_VERBS = _WORDS["write_verbs"]
MEETING = _WORDS["meeting"]
MISSING = _WORDS["missing"]
CLASSING = _WORDS["classing"]
PLACES = _WORDS["places"]
ANYONE = _WORDS["anyone"]

POLITE_START = _PHRASES["polite_start"]
POLITE_END = _PHRASES["polite_end"]
COUNT = _PHRASES["count"]
SHARE = _PHRASES["share"]
LIST = _PHRASES["list"]
EXISTS = _PHRASES["exists"]
PER = _PHRASES["per"]
MOST = _PHRASES["most"]
MOST_OFTEN = _PHRASES["most_often"]
LEAST = _PHRASES["least"]
NEGATION = _PHRASES["negation"]
COUNT_LAST = _PHRASES["count_last"]
RANKED_BY = _PHRASES["ranked_by"]
TREND = _PHRASES["trend"]
TRENDING = _PHRASES["trending"]
IN_TOTAL = _PHRASES["in_total"]
ON_AVERAGE = _PHRASES["on_average"]
HOW_LONG = _PHRASES["how_long"]
WHEN = _PHRASES["when"]
MENTION = _PHRASES["mention"]
WORDING = _PHRASES["wording"]
HOLDING = _PHRASES["holding"]

COMPARED: dict[Phrase, Any] = {**_turned(_FILE["comparisons"])}  # the operator of each phrase
COMPARISONS = by_first(COMPARED)
AFTER_NUMBER: dict[Phrase, Any] = {**_turned(_FILE["after_number"])}
AFTER = by_first(AFTER_NUMBER)
TIMES = {word: int(amount) for word, amount in _single(_FILE["times"]).items()}
AGGREGATES: dict[str, Any] = _single(_FILE["aggregates"])
BY_TIME = _truth(_FILE["by_time"])
BY_LENGTH = _truth(_FILE["by_length"])
BY_AMOUNT = _truth(_FILE["by_amount"])
BY_QUALITY = _truth(_FILE["by_quality"])
BUSY = _truth(_FILE["busy"])
TOP = _truth(_FILE["top"])
UNITS: dict[str, Any] = _single(_FILE["units"])
UNIT_NAMES = _single(_FILE["unit_names"])
BUCKETS: dict[str, Any] = _single(_FILE["buckets"])
BUCKET_PHRASES: dict[Phrase, Any] = {**_turned(_FILE["bucket_phrases"])}
BUCKETS_BY_FIRST = by_first(BUCKET_PHRASES)
QUALITIES: dict[str, dict[str, Any]] = _FILE["qualities"]
TIME_NOUNS: dict[str, frozenset[str]] = {
    verb: frozenset(noun for noun, verbs in _FILE["time_nouns"].items() if verb in verbs.split())
    for verbs in _FILE["time_nouns"].values()
    for verb in verbs.split()
}
WHOLE_TIME = frozenset(_FILE["whole_time"]["words"].split())
MEAN_TIMES = frozenset(_FILE["whole_time"]["mean"].split())
REPAIRING = frozenset(_FILE["whole_time"]["repairing"].split())

_DEEDS, _PEOPLE = _FILE["deeds"], _FILE["people"]
PLAIN_DEEDS = frozenset(_DEEDS["plain"].split())
WIDE_DEEDS = frozenset(_DEEDS["wide"].split())
TRADES = tuple(frozenset(line.split()) for line in _DEEDS["kin"].strip().splitlines())
DEEDS = PLAIN_DEEDS.union(*TRADES)
GIVING_DEEDS, TAKING_DEEDS = frozenset(_DEEDS["giving"].split()), frozenset(_DEEDS["taking"].split())
PARTICLES = frozenset(_split(_DEEDS["particles"]))
ATTENDING, UNDONE = frozenset(_DEEDS["attending"].split()), frozenset(_DEEDS["undone"].split())
GIVERS, TAKERS = frozenset(_PEOPLE["giving"].split()), frozenset(_PEOPLE["taking"].split())
ROLES = frozenset(_PEOPLE["roles"].split())
PEOPLE = GIVERS | TAKERS | frozenset(_PEOPLE["either"].split())

#: Of the words that are read, those that are as often names.
OFTEN_NAMES = _WORDS["nouns"]
#: Words that are read in a place of their own: never a misspelling, never a part of a name.
KNOWN = (
    frozenset(
        {
            word
            for name in ("read", "glue", "distinct", "frequent", "or", "anyone", "more", "ranking")
            for word in _WORDS[name]
        }
        | {*BUSY, *TOP, *AGGREGATES, *BY_TIME, *BY_LENGTH, *BY_AMOUNT, *BUCKETS, *TIMES}
        | {word for table in _PHRASES.values() for found in table.values() for phrase in found for word in phrase}
        | {word for phrase in COMPARED for word in phrase}
    )
    - _WORDS["nouns"]
)
