"""Steps that leave a noun a noun: order, the first few, filters behind a walk, marks, hops of a walk."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.gremlin.english.filters import EDGES, clause, edge_words, taken, together
from engine.gremlin.english.nouns import Noun, by_noun, read
from engine.gremlin.english.values import listed, predicate_phrase, value_phrase
from engine.gremlin.shapes import GLOBAL, LOCAL, strings
from engine.gremlin.tree import Step, Token, Traversal, Value

_ORDERS = {"desc": "highest first", "asc": "lowest first", "shuffle": "in random order"}
_ENDS = {
    "inV": "the vertices that {} point to",
    "outV": "the vertices that {} come from",
    "otherV": "the vertices at the other ends of {}",
    "bothV": "the vertices at both ends of {}",
}
_ORDERED = ", ordered "
_COUNTED = {
    "limit": "at most the first {} of {}",
    "tail": "at most the last {} of {}",
    "skip": "all but the first {} of {}",
    "sample": "a random sample of {} of {}",
}
Sequenced = Callable[[Traversal], str]


def cut(found: Noun, steps: Sequence[Step], index: int, sequence: Sequenced) -> tuple[str, int]:
    """A new origin that says ``found`` and the step at ``index``, and the index behind; empty when it cannot."""
    step = steps[index]
    if is_ordered(found) and (found.over or found.key):
        return "", index
    filters, after = taken(steps, index)
    if filters:
        word = "value" if found.key else "vertex"
        return f"those of {found} {together([clause(each, word) for each in filters])}", after
    if step.name == "order":
        return _ordered(found, steps, index)
    if step.name in ("repeat", "emit", "times"):
        return _rounds(found, steps, index)
    if step.name in EDGES and not found.key:
        return _edges(found, steps, index)
    if index + 1 < len(steps) and steps[index + 1].name == "by":
        return "", index
    args = [value for value in step.args if value != GLOBAL]
    if step.name in _COUNTED and LOCAL not in args and len(args) <= 1:
        return _COUNTED[step.name].format(value_phrase(args[0]) if args else "1", found), index + 1
    if step.name in _ENDS and not args:
        return _ENDS[step.name].format(found), index + 1
    if step.name == "is" and len(args) == 1 and found.key:
        several = f"different {found.several}" if found.different else found.several
        of = f" of {found.elements()}" if found.elements() else ""
        return f"those {several}{of} where the value {predicate_phrase(args[0])}", index + 1
    if step.name == "as" and strings(args):
        return _marked(str(found), listed([repr(mark) for mark in strings(args)])), index + 1
    return "", index


def _marked(found: str, marks: str) -> str:
    """The noun with its marks, beside the word for what they stand on."""
    head, reached, rest = found.partition(" reached over ")
    return f"{head} (marked {marks}){reached}{rest}"


def order_phrase(modulators: Sequence[Step]) -> str | None:
    """``by status (lowest first), then by id (lowest first)``; None when a key has no words."""
    keys = []
    for step in modulators:
        orders = [value.name for value in step.args if isinstance(value, Token) and value.enum == "Order"]
        rest: tuple[Value, ...] = tuple(
            [value for value in step.args if not (isinstance(value, Token) and value.enum == "Order")]
        )
        key = by_noun(Step("by", rest)) if rest else "their value"
        if key is None or len(rest) > 1:
            return None
        keys.append(f"{key} ({_ORDERS[orders[0] if orders else 'asc']})")
    return f"by {', then by '.join(keys)}" if keys else "by their value (lowest first)"


def _ordered(found: Noun, steps: Sequence[Step], index: int) -> tuple[str, int]:
    end = index + 1
    while end < len(steps) and steps[end].name == "by":
        end += 1
    words = None if LOCAL in steps[index].args else order_phrase(steps[index + 1 : end])
    if words is None or (end < len(steps) and steps[end].name == "with"):
        return "", index
    return f"{found}{_ORDERED}{words}", end


def is_ordered(found: Noun) -> bool:
    """Whether the noun says an order, which another one or a walk behind it would blur."""
    return _ORDERED in found.origin


def _edges(found: Noun, steps: Sequence[Step], index: int) -> tuple[str, int]:
    step = steps[index]
    if len(strings(step.args)) != len(step.args):
        return "", index
    filters, after = taken(steps, index + 1)
    edges = edge_words(step, plural=True)
    if filters:
        edges += f", {together([clause(each, 'edge') for each in filters])},"
    return f"the {edges} of {found}", after


def _rounds(found: Noun, steps: Sequence[Step], index: int) -> tuple[str, int]:
    """``repeat(__.both()).emit().times(2)``: ``the vertices reached in 1 to 2 steps over … from …``."""
    end = index
    while end < len(steps) and steps[end].name in ("repeat", "emit", "times"):
        end += 1
    run = list(steps[index:end])
    names = [step.name for step in run]
    if found.key or sorted(set(names)) != sorted(names) or "repeat" not in names or "times" not in names:
        return "", index
    body = run[names.index("repeat")].args
    times = run[names.index("times")].args
    emit = run[names.index("emit")] if "emit" in names else None
    if len(body) != 1 or not isinstance(body[0], Traversal) or len(times) != 1 or (emit and emit.args):
        return "", index
    reached, read_to = read(Noun(), body[0].steps, 0)
    whole = read_to == len(body[0].steps)
    if not whole or reached.key or reached.label or len(reached.over) != 1 or names.index("times") == 0:
        return "", index
    most = value_phrase(times[0])
    if emit and names.index("emit") < names.index("repeat"):
        rounds = f"0 to {most}"
    elif emit and most != "1":
        rounds = f"1 to {most}"
    else:
        rounds = f"exactly {most}"
    once = " (each once)" if reached.distinct else ""
    hop = "hop" if most == "1" and rounds[0] != "0" else "hops"
    return f"the vertices reached in {rounds} {hop} over {reached.over[0]}{once} from {found}", end
