"""A traversal read back in English. Deterministic, and built so that it cannot leave a step out.

A traversal is read as one noun for as long as a noun can say it (english/nouns.py, english/cuts.py), then as what
is done with it (english/groups.py, english/actions.py). What has no words is shown as its own Gremlin text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.gremlin.english.actions import MOVES, move, phrase
from engine.gremlin.english.cuts import cut, is_ordered
from engine.gremlin.english.endings import final
from engine.gremlin.english.filters import clause, noun, taken, together
from engine.gremlin.english.groups import grouped
from engine.gremlin.english.making import starts_with
from engine.gremlin.english.nouns import MODULATORS, Noun, inner_noun, read
from engine.gremlin.english.reading import Reading
from engine.gremlin.english.values import listed, value_phrase
from engine.gremlin.shapes import FILTERS, infix_prefixed, strings
from engine.gremlin.tree import Predicate, Step, Traversal, Value

_BLURRING = MOVES.keys() | {"order", "local"}
"""Steps behind which an order said before would seem to be theirs."""


def explain(traversal: Traversal) -> str:
    """What the traversal does, in one or a few English clauses. Never raises for a traversal with steps."""
    steps = traversal.steps
    said: list[str] = []
    index = 0
    if steps[0].name in ("V", "E"):
        said, index = _opening(steps)
    elif steps[0].name == "inject" and (begun := starts_with(steps[0])):
        said, index = [begun], 1
    said += _actions(steps, index)
    text = "; ".join(said) + _terminal(traversal.terminal)
    return text[:1].upper() + text[1:] + "."


def sequence(traversal: Traversal) -> str:
    """An inner traversal as what it does to each element."""
    found = inner_noun(traversal.steps)
    if found and found.text != "itself":
        return f"the {found.text}"
    return ", then ".join(_actions(traversal.steps, 0))


def _opening(steps: tuple[Step, ...]) -> tuple[list[str], int]:
    """What the query looks at, with the first thing done with it; and the index behind that."""
    filters, index = taken(steps, 1)
    joined = infix_prefixed(steps[1:])
    if joined and all(step.name in FILTERS for step in steps[1:]):
        filters, index = (joined,), len(steps)
    found = Noun(_start(steps[0], filters), silent=_silent(steps))
    while index < len(steps) and not (
        is_ordered(found) and steps[index].name in MOVES.keys() | {"order", "local"}
    ):
        group = grouped(found, steps, index)
        if group:
            return [group[0]], group[1]
        found, after = read(found, steps, index)
        if after == index:
            origin, after = cut(found, steps, index, sequence)
            if not origin:
                break
            found = Noun(origin, silent=found.silent)
        index = after
    if index == len(steps):
        return [f"lists {found}"], index
    step, modulators, after = _with_modulators(steps, index)
    done = final(found, step, modulators)
    return ([done], after) if done else ([f"takes {found}"], index)


def _start(step: Step, filters: Sequence[Step]) -> str:
    kind = "vertex" if step.name == "V" else "edge"
    if not step.args:
        return noun(kind, filters) if filters else f"all {'vertices' if kind == 'vertex' else 'edges'}"
    ids = f"with the id {listed(list(map(value_phrase, step.args)), 'or')}"
    found = noun(kind, filters, more=[ids])
    if len(step.args) > 1 or filters:
        return found
    return f"the {kind} {ids}"


def _silent(steps: Sequence[Step]) -> frozenset[str]:
    """The marks that only times between two moments go back to."""
    marks = {name for step in steps if step.name == "as" for name in strings(step.args)}
    return frozenset(marks - set(_names(steps))) if marks else frozenset()


def _names(steps: Sequence[Step]) -> Iterator[str]:
    for step in steps:
        if step.name not in ("as", "dateDiff"):
            for value in step.args:
                yield from _names_in(value)


def _names_in(value: Value) -> Iterator[str]:
    if isinstance(value, Traversal):
        yield from _names(value.steps)
    elif isinstance(value, Predicate):
        for operand in value.args:
            yield from _names_in(operand)
    else:
        yield from strings([value])


def _with_modulators(steps: Sequence[Step], index: int) -> tuple[Step, tuple[Step, ...], int]:
    end = index + 1
    while end < len(steps) and steps[end].name in MODULATORS:
        end += 1
    return steps[index], tuple(steps[index + 1 : end]), end


def _actions(steps: Sequence[Step], index: int) -> list[str]:
    """What is done with "them", one phrase for each step with its modulators."""
    parts: list[str] = []
    while index < len(steps):
        step = steps[index]
        filters, after = taken(steps, index)
        if filters:
            parts.append(f"keeps those {together([clause(each, 'thing') for each in filters])}")
        elif step.name in ("V", "E"):
            filters, after = taken(steps, index + 1)
            parts.append(f"{'for each, ' if parts else ''}starts at {_start(step, filters)}")
        elif step.name in MOVES:
            filters, after = taken(steps, index + 1)
            parts.append(move(step, filters))
        else:
            before = _leading(steps, index)
            step, modulators, after = _with_modulators(steps, before)
            ahead = steps[index:before]
            parts.append(phrase(Reading(step, (*ahead, *modulators), sequence, len(ahead))))
        index = after
    return parts


def _leading(steps: Sequence[Step], index: int) -> int:
    """Where the ``repeat`` stands that a ``times``, ``until`` or ``emit`` before it belongs to; else ``index``."""
    end = index
    while end < len(steps) and steps[end].name in ("times", "until", "emit"):
        end += 1
    return end if end < len(steps) and steps[end].name == "repeat" else index


def _terminal(step: Step | None) -> str:
    if step is None or step.name in ("toList", "toBulkSet"):
        return ""
    words = {"toSet": "each result once", "hasNext": "only whether there is any result", "iterate": "no result"}
    if step.name in ("next", "tryNext"):
        number = value_phrase(step.args[0]) if step.args else "1"
        return "; gives only the first result" if number == "1" else f"; gives only the first {number} results"
    return f"; gives {words.get(step.name, step.name + '()')}"
