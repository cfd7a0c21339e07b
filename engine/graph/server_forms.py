"""Forms that mean the same on every server, for those that servers read differently or not at all.

- ``count().is(P.gte(3))`` yields at most 3: TinkerPop's CountStrategy puts a limit before a count that is
  compared with a number. Where only the comparison matters (inside ``where`` and its like) that is what one wants;
  where the count goes on to be a result, it would be wrong, and a ``barrier`` behind it keeps the strategy off.
- ``aggregate(local, 'x')`` and ``store('x')`` are gone from TinkerPop 3.8; ``local(aggregate('x'))`` is in both.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import takewhile

from engine.gremlin.rebuild import anonymous
from engine.gremlin.tree import Step, Token, Traversal, Value

_TESTS = frozenset({"is", "where", "filter", "not", "and", "or"})
_BETWEEN = frozenset({"as", "identity"})


def on_all_servers(traversal: Traversal, *, tested: bool = False) -> Traversal:
    """The traversal in such forms. ``tested``: it is a condition, which asks only whether there is a result."""
    steps = [dataclasses.replace(s, args=tuple(_value(value, s) for value in s.args)) for s in traversal.steps]
    out: list[Step] = []
    while steps:
        step = steps.pop(0)
        if _is_lazy(step):
            bys = list(takewhile(lambda following: following.name == "by", steps))
            del steps[: len(bys)]
            step = Step("local", (anonymous(Step("aggregate", step.args[-1:]), *bys),))
        out.append(step)
        if step.name == "count" and not step.args and _goes_on(steps, tested):
            out.append(Step("barrier"))
    return dataclasses.replace(traversal, steps=tuple(out))


def _value(value: Value, step: Step) -> Value:
    return on_all_servers(value, tested=step.name in _TESTS) if isinstance(value, Traversal) else value


def _is_lazy(step: Step) -> bool:
    scoped = step.name == "aggregate" and step.args[:1] == (Token("Scope", "local"),)
    return scoped or step.name == "store"


def _goes_on(following: Sequence[Step], tested: bool) -> bool:
    """Whether a count with these steps behind it is compared, and then is more than a condition."""
    rest = [step for step in following if step.name not in _BETWEEN]
    return bool(rest) and rest[0].name in _TESTS and not (tested and len(rest) == 1)
