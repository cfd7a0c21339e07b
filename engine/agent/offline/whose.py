"""Those that things are by, taken for groups: "cases by contacts in Sales" are theirs, not counted for each; nor

are branches counted by loan.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline.reading import Params
from engine.agent.offline.scene import Scene
from engine.catalog.entries import EdgeName, LabelName
from engine.catalog.words import singular
from engine.operators.params import Aggregate, AllOf, AnyOf, Compare, Condition, DegreeCondition, Filter, Hop, Ref


def by_those(params: Params, s: Scene) -> bool:
    """Whether results are grouped by those of whom the question says in the same breath which ones are meant."""
    if not isinstance(params, Aggregate) or len(params.group_by) != 1 or params.group_by[0].bucket:
        return False
    path = params.group_by[0].ref.path
    if not path or not any(True for _ in _plurals_after_by(s)):
        return False
    return any(asked[: len(path)] == path for item in params.filters for asked in _ways(item))


def one_each(params: Params, s: Scene) -> bool:
    """Whether things are counted by what is one's own of each: as many groups as there are, all of one."""
    if not isinstance(params, Aggregate) or params.measure.of is not None or params.share_of is not None:
        return False
    return any(key.ref.path and _tells_apart(params.label, key.ref, s) for key in params.group_by)


def _tells_apart(label: str, key: Ref, s: Scene) -> bool:
    """Whether a key is the name of what belongs to one vertex alone."""
    for hop in key.path:
        reached = {end for step, end in s.paths.along(hop.edge, label) if step == hop}
        if len(reached) != 1:
            return False
        label = reached.pop()
    prop = s.prop(label, key.property)
    shared = prop is None or (prop.distinct is not None and prop.distinct < prop.count)
    return not shared and key.property == s.catalog.name_of(label) and s.paths.own(key.path)


def sides_of_each(params: Params, s: Scene) -> bool:
    """Whether two kinds of what each of several has were set against each other over all: "which team has more A

    than B" asks for teams, not for how many teams have an A and how many a B.
    """
    if not isinstance(params, Compare) or s.lat.low(0) not in ("which", "what"):
        return False
    than = any(s.lat.low(n) == "than" for n in range(len(s.lat)))
    asked = {entry.label for _, entry in s.lat.at(1, LabelName)}
    return than and params.sides[0][1].label in asked


def _plurals_after_by(s: Scene) -> Iterator[int]:
    """Things in the plural right behind "by", with more said behind them: "by contacts in"."""
    for n in range(1, len(s.lat)):
        if s.lat.low(n - 1) != "by":
            continue
        for link in s.lat.links[n]:
            last = s.lat.low(link.end - 1)
            if isinstance(link.entry, LabelName | EdgeName) and singular(last) != last and link.end < len(s.lat):
                yield n


def _ways(item: Filter) -> Iterator[tuple[Hop, ...]]:
    """The paths to what a filter asks of others: no mere presence, and not how many there are."""
    if isinstance(item, AnyOf | AllOf):
        for one in item.filters:
            yield from _ways(one)
        return
    telling = isinstance(item, Condition) and (item.op != "exists" or item.negate)
    if telling or (isinstance(item, DegreeCondition) and item.where):
        assert isinstance(item, Condition | DegreeCondition)
        yield item.path
