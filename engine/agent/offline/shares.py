"""Shares of a whole: "what percentage of X are Y", "Y rate per Z"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import ends, starts
from engine.agent.offline.groups import Tail, tails
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, phrase
from engine.catalog.entries import EdgeName
from engine.operators.params import Aggregate, Condition, Filter, GroupBy

_AUXILIARY = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "do",
        "does",
        "did",
        "have",
        "has",
        "had",
        "that",
        "which",
        "who",
        "whose",
        "got",
        "get",
        "made",
        "can",
        "could",
    ]
)
_VERBS = (v.MEETING - {"in", "within"}) | v.MISSING | v.LIGHT_VERBS | v.START_VERBS | v.END_VERBS
_TIME_OPS = frozenset({"between", "lt", "gte", "lte", "gt"})


def shares(s: Scene) -> Iterator[Parse]:
    """ "What percentage of X are Y": the share of those among these."""
    for i in starts(s):
        yield from _as_a_share(s, i)
        end = phrase(s.lat, i, v.SHARE)
        if end is None:
            continue
        for noun in nouns.phrases(s, end):
            yield from _share(s, noun)


def _as_a_share(s: Scene, i: int) -> Iterator[Parse]:
    """ "Lost X as a percentage of all X": those among these."""
    for asked in nouns.phrases(s, i):
        at = articles(s.lat, asked.end + 1)
        whole = asked.part.filters and s.lat.low(asked.end) == "as" and s.lat.low(at) in v.RATES
        for noun in nouns.phrases(s, at + 2, asked.label) if whole and s.lat.low(at + 1) == "of" else ():
            for tail in ends(s, noun.label, noun.part):
                base = noun.part.then(tail.part)
                params = Aggregate(
                    label=noun.label, filters=asked.part.filters + base.filters, share_of=base.filters,
                    group_by=tail.by,
                )  # fmt: skip
                cost = 1 + asked.part.cost + base.cost
                yield Parse(
                    params, "share", cost, asked.part.notes + base.notes, asked.part.rewrites + base.rewrites
                )


def rates(s: Scene) -> Iterator[Parse]:
    """ "Escalated percentage per category": the predicate said before the word for a share."""
    for i in starts(s):
        for p in range(i + 1, len(s.lat)):
            if s.lat.low(p) in v.RATES:
                yield from _rate(s, i, p)


def _rate(s: Scene, i: int, p: int) -> Iterator[Parse]:
    for label, asked, tail in rate_said(s, i, p):
        base = tail.part
        params = Aggregate(
            label=label, filters=asked.filters + base.filters, share_of=base.filters, group_by=tail.by
        )
        yield Parse(params, "share", 2 + asked.cost + base.cost, asked.notes + base.notes, base.rewrites)


def rate_said(s: Scene, i: int, p: int) -> Iterator[tuple[str, Part, Tail]]:
    """The predicate said from ``i`` to the word for a share at ``p``, and the whole behind it.

    Of what nothing names, the graph's cases; else the one label whose own property the predicate is of.
    """
    after = p + 1 + (s.lat.low(p + 1) == "of")
    wholes = [(noun.label, noun.part) for noun in nouns.phrases(s, after)] if after > p + 1 else []
    case = str(s.catalog.profile.case_label)
    for label in s.catalog.schema.vertices:
        extra = 0.0 if label == case else 1.0
        wholes += [(label, replace(part, cost=part.cost + extra)) for part in m.modifiers(s, label, p + 1)]
    for label, whole in wholes:
        for asked in m.modifiers(s, label, i, limit=p, plain=True):
            met = asked.end == p - 1 and s.lat.base(asked.end) in v.MEETING  # "SLA met percentage"
            if not asked.filters or (asked.end != p and not met) or (label != case and not _own(asked.filters)):
                continue
            for tail in ends(s, label, whole):
                yield label, asked, replace(tail, part=whole.then(tail.part))


def _own(filters: tuple[Filter, ...]) -> bool:
    """Whether filters are on the things themselves."""
    return not any(getattr(item, "path", ()) for item in filters)


def _share(s: Scene, noun: nouns.Noun) -> Iterator[Parse]:
    base = noun.part
    for whole, within, by in _all_asked(s, noun):
        params = Aggregate(label=noun.label, filters=whole.filters, share_of=within, group_by=by)
        yield Parse(params, "share", whole.cost + 2, whole.notes, whole.rewrites)
    if s.lat.low(base.end) not in _AUXILIARY and not _predicates(s, noun.label, base.end):
        return
    for tail in tails(s, noun.label, base.end, base.clock):
        within, rest = _split_times(s, noun.label, tail.part.filters)
        if not rest:
            continue
        whole = base.then(tail.part)
        params = Aggregate(
            label=noun.label,
            filters=base.filters + tail.part.filters,
            share_of=base.filters + within,
            group_by=tail.by,
        )
        # The fewer filters the whole has, the more stands in the predicate: the noun's own stay with the noun.
        yield Parse(params, "share", whole.cost, whole.notes, whole.rewrites)


def _all_asked(s: Scene, noun: nouns.Noun) -> Iterator[tuple[Part, tuple[Filter, ...], tuple[GroupBy, ...]]]:
    """ "Share of phone loans": all but windows of time is the predicate: (everything said, windows, groups)."""
    base = noun.part
    verbs = (n for n in range(noun.noun_end + 1, base.end) if _predicates(s, noun.label, n))
    for tail in ends(s, noun.label, base) if base.filters and not any(verbs) else ():
        whole = base.then(tail.part)
        within, rest = _split_times(s, noun.label, whole.filters)
        if rest and not _split_times(s, noun.label, tail.part.filters)[1]:
            yield whole, within, tail.by


def said_of_whole(s: Scene, noun: nouns.Noun) -> Iterator[tuple[Part, tuple[Filter, ...]]]:
    """A noun that says both a whole and what is asked about in it, to the question's end: (asked, the whole's)."""
    for whole, within, by in _all_asked(s, noun):
        if not by:
            rest = tuple(item for item in whole.filters if item not in within)
            yield replace(whole, filters=rest), within


def _predicates(s: Scene, label: str, i: int) -> bool:
    """Whether a word is the verb of the sentence: what is before it is the whole, what follows is asked about."""
    if s.lat.low(i - 1) in ("that", "which", "who", "whose", "to"):
        return False
    verb = any(entry.form == "verb" for _, entry in s.lat.at(i, EdgeName))
    return s.lat.low(i) in v.SENTENCE_VERBS or (s.lat.base(i) in _VERBS and not s.lat.links[i]) or verb


def _split_times(
    s: Scene, label: str, filters: tuple[Filter, ...]
) -> tuple[tuple[Filter, ...], tuple[Filter, ...]]:
    """Windows on the label's own time bound the whole; everything else is what is asked about."""
    times = s.start_time(label)

    def is_time(item: Filter) -> bool:
        return isinstance(item, Condition) and not item.path and item.property in times and item.op in _TIME_OPS

    return tuple(f for f in filters if is_time(f)), tuple(f for f in filters if not is_time(f))
