"""What a traversal stands at, as one noun: ``the different vertices reached over outgoing x edges from …``.

``read`` walks as many steps as one noun can say and stops at the first that it cannot.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.gremlin.english.filters import EDGES, HOPS, clause, edge_words, labels_of, noun, taken, together
from engine.gremlin.english.values import key_phrase, listed, value_phrase
from engine.gremlin.shapes import string, strings, whole_number
from engine.gremlin.tree import Literal, Step, Traversal, Value

_CUTS = {
    (0, 4): "year",
    (0, 7): "month",
    (0, 10): "day",
    (0, 13): "day and hour",
    (0, 16): "day, hour and minute",
    (11, 13): "hour of day",
}
"""The parts of a time written as ISO text."""
_REDUCED = {"mean": "average", "sum": "total", "min": "lowest", "max": "highest"}
TIME = "time in milliseconds"
MODULATORS = frozenset({"by", "times", "until", "emit", "option", "from", "to", "with"})
_NOTHING_CHANGED = frozenset({"identity", "barrier"})


@dataclass(frozen=True, slots=True)
class Noun:
    """Elements or values. ``origin`` is what they come from; empty inside another traversal: the element itself.

    ``over``: the edges followed; ``label``: of the elements reached; ``key``: what is read of them; ``distinct``:
    elements once; ``different``: values once; ``each``: elements once for each start; ``time``: milliseconds.
    ``silent``: marks that need no word, because only a time between two moments goes back to them.
    """

    origin: str = ""
    over: tuple[str, ...] = ()
    label: str = ""
    key: str = ""
    distinct: bool = False
    each: bool = False
    different: bool = False
    is_text: bool = False
    item: bool = False
    time: bool = False
    marks: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()

    def elements(self, *, first: bool = False) -> str:
        """The elements whose values are meant; empty for the element itself."""
        if not self.over:
            return _different(self.origin) if self.distinct else self.origin
        words = ("first" if first else "", "different" if self.distinct else "", self.label)
        name = " ".join(filter(None, (*words, "vertex" if first else "vertices")))
        once = " (each once for each start)" if self.each else ""
        comma = "," if " to " in self.over[-1] or " whose " in self.over[-1] else ""
        origin = f"{comma} from {self.origin}" if self.origin else ""
        return f"the {name} reached over {', then '.join(self.over)}{once}{origin}"

    @property
    def several(self) -> str:
        """The key of many: ``status values``, ``times in milliseconds from …``."""
        return f"times{self.key[len('time') :]}" if self.time else f"{self.key} values"

    def bare(self, *, first: bool = False) -> str:
        """The noun without its article."""
        elements = self.elements(first=first)
        if not self.key:
            return elements.removeprefix("the ") or "itself"
        key = f"different {self.key}" if self.different else self.key
        return f"{key} of {elements}" if elements else key

    def __str__(self) -> str:
        if not self.key:
            return self.elements() or "itself"
        elements = self.elements()
        what = f"different {self.several}" if self.different else self.key
        return f"the {what} of {elements}" if elements else f"the {what}"


def _different(origin: str) -> str:
    return f"the different {origin[4:]}" if origin.startswith("the ") else f"{origin}, each once"


class Inner(NamedTuple):
    """An inner traversal as a noun without article. ``several``: it may give more than one value."""

    text: str
    several: bool = False
    time: bool = False


def inner_noun(steps: Sequence[Step], *, first: bool = False, after: str = "") -> Inner | None:
    """What an inner traversal gives of an element, in one noun; None when no noun says it all.

    ``first``: only its first result is used. ``after``: a mark at whose element the traversal may begin.
    """
    start = 1 if after and steps[:1] == (Step("select", (Literal(after, "string"),)),) else 0
    if first and _reduces(steps):
        first = False
    found, index = read(Noun(), steps, start)
    rest = steps[index:]
    if len(rest) > 1 and rest[-1] == Step("count") and (edges := edge_phrase(rest[:-1])):
        from_others = f" of {found.elements()}" if found.elements() else ""
        return Inner(f"number of {edges}{from_others}")
    if not rest:
        several = bool(found.over) or found.item
        return Inner(found.bare(first=first and several), several, found.time)
    if len(rest) > 1:
        return None
    text = _reduced(found, rest[0])
    return Inner(text, False, found.time) if text else None


def edge_phrase(steps: Sequence[Step]) -> str:
    """``outgoing x edges whose …`` for an edge step and its filters; empty for any other."""
    filters, end = taken(steps, 1)
    if steps[0].name not in EDGES or end < len(steps) or len(strings(steps[0].args)) != len(steps[0].args):
        return ""
    edges = edge_words(steps[0], plural=True)
    return f"{edges} {together([clause(each, 'edge') for each in filters])}".rstrip()


def _reduces(steps: Sequence[Step]) -> bool:
    return bool(steps) and steps[-1].name in ("count", "fold", *_REDUCED)


def _reduced(found: Noun, step: Step) -> str:
    """``number of …``, ``average …``, ``list of …``."""
    if step.args:
        return ""
    elements = found.elements()
    of = f" of {elements}" if elements else ""
    what = "different " if found.different else ""
    if step.name in ("count", "fold"):
        word = "number of" if step.name == "count" else "list of"
        if found.key:
            return f"{word} {what}{found.several}{of}"
        return f"{word} {elements.removeprefix('the ')}" if elements else "number" if word == "number of" else ""
    return f"{_REDUCED[step.name]} {what}{found.key}{of}" if step.name in _REDUCED and found.key else ""


def read(start: Noun, steps: Sequence[Step], index: int) -> tuple[Noun, int]:
    """The noun that the steps from ``index`` on make of ``start``, and the index behind them."""
    found = start
    while index < len(steps) and not (index + 1 < len(steps) and steps[index + 1].name in MODULATORS):
        read_on = _hop(found, steps, index) or _value(found, steps, index)
        if read_on is None:
            break
        found, index = read_on
    return found, index


def _hop(found: Noun, steps: Sequence[Step], index: int) -> tuple[Noun, int] | None:
    step = steps[index]
    if found.key:
        return None
    if found.distinct or found.each:
        found = Noun(found.elements(), marks=found.marks, silent=found.silent)
    if step.name in EDGES:
        on_edge, end = taken(steps, index + 1)
        if end == len(steps) or steps[end].name != EDGES[step.name]:
            return None
    elif step.name in HOPS:
        on_edge, end = (), index
    else:
        return None
    if len(strings(step.args)) != len(step.args):
        return None
    filters, end = taken(steps, end + 1)
    edges = edge_words(step, plural=True) if step.args else _any_edges(step)
    if on_edge:
        edges = f"{edges} {together([clause(each, 'edge') for each in on_edge])}"
    names = labels_of(filters[0]) if filters else None
    if len(filters) > (1 if names else 0):
        edges += f"{',' if on_edge else ''} to {noun('vertex', filters, '').replace('vertex', 'vertices', 1)}"
    before = found.over
    if found.label and f" to {found.label} vertices" not in before[-1]:
        before = (*before[:-1], f"{before[-1]} to {found.label} vertices")
    return replace(found, over=(*before, edges), label=listed(names or [], "or")), end


def _any_edges(step: Step) -> str:
    direction = edge_words(step, plural=True)
    return f"any {direction}"


def _value(found: Noun, steps: Sequence[Step], index: int) -> tuple[Noun, int] | None:
    step = steps[index]
    if step.name in _NOTHING_CHANGED:
        return found, index + 1
    if (
        step.name == "as"
        and not (found.over or found.key)
        and (not found.origin or set(strings(step.args)) <= found.silent)
    ):
        return replace(found, marks=found.marks | set(strings(step.args))), index + 1
    if step == Step("dedup"):
        return (replace(found, different=True) if found.key else replace(found, distinct=True)), index + 1
    if step.name == "local" and len(step.args) == 1 and isinstance(step.args[0], Traversal):
        return _local(found, step.args[0].steps, index)
    change = _KEYED.get(step.name)
    made = change(found, step) if change else None
    return (made, index + 1) if made else None


def _local(found: Noun, steps: Sequence[Step], index: int) -> tuple[Noun, int] | None:
    """``local(__.out('x').dedup())``: vertices reached, once for each start."""
    if found.over or found.key or not steps or steps[-1] != Step("dedup"):
        return None
    reached, end = read(found, steps[:-1], 0)
    if end < len(steps) - 1 or reached.key or not reached.over:
        return None
    return replace(reached, each=True), index + 1


def _named(found: Noun, step: Step) -> Noun | None:
    if found.key or not step.args or len(strings(step.args)) != len(step.args):
        return None
    return replace(found, key=listed(strings(step.args), "or"))


def _plain(name: str) -> Callable[[Noun, Step], Noun | None]:
    return lambda found, step: None if found.key or step.args else replace(found, key=name)


def _item(found: Noun, step: Step) -> Noun | None:
    if not found.key or step.args or found.item or found.different:
        return None
    return replace(found, key=f"item of {found.key}", item=True)


def _as_text(found: Noun, step: Step) -> Noun | None:
    return replace(found, is_text=True) if found.key and not step.args and not found.different else None


def _as_date(found: Noun, step: Step) -> Noun | None:
    return found if found.key and not step.args and not found.different else None


def _cut(found: Noun, step: Step) -> Noun | None:
    numbers = [whole_number(value) for value in step.args]
    if not found.key or found.different or len(numbers) != 2:
        return None
    start, end = numbers
    if start is None or end is None or not 0 <= start < end:
        return None
    unit = _CUTS.get((start, end), "part") if found.is_text else "part"
    key = f"{unit} of {found.key} (characters {start + 1} to {end})"
    return replace(found, key=key, is_text=False)


def _time(found: Noun, step: Step) -> Noun | None:
    """``as('v').values('end').dateDiff(__.select('v').values('start'))``."""
    if not found.key or found.different or len(step.args) != 1:
        return None
    begun = _begun(step.args[0], found)
    if begun is None:
        return None
    ended = replace(found, origin="").bare()
    return replace(found, over=(), label="", key=f"{TIME} from {begun} to {ended}", time=True, each=False)


def _begun(value: Value, found: Noun) -> str | None:
    if isinstance(value, Literal) and isinstance(value.value, dt.datetime):
        return value_phrase(value) if not found.over else None
    if not isinstance(value, Traversal) or not value.steps:
        return None
    first = value.steps[0]
    if first.name != "select" or len(first.args) != 1 or string(first.args[0]) not in found.marks:
        return None
    inner = inner_noun(value.steps[1:])
    return inner.text if inner and inner.text != "itself" else None


def _first_of(found: Noun, step: Step) -> Noun | None:
    """``coalesce(__.values('name'), __.id())``: ``name or else id``."""
    if found.key or not step.args:
        return None
    parts = []
    for value in step.args:
        if not isinstance(value, Traversal):
            return None
        constant = value.steps[0] if len(value.steps) == 1 else Step("")
        inner = inner_noun(value.steps) if constant.name != "constant" else Inner(value_phrase(constant.args[0]))
        if inner is None:
            return None
        parts.append(inner.text)
    return replace(found, key=" or else ".join(parts))


_KEYED: dict[str, Callable[[Noun, Step], Noun | None]] = {
    "values": _named,
    "id": _plain("id"),
    "label": _plain("label"),
    "unfold": _item,
    "asString": _as_text,
    "asDate": _as_date,
    "substring": _cut,
    "dateDiff": _time,
    "coalesce": _first_of,
}


def by_noun(step: Step) -> str | None:
    """What a ``by`` names of each element, without article; None when no noun says it."""
    if not step.args:
        return "itself"
    value = step.args[0]
    if isinstance(value, Traversal):
        inner = inner_noun(value.steps, first=True)
        return inner.text if inner else None
    return key_phrase(value)
