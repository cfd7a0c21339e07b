"""Pass 5: answered only if every word was placed and one reading stands clear; else choices, or a refusal."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.agent.offline import vocabulary as v
from engine.agent.offline.advice import states
from engine.agent.offline.interpret import parses
from engine.agent.offline.links import Lattice
from engine.agent.offline.mentions import no_texts
from engine.agent.offline.reading import Params, Parse, Reading, Rewrite
from engine.agent.offline.scene import Scene, TooHard, spoken
from engine.agent.offline.shapes import phrase
from engine.agent.offline.telling.asked import question
from engine.agent.offline.telling.grammar import listed
from engine.agent.offline.telling.wording import Wording
from engine.agent.offline.textual import amounts_as_text
from engine.agent.offline.tidying import tidied
from engine.agent.offline.twins import untwinned
from engine.agent.offline.unfinished import by_time, counted_in, left_out
from engine.agent.offline.weigh import clear
from engine.catalog.entries import LabelName
from engine.catalog.wording import noun
from engine.operators.params import Aggregate

MOST_CHOICES = 6
_VERBS = v.LIGHT_VERBS | v.START_VERBS | v.END_VERBS | v.MEETING | v.MISSING | v.DEEDS
_CLEAR = 0.2  # how much cheaper the chosen reading must be than the next


def conclude(s: Scene, notes: Sequence[str], again: Callable[[str], Reading]) -> Reading:
    """The reading of a question. ``again`` reads a rewritten one, to check that a choice would be answered."""
    try:
        found = parses(s)
    except TooHard:
        return _declined("This question has too many possible readings.", ())
    if not found:
        return _not_placed(s)
    schema = s.catalog.schema
    near = [parse for parse in found if parse.cost < found[0].cost + _CLEAR]
    near = distinct([replace(parse, params=tidied(parse.params, schema)) for parse in near])
    if len(near) > 1:
        near = clear(untwinned(near, s.catalog), s.catalog)
    other = by_time(near[0], s) if len(near) == 1 else None
    if other is not None:
        near = [near[0], other]
    if len(near) == 1:
        best = near[0]
        told = dict.fromkeys((*notes, *best.notes, *left_out(best, s), *counted_in(best, s)))
        return Reading("answered", best.params, best.style, tuple(told))
    choices = _choices(s, near, again)
    if len(choices) < 2:
        return _declined(_several(s, near), ())
    return Reading(
        "clarify", text="This can be read in more than one way. Which one do you mean?", choices=choices
    )


def distinct(found: Sequence[Parse]) -> list[Parse]:
    """One parse for each operator call, the cheapest."""
    kept: dict[str, Parse] = {}
    for parse in found:
        kept.setdefault(same(parse.params), parse)
    return list(kept.values())


def same(params: Params) -> str:
    """A text that is equal for calls that ask the same: the order of filters does not count."""
    return json.dumps(_sorted(params.model_dump(mode="json")), sort_keys=True)


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        return {
            key: sorted((_sorted(item) for item in inner), key=lambda item: json.dumps(item, sort_keys=True))
            if key in ("filters", "share_of", "where") and isinstance(inner, list)
            else _sorted(inner)
            for key, inner in value.items()
        }
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def _choices(s: Scene, near: Sequence[Parse], again: Callable[[str], Reading]) -> tuple[str, ...]:
    """The readings as full questions, each of which reads clearly as what it stands for.

    In plain words where those are read so, else in the question's own with what is meant said outright.
    """
    shared = set.intersection(*(set(parse.rewrites) for parse in near))
    choices: dict[str, None] = {}
    for parse in near[:MOST_CHOICES]:
        own = rewritten(s.lat.text, [r for r in parse.rewrites if r not in shared])
        for told in (question(Wording(s.catalog), parse.params), own if own != s.lat.text else ""):
            reading = again(told) if told else None
            if reading and reading.params is not None and same(reading.params) == same(parse.params):
                choices[told] = None
                break
    return tuple(choices)


def _several(s: Scene, near: Sequence[Parse]) -> str:
    """That a question has several readings, named in words, though none of these would be read again as it."""
    said = list(dict.fromkeys(filter(None, (_in_words(s, parse.params) for parse in near))))
    if len(said) < len(near) or len(said) > MOST_CHOICES:
        return "This question can be read in several ways, and I cannot tell which one is meant."
    ways = listed(said, "or")
    stop = "" if ways.endswith('?"') else "."
    return f"This question can be read in several ways: {ways}{stop} Say in full which one is meant."


def _in_words(s: Scene, params: Params) -> str:
    w = Wording(s.catalog)
    if isinstance(params, Aggregate) and len(params.group_by) == 1:
        ref = params.group_by[0].ref
        ways = f" ({' '.join(spoken(hop.edge) for hop in ref.path)})" if ref.path else ""
        key = noun(w.end(params.label, ref.path), 1) if ref.path else spoken(ref.property)
        return f"{w.some(params.label, params.filters)} by {key}{ways}"
    said = question(w, params)
    return f'"{said}"' if said else ""


def rewritten(text: str, rewrites: Sequence[Rewrite]) -> str:
    """The question with spans replaced, last first; overlapping replacements are left out."""
    start = len(text) + 1
    for rewrite in sorted(dict.fromkeys(rewrites), key=lambda r: (-r.end, -r.start)):
        if rewrite.end <= start:
            text = text[: rewrite.start] + rewrite.text + text[rewrite.end :]
            start = rewrite.start
    return text


def _declined(text: str, unplaced: Sequence[str]) -> Reading:
    return Reading("declined", text=text, unplaced=tuple(unplaced))


def _not_placed(s: Scene) -> Reading:
    if s.lat.refused:
        start, (end, reason) = next(iter(s.lat.refused.items()))
        words = s.lat.text[s.lat.tokens[start].start : s.lat.tokens[end - 1].end]
        return _declined(f'I cannot read "{words}" as a window of time: {reason}.', (words,))
    alike = next((t.text for t in s.lat.tokens if t.low in v.ALIKE), "")
    if alike:
        why = f'"{alike}" is not read without a model: name what they have in common, a category or a word.'
        return _declined(why, (alike,))
    why = amounts_as_text(s) or no_texts(s)
    if why:
        return _declined(why, ())
    unknown = _unknown(s.lat) or _superfluous(s)
    if unknown:
        words = ", ".join(f'"{word}"' for word in unknown)
        known = next((e.label for n in range(len(s.lat)) for _, e in s.lat.at(n, LabelName)), "")
        more = states(s.catalog, known, unknown) if known else ""
        why = f"I could not place {words} in this question, so I would rather not guess.{more}"
        return _declined(why, unknown)
    content = [token.text for token in s.lat.tokens if token.low not in v.GLUE and token.kind != "symbol"]
    return _declined("I know these words, but cannot read them together as one question.", content[:12])


def _unknown(lat: Lattice) -> list[str]:
    """Words that name nothing in the graph and that no pass reads."""
    covered = {n for link in (x for group in lat.links for x in group) for n in range(link.start, link.end)}
    for table in (lat.windows,):
        covered |= {n for start, found in table.items() for _, end in found for n in range(start, end)}
    covered |= {n for start, (_, end) in lat.numbers.items() for n in range(start, end)}
    words = [
        token.text
        for n, token in enumerate(lat.tokens)
        if n not in covered and token.low not in v.KNOWN | v.OFTEN_NAMES and token.lemma not in _VERBS
    ]
    return list(dict.fromkeys(words))


def _superfluous(s: Scene) -> list[str]:
    """The words without which the question could be read: they are what stands in the way."""
    size = len(s.lat)
    if size > 25:
        return []
    asking = phrase(s.lat, 0, v.LIST) or 0  # what is asked for is not in the way of itself
    for width in (1, 2):
        for n in range(asking, size - width + 1):
            if all(s.lat.low(n + k) in v.GLUE for k in range(width)):
                continue
            rest = [k for k in range(size) if not n <= k < n + width]
            inner = Scene(s.lat.arranged(rest), s.catalog, s.paths, s.now)
            try:
                if parses(inner):
                    return [s.lat.tokens[n + k].text for k in range(width)]
            except TooHard:
                return []
    return []
