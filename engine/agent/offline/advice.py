"""What to write instead of a question that leans on another, or compares the days of two times."""

from __future__ import annotations

import re

from engine.agent.offline import vocabulary as v
from engine.catalog.catalog import Catalog
from engine.catalog.wording import noun, words
from engine.catalog.words import lemma, split_name

_SAME = re.compile(r"\b(?:(?:on|in|within|during)\s+)?(?:the\s+)?(?:very\s+)?same\s+(hour|day|week|month)\b", re.I)
_WITHIN = {"hour": "1 hour", "day": "24 hours", "week": "7 days", "month": "30 days"}
_THOSE = re.compile(r"\b(?:of\s+)?(?:those|these|them|the same ones)\b", re.I)
_AND = re.compile(r"^(?:and|so|but|ok)[\s,]+", re.I)


def instead(text: str, catalog: Catalog) -> tuple[str, str]:
    """Why a question is not read where the usual reason does not fit, and one that says the same outright.

    Either is empty where there is none.
    """
    same = _SAME.search(text)
    if same:
        unit = same[1].lower()
        why = f"I do not tell whether two times fall in the same {unit}, only how long it is between them."
        return why, _SAME.sub(f"within {_WITHIN[unit]}", text)
    case = catalog.profile.case_label
    if case in catalog.schema.vertices and _THOSE.search(text):
        return "", _AND.sub("", _THOSE.sub(noun(str(case)), text))
    return "", ""


def states(catalog: Catalog, label: str, unknown: list[str]) -> str:
    """Which states there are, where words that could not be placed say how things stand: "active", "closed"."""
    if not any(lemma(word.lower()) in v.UNFINISHED | v.END_VERBS | v.STATES for word in unknown):
        return ""
    private = catalog.profile.private_properties
    for prop in catalog.schema.vertices[label].properties.values():
        if v.STATING & set(split_name(prop.name)) and prop.values and prop.name not in private:
            known = ", ".join(str(value) for value, *_ in prop.values[:12])
            return f" The {words(prop.name)} of {noun(label)} is one of: {known}."
    return f" Nothing says the state of {noun(label)}."
