"""Groups and counts by a key, with their order: ``counts, for each status, the case vertices, highest first``."""

from __future__ import annotations

from collections.abc import Sequence

from engine.gremlin.english.nouns import Noun, by_noun, inner_noun, read
from engine.gremlin.english.values import value_phrase
from engine.gremlin.shapes import LOCAL, string
from engine.gremlin.tree import Step, Token, Traversal, Value

_ORDERS = {"desc": "highest first", "asc": "lowest first", "shuffle": "in random order"}


def grouped(found: Noun, steps: Sequence[Step], index: int) -> tuple[str, int] | None:
    """The group or count by key that begins at ``index``, said of ``found``; None when none does."""
    said = _pairs(found, steps, index) or _by_several(found, steps, index) or _plain(found, steps, index)
    if said is None:
        return None
    phrase, end = said
    while end < len(steps):
        ending = _ending(steps, end)
        if ending is None:
            break
        phrase, end = phrase + ending[0], ending[1]
    return phrase, end


def _ending(steps: Sequence[Step], index: int) -> tuple[str, int] | None:
    """``order(local).by(values, desc)`` and ``limit(local, 3)`` behind a group."""
    step = steps[index]
    if step == Step("order", (LOCAL,)):
        by = steps[index + 1] if index + 1 < len(steps) and steps[index + 1].name == "by" else None
        more = index + 2 < len(steps) and steps[index + 2].name in ("by", "with")
        if by is None or more or not by.args:
            return None
        column, *orders = by.args
        if not isinstance(column, Token) or column.enum != "Column":
            return None
        order = orders[0].name if orders and isinstance(orders[0], Token) else "asc"
        return f"{' by key,' if column.name == 'keys' else ','} {_ORDERS[order]}", index + 2
    if step.name == "limit" and len(step.args) == 2 and step.args[0] == LOCAL:
        return f", only the first {value_phrase(step.args[1])} groups", index + 1
    return None


def _mark(steps: Sequence[Step], index: int, name: str = "as") -> str | None:
    if index >= len(steps) or steps[index].name != name or len(steps[index].args) != 1:
        return None
    return string(steps[index].args[0])


def _distinct_key(steps: Sequence[Step], index: int) -> str | None:
    """The noun of ``local(__.out('x').values('y').dedup())``."""
    step = steps[index] if index < len(steps) else Step("")
    inner = step.args[0] if step.name == "local" and len(step.args) == 1 else None
    if not isinstance(inner, Traversal) or inner.steps[-1] != Step("dedup"):
        return None
    key = inner_noun(inner.steps[:-1])
    return key.text if key and key.text != "itself" else None


def _by_several(found: Noun, steps: Sequence[Step], index: int) -> tuple[str, int] | None:
    """A key that may have several values of each: each counts once in each of its groups."""
    mark = _mark(steps, index)
    at = index + 1 if mark else index
    key = _distinct_key(steps, at)
    if key is None or at + 1 >= len(steps) or found.key:
        return None
    group = steps[at + 1]
    by = _modulators(steps, at + 2)
    if group == Step("groupCount") and not by and mark is None:
        return f"counts, for each {key}, {found} (each once)", at + 2
    if group != Step("group") or len(by) != 2 or mark is None or by[0].args or len(by[1].args) != 1:
        return None
    value = by[1].args[0]
    measure = inner_noun(value.steps, after=mark) if isinstance(value, Traversal) else None
    if measure is None:
        return None
    return f"groups {found} by each {key} (each once); gives for each group the {measure.text}", at + 4


def _the(key: str) -> str:
    return f"the {key}" if " of " in key else key


def _pairs(found: Noun, steps: Sequence[Step], index: int) -> tuple[str, int] | None:
    """Two keys that may have several values each: ``as v, local A, as a, select v, local B, as b, group``."""
    start, first, second = _mark(steps, index), _mark(steps, index + 2), _mark(steps, index + 5)
    if None in (start, first, second) or _mark(steps, index + 3, "select") != start or found.key:
        return None
    one, two = _distinct_key(steps, index + 1), _distinct_key(steps, index + 4)
    if one is None or two is None or steps[index + 6 : index + 7] != (Step("group"),):
        return None
    outer, inner = steps[index + 7 : index + 9] if len(steps) >= index + 9 else (Step(""), Step(""))
    if not _selects(outer, first) or len(inner.args) != 1 or not isinstance(inner.args[0], Traversal):
        return None
    within = inner.args[0].steps
    keys = f"for each {one}, and within it for each {two}"
    if within[:1] == (Step("groupCount"),) and len(within) == 2 and _selects(within[1], second):
        return f"counts, {keys}, {found} (each once)", index + 9
    if within[:1] != (Step("group"),) or len(within) != 3 or not _selects(within[1], second):
        return None
    value = within[2].args[0] if within[2].args else None
    measure = inner_noun(value.steps, after=str(start)) if isinstance(value, Traversal) else None
    if measure is None:
        return None
    return f"groups {found} {keys} (each once); gives for each group the {measure.text}", index + 9


def _selects(by: Step, mark: str | None) -> bool:
    value = by.args[0] if by.name == "by" and len(by.args) == 1 else None
    return isinstance(value, Traversal) and len(value.steps) == 1 and _mark(value.steps, 0, "select") == mark


def _plain(found: Noun, steps: Sequence[Step], index: int) -> tuple[str, int] | None:
    group = steps[index]
    if group not in (Step("group"), Step("groupCount")):
        return None
    by = _modulators(steps, index + 1)
    end = index + 1 + len(by)
    if end < len(steps) and steps[end].name == "with":
        return None
    said = _group(str(found), found, group.name, by)
    return (said, end) if said else None


def _modulators(steps: Sequence[Step], index: int) -> Sequence[Step]:
    end = index
    while end < len(steps) and steps[end].name == "by":
        end += 1
    return steps[index:end]


def _group(of: str, found: Noun, name: str, by: Sequence[Step]) -> str | None:
    if name == "groupCount" and not by and found.key:
        return f"counts how often each {found.key} occurs among {found.elements() or 'them'}"
    keys = [by_noun(step) for step in by[:1]] or ["different one"]
    if keys[0] is None or len(by) > (1 if name == "groupCount" else 2):
        return None
    key = "different one" if keys[0] == "itself" else keys[0]
    if name == "groupCount":
        return f"counts, for each {key}, {of}"
    return _group_values(of, key, by[1].args[0] if len(by) == 2 and by[1].args else None)


def _group_values(of: str, key: str, value: Value | None) -> str | None:
    if value is None:
        return f"groups {of} by {_the(key)}"
    if not isinstance(value, Traversal):
        named = by_noun(Step("by", (value,)))
        return f"groups {of} by {_the(key)}; gives for each group the list of {named} values"
    if value.steps == (Step("count"),):
        return f"counts, for each {key}, {of}"
    first, *by = value.steps
    if first == Step("groupCount") and len(by) == 1 and by[0].name == "by" and (second := by_noun(by[0])):
        return f"counts, for each {key}, and within it for each {second}, {of}"
    if first == Step("group") and len(by) == 2 and all(step.name == "by" for step in by):
        second = by_noun(by[0])
        measure = _measure(by[1].args[0]) if by[1].args else None
        if second and measure:
            return (
                f"groups {of} by {_the(key)}, and within it by {_the(second)}; gives for each group the {measure}"
            )
        return None
    measure = _measure(value)
    return f"groups {of} by {_the(key)}; gives for each group the {measure}" if measure else None


def _measure(value: Value) -> str | None:
    """A value of the whole group: only what reduces the group to one."""
    if not isinstance(value, Traversal) or value.steps[-1].name not in (
        "count", "sum", "min", "max", "mean", "fold",
    ):  # fmt: skip
        return None
    found, end = read(Noun(), value.steps, 0)
    measure = inner_noun(value.steps) if end == len(value.steps) - 1 and found else None
    return measure.text if measure else None
