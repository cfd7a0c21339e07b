"""A traversal read back in English. Deterministic, and built so that it cannot leave a step out.

Every step becomes a phrase: the common ones in words, any other as its own Gremlin text. Filters join the noun
they limit. A query of one noun and one ending becomes one short sentence; longer ones become "Takes …; …; …".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.gremlin.conditions import FILTERS, clause, noun
from engine.gremlin.phrases import listed, value_phrase
from engine.gremlin.readings import PHRASES, Reading, code
from engine.gremlin.shapes import strings
from engine.gremlin.tree import Step, Traversal

_MODULATORS = frozenset({"by", "times", "until", "emit", "option", "from", "to", "with"})
_MOVES: dict[str, tuple[str, str]] = {
    "out": ("follows outgoing {} to", "vertex"),
    "in": ("follows incoming {} back to", "vertex"),
    "both": ("follows {} in either direction to", "vertex"),
    "outE": ("takes their outgoing {}:", "edge"),
    "inE": ("takes their incoming {}:", "edge"),
    "bothE": ("takes their {} in either direction:", "edge"),
    "inV": ("goes to where these point:", "vertex"),
    "outV": ("goes to where these come from:", "vertex"),
    "otherV": ("goes to their other ends:", "vertex"),
    "bothV": ("goes to both their ends:", "vertex"),
}


class _Part(NamedTuple):
    """One phrase: a noun that the query starts from, or something it does."""

    phrase: str
    is_noun: bool = False


def explain(traversal: Traversal) -> str:
    """What the traversal does, in one or a few English clauses. Never raises for a traversal with steps."""
    parts = _parts(traversal.steps)
    ending = _terminal(traversal.terminal)
    first = parts[0]
    if not first.is_noun:
        return _sentence("; ".join([part.phrase for part in parts]) + ending)
    if len(parts) == 1:
        return _sentence(f"lists {first.phrase}{ending}")
    if len(parts) == 2 and "them" in parts[1].phrase.split():
        counted, each, rest = parts[1].phrase.partition("counts them for each ")
        phrase = f"counts, for each {rest}, them" if each and not counted else parts[1].phrase
        return _sentence(phrase.replace("them", first.phrase, 1) + ending)
    return _sentence(f"takes {first.phrase}; " + "; ".join([part.phrase for part in parts[1:]]) + ending)


def sequence(traversal: Traversal) -> str:
    """An inner traversal as what it does to each element."""
    return ", then ".join([part.phrase for part in _parts(traversal.steps)])


def _sentence(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:] + "."


def _terminal(step: Step | None) -> str:
    if step is None or step.name in ("toList", "toBulkSet"):
        return ""
    words = {"toSet": "each result once", "hasNext": "only whether there is any result", "iterate": "no result"}
    if step.name in ("next", "tryNext"):
        number = value_phrase(step.args[0]) if step.args else "1"
        return f"; gives only the first {number} of the results"
    return f"; gives {words.get(step.name, step.name + '()')}"


def _parts(steps: tuple[Step, ...]) -> list[_Part]:
    parts: list[_Part] = []
    kind, index = "thing", 0
    while index < len(steps):
        step = steps[index]
        index += 1
        if step.name in ("V", "E") or step.name in _MOVES:
            filters, index = _taken(steps, index, FILTERS)
            kind = _MOVES[step.name][1] if step.name in _MOVES else "vertex" if step.name == "V" else "edge"
            if step.name in _MOVES:
                parts.append(_Part(f"{_move(step)} {noun(kind, filters)}"))
            elif parts:
                parts.append(_Part(f"for each, starts again at {_start(step, kind, filters)}"))
            else:
                parts.append(_Part(_start(step, kind, filters), True))
        elif step.name in FILTERS:
            filters, index = _taken(steps, index, FILTERS)
            parts.append(_Part("keeps those " + " and ".join([clause(one, kind) for one in (step, *filters)])))
        else:
            before: tuple[Step, ...] = ()
            if step.name in ("times", "until", "emit") and (found := _leading(steps, index)):
                before, step, index = (step, *steps[index : found - 1]), steps[found - 1], found
            modulators, index = _taken(steps, index, _MODULATORS)
            parts.append(_Part(_phrase(step, (*before, *modulators))))
            kind = "thing"
    return parts


def _leading(steps: tuple[Step, ...], index: int) -> int:
    """The index behind the ``repeat`` that a ``times``, ``until`` or ``emit`` before it belongs to, or 0."""
    while index < len(steps) and steps[index].name in ("times", "until", "emit"):
        index += 1
    return index + 1 if index < len(steps) and steps[index].name == "repeat" else 0


def _taken(steps: tuple[Step, ...], index: int, names: frozenset[str]) -> tuple[tuple[Step, ...], int]:
    end = index
    while end < len(steps) and steps[end].name in names and (steps[end].args or names is not FILTERS):
        end += 1
    return steps[index:end], end


def _move(step: Step) -> str:
    edges = listed(strings(step.args), "or")
    if len(strings(step.args)) != len(step.args):
        return f"{code(step)} to"
    phrase = _MOVES[step.name][0]
    if edges or "{}" not in phrase:
        return phrase.format(f"{edges} edges")
    return phrase.format("edges").replace("follows", "follows all").replace("their", "all their", 1)


def _start(step: Step, kind: str, filters: tuple[Step, ...]) -> str:
    if not step.args:
        return noun(kind, filters) if filters else f"all {'vertices' if kind == 'vertex' else 'edges'}"
    ids = f"with the id {listed(list(map(value_phrase, step.args)), 'or')}"
    return noun(kind, filters, ids=ids) if filters or len(step.args) > 1 else f"the {kind} {ids}"


def _phrase(step: Step, modulators: tuple[Step, ...]) -> str:
    make: Callable[[Reading], str] | None = PHRASES.get(step.name)
    known = make(Reading(step, modulators, sequence)) if make else ""
    return known or code(step, *modulators)
