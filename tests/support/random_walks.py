"""Random read traversals over TinkerPop's toy graphs whose rows no engine may choose: for comparing engines.

What the order of visiting decides is left out: a cut (``limit``) comes only behind a whole order, nothing asks for
the way that a traverser came once ``dedup`` or a cut has chosen among several, and what takes the first of several
(``by``, ``map``) is given one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

Kind = OneOf["vertex", "edge", "text", "number", "map", "list", "texts", "any", "path"]
MAX_STEPS = 5
MAX_DEPTH = 3


@dataclass(frozen=True)
class Words:
    """What there is in a graph; values as Gremlin. ``unique``: the text that no two vertices share."""

    labels: tuple[str, ...]
    edges: tuple[str, ...]
    ids: tuple[str, ...]
    texts: dict[str, tuple[str, ...]]
    numbers: dict[str, tuple[str, ...]]
    edge_numbers: dict[str, tuple[str, ...]]
    several: frozenset[str] = frozenset()  # keys that hold several values
    unique: str = "name"


GRAPHS = {
    "modern": Words(
        ("person", "software"),
        ("knows", "created"),
        ("1", "2", "3", "4", "5", "6", "99"),
        {"name": ("'marko'", "'josh'", "'lop'", "'ripple'"), "lang": ("'java'", "'c'")},
        {"age": ("29", "32", "27", "30.5")},
        {"weight": ("0.5", "1.0", "0.4", "1")},
    ),
    "crew": Words(
        ("person", "software"),
        ("develops", "uses", "traverses"),
        ("1", "7", "8", "9", "10", "11"),
        {"name": ("'marko'", "'stephen'", "'gremlin'"), "location": ("'santa fe'", "'brussels'", "'spremberg'")},
        {},
        {"skill": ("3", "4", "5"), "since": ("2009", "2010")},
        frozenset({"location"}),
    ),
    "sink": Words(
        ("message", "loops"), ("link", "self"), ("1000", "2000", "2001"), {"name": ("'a'", "'loop'")}, {}, {}
    ),
}


Steps = Mapping[Kind, Sequence[Callable[["_Walk"], None]]]


class Walks:
    """Writes traversals over one graph."""

    def __init__(self, rng: random.Random, words: Words) -> None:
        self._rng = rng
        self._w = words
        self._steps: Steps = {
            "vertex": (
                _hop, _hop, _hop, _edge_hop, _condition, _condition, _condition, _values, _values, _map_of,
                _group, _reduce, _branch, _branch, _repeat, _mark, _first, _remember, _constant, _identity,
                _path, _distinct, _pattern, _sorted_maps,
            ),
            "edge": (_ends, _ends, _condition, _condition, _values, _map_of, _group, _reduce, _branch, _distinct),
            "text": (_text_step, _text_step, _is, _distinct, _reduce, _group, _identity, _sorted_list),
            "number": (_number_step, _number_step, _is, _distinct, _reduce, _group, _identity, _sorted_list),
            "map": (_of_map, _reduce), "list": (_of_list,), "texts": (_of_texts,),
            "any": (_reduce, _distinct, _identity, _constant), "path": (_reduce, _of_path),
        }  # fmt: skip

    def query(self) -> str:
        """One traversal from ``g``."""
        walk = _Walk(self._rng, self._w, self._steps)
        _start(walk)
        walk.go(self._rng.randint(0, MAX_STEPS))
        return "g." + walk.text


class _Walk:
    """A traversal being written: its text so far, and the kind of what it yields."""

    def __init__(
        self,
        rng: random.Random,
        words: Words,
        steps: dict[Kind, tuple[Callable[[_Walk], None], ...]],
        depth: int = 0,
    ) -> None:
        self.rng, self.w, self.steps, self.depth = rng, words, steps, depth
        self.parts: list[str] = []
        self.kind: Kind = "vertex"
        self.marks: list[str] = []
        self.blurred = depth > 0  # what came before may have been chosen among several
        self.numbers = False  # the list that is here is one of numbers

    @property
    def text(self) -> str:
        return ".".join(self.parts)

    def add(self, step: str, kind: Kind | None = None) -> None:
        self.parts.append(step)
        self.kind = kind or self.kind

    def go(self, steps: int) -> None:
        for _ in range(steps):
            self.rng.choice(self.steps[self.kind])(self)

    def inner(self, *first: Callable[[_Walk], None], kind: Kind | None = None, more: int = 1) -> _Walk:
        """An anonymous traversal from the kind that is here."""
        walk = _Walk(self.rng, self.w, self.steps, self.depth + 1)
        walk.kind = kind or self.kind
        for step in first or (self.rng.choice(self.steps[walk.kind]),):
            step(walk)
        if self.depth + 1 < MAX_DEPTH:
            walk.go(self.rng.randint(0, more))
        if not walk.parts:
            walk.add("identity()")
        return walk

    def edge_labels(self) -> str:
        labels = self.rng.sample(self.w.edges, self.rng.randint(0, min(2, len(self.w.edges))))
        return ", ".join(f"'{label}'" for label in labels)

    def keyed(self) -> list[tuple[str, tuple[str, ...], bool]]:
        """Properties of what is here: key, values, whether they are numbers."""
        if self.kind == "edge":
            return [(key, values, True) for key, values in self.w.edge_numbers.items()]
        texts = [(key, values, False) for key, values in self.w.texts.items()]
        return [*texts, *((key, values, True) for key, values in self.w.numbers.items())]

    def single(self) -> list[str]:
        """Keys with at most one value."""
        return [key for key, _, _ in self.keyed() if key not in self.w.several]


def _start(walk: _Walk) -> None:
    pick = walk.rng.random()
    if pick < 0.04:
        walk.add(f"union(__.V({walk.w.ids[0]}), __.V().hasLabel('{walk.rng.choice(walk.w.labels)}'))")
        walk.blurred = True
    elif pick < 0.08:
        values = walk.rng.sample(("1", "2", "30", "4", "2"), walk.rng.randint(1, 4))
        walk.add(f"inject({', '.join(values)})", "number")
    elif pick < 0.12:
        walk.add(f"inject({', '.join(walk.rng.sample(('0.5', '2.25', '-1.5', '3.0'), 2))})", "number")
    elif pick < 0.15:
        texts = ("'Ab cd'", "' x '", "'münchen'", "'a,b,a'")
        walk.add(f"inject({', '.join(walk.rng.sample(texts, 2))})", "text")
    elif pick < 0.3:
        ids = walk.rng.sample(walk.w.ids, walk.rng.randint(1, 3))
        walk.add(f"V({', '.join(ids)})")
    elif pick < 0.85:
        walk.add("V()")
        walk.add(f"hasLabel('{walk.rng.choice(walk.w.labels)}')")
    else:
        walk.add("E()")
        walk.add(f"hasLabel('{walk.rng.choice(walk.w.edges)}')", "edge")


def _hop(walk: _Walk) -> None:
    walk.add(f"{walk.rng.choice(('out', 'in', 'both'))}({walk.edge_labels()})")


def _edge_hop(walk: _Walk) -> None:
    walk.add(f"{walk.rng.choice(('outE', 'inE', 'bothE'))}({walk.edge_labels()})", "edge")
    if walk.rng.random() < 0.3:
        walk.add("otherV()" if walk.rng.random() < 0.7 and not walk.depth else "inV()", "vertex")


def _ends(walk: _Walk) -> None:
    walk.add(f"{walk.rng.choice(('outV', 'inV', 'bothV'))}()", "vertex")


def _predicate(walk: _Walk, values: tuple[str, ...], number: bool, deep: bool = True) -> str:
    one, other = walk.rng.choice(values), walk.rng.choice(values)
    low, high = sorted((one, other), key=float) if number else sorted((one, other))
    bare = one.strip("'")
    forms = [f"P.{name}({one})" for name in ("eq", "neq", "gt", "gte", "lt", "lte")]
    forms += [f"P.within({one}, {other})", f"P.without({one}, {other})", f"P.within([{one}, {other}])"]
    forms += [f"P.{name}({low}, {high})" for name in ("between", "inside", "outside")]
    if not number:
        piece = bare[: walk.rng.randint(1, 3)]
        texts = ("containing", "notContaining", "startingWith", "notStartingWith", "endingWith", "notEndingWith")
        forms += [f"TextP.{name}('{piece}')" for name in texts] + [f"TextP.regex('^{piece}')"]
    form = walk.rng.choice(forms)
    if deep and walk.rng.random() < 0.25:
        join = walk.rng.choice((".and({})", ".or({})", ".negate()"))
        form = form + join.format(_predicate(walk, values, number, deep=False))
    return f"P.not({form})" if deep and walk.rng.random() < 0.08 else form


def _condition(walk: _Walk) -> None:
    rng, keyed = walk.rng, walk.keyed()
    forms: list[Callable[[], str]] = []
    if keyed:
        key, values, number = rng.choice(keyed)
        forms += [
            lambda: f"has('{key}', {rng.choice(values)})",
            lambda: f"has('{key}', {_predicate(walk, values, number)})",
            lambda: f"has('{key}', {_predicate(walk, values, number)})",
            lambda: f"has('{key}')",
            lambda: f"hasNot('{key}')",
            lambda: f"where(__.values('{key}').is({_predicate(walk, values, number)}))",
        ]
    if walk.kind == "vertex":
        label = rng.choice(walk.w.labels)
        forms += [
            lambda: f"hasLabel('{label}')",
            lambda: f"hasId({', '.join(rng.sample(walk.w.ids, rng.randint(1, 2)))})",
            lambda: f"not(__.hasLabel('{label}'))",
            lambda: f"hasLabel(P.{rng.choice(('within', 'neq', 'eq', 'without'))}('{label}'))",
            lambda: f"hasId(P.within({', '.join(rng.sample(walk.w.ids, 2))}))",
            lambda: f"has('{label}', '{walk.w.unique}', {rng.choice(walk.w.texts[walk.w.unique])})",
            lambda: f"where(__.{rng.choice(('outE', 'inE'))}({walk.edge_labels()}))",
            lambda: f"where(__.out().dedup().count().is({_count(walk)}))",
            lambda: f"has(T.label, P.neq('{label}'))",
            lambda: f"where(__.both({walk.edge_labels()}).count().is({_count(walk)}))",
        ]
    else:
        forms += [lambda: f"hasLabel('{rng.choice(walk.w.edges)}')"]
    if walk.depth < MAX_DEPTH:
        forms += [
            lambda: f"{rng.choice(('where', 'not', 'filter'))}(__.{walk.inner().text})",
            lambda: f"{rng.choice(('and', 'or'))}(__.{walk.inner().text}, __.{walk.inner().text})",
        ]
    walk.add(rng.choice(forms)())


def _count(walk: _Walk) -> str:
    return f"P.{walk.rng.choice(('gt', 'gte', 'lt', 'lte', 'eq', 'neq'))}({walk.rng.randint(0, 3)})"


def _values(walk: _Walk) -> None:
    keyed = walk.keyed()
    pick = walk.rng.random()
    if not keyed or pick < 0.15:
        walk.add("label()", "text")
    elif pick < 0.2:
        walk.add("id()", "any")
    elif pick < 0.25:
        walk.add("values()", "any")
    elif pick < 0.32:
        walk.add(f"properties('{walk.rng.choice(keyed)[0]}')", "any")
        if walk.rng.random() < 0.8:
            walk.add(walk.rng.choice(("key()", "value()")), "any")
    else:
        key, _, number = walk.rng.choice(keyed)
        walk.add(f"values('{key}')", "number" if number else "text")


def _map_of(walk: _Walk) -> None:
    keys = ", ".join(f"'{key}'" for key, _, _ in walk.rng.sample(walk.keyed(), min(1, len(walk.keyed()))))
    forms = [f"valueMap({keys})", "valueMap()"]
    if not walk.w.several:  # of which elementMap() takes the last
        forms += [f"elementMap({keys})", "elementMap()"]
    forms += ["project('a', 'b')" + "".join(f".by({_one(walk)})" for _ in "ab")] * 3
    walk.add(walk.rng.choice(forms), "map")


def _one(walk: _Walk) -> str:
    """What a ``by`` is given: at most one value for each."""
    forms = ["T.label", *(f"'{key}'" for key in walk.single())]
    if walk.kind == "vertex":
        forms += [f"__.both({walk.edge_labels()}).count()", f"__.out().values('{walk.w.unique}').fold()"]
        forms += [f"__.coalesce(__.values('{key}'), __.constant('none'))" for key in walk.single()]
    if walk.kind in ("text", "number", "any"):
        forms = ["__.identity()", "__.constant('x')"]
    return walk.rng.choice(forms)


def _group(walk: _Walk) -> None:
    by = f".by({_one(walk)})" if walk.kind in ("vertex", "edge") or walk.rng.random() < 0.3 else ""
    if walk.rng.random() < 0.5:
        walk.add(f"groupCount(){by}", "map")
        return
    inner = ["__.count()", "__.fold()"]
    if walk.kind == "vertex":
        inner += [f"'{key}'" for key in walk.single()]
        inner += [f"__.values('{walk.w.unique}').dedup().count()", "__.out().count()"]
        inner += [f"__.values('{key}').{end}()" for key in walk.w.numbers for end in ("sum", "max", "mean")]
    if walk.kind == "number":
        inner += ["__.sum()", "__.mean()"]
    if walk.kind == "text":
        inner += ["__.toUpper().fold()", "__.length().sum()", "__.dedup().count()"]
    if walk.rng.random() < 0.15 and not walk.depth:
        walk.add(f"group('g'){by or '.by(__.identity())'}.by({walk.rng.choice(inner)}).cap('g')", "map")
        return
    walk.add(f"group(){by or '.by(__.identity())'}.by({walk.rng.choice(inner)})", "map")


def _reduce(walk: _Walk) -> None:
    numbers = ("count", "count", "sum", "min", "max", "mean", "fold")
    names = {"number": numbers, "text": ("count", "min", "max", "fold")}.get(walk.kind, ("count", "count", "fold"))
    name = walk.rng.choice(names)
    same: Kind = walk.kind if name in ("min", "max") else "number"
    walk.numbers = walk.kind == "number"
    walk.add(f"{name}()", "list" if name == "fold" else same)
    walk.blurred = True


def _branch(walk: _Walk) -> None:
    if walk.depth >= MAX_DEPTH:
        return _identity(walk)
    one, two = walk.inner(more=2), walk.inner(more=2)
    kind: Kind = one.kind if one.kind == two.kind else "any"
    forms = [
        (f"union(__.{one.text}, __.{two.text})", kind),
        (f"coalesce(__.{one.text}, __.{two.text})", kind),
        (f"choose(__.{walk.inner(_condition).text}, __.{one.text}, __.{two.text})", kind),
        (f"choose(__.{walk.inner(_condition).text}, __.{one.text})", "any"),
        # Gremlin Server counts nothing where a local() over a reducing step gets nothing.
        (f"local(__.{walk.inner(_narrow, more=0).text})", "any"),
        (f"flatMap(__.{one.text})", one.kind),
        (f"sideEffect(__.{one.text})", walk.kind),
    ]
    if walk.kind == "vertex":
        forms.append((f"optional(__.{walk.inner(_hop, more=0).text})", "vertex"))
    walk.add(*walk.rng.choice(forms))
    return None


def _narrow(walk: _Walk) -> None:
    walk.rng.choice((_hop, _values, _map_of) if walk.kind == "vertex" else (_identity,))(walk)


def _repeat(walk: _Walk) -> None:
    if "repeat(" in walk.text:
        walk.add("barrier()")  # what stands between two would modulate the first
    body = walk.inner(_hop, more=0)
    if walk.rng.random() < 0.3:
        _condition(body)
    if walk.rng.random() < 0.2 and not walk.blurred:
        body.add("simplePath()")
    times = walk.rng.randint(1, 3)
    loop = f"repeat(__.{body.text})"
    ends = walk.inner(_condition, more=0).text
    forms = [f"{loop}.times({times})", f"{loop}.emit().times({times})", f"emit().{loop}.times({times})"]
    forms += [f"{loop}.emit(__.{ends}).times({times})", f"times({times}).{loop}"]
    forms += [f"{loop}.until(__.or(__.{ends}, __.loops().is({times})))"]
    walk.add(walk.rng.choice(forms))


def _pattern(walk: _Walk) -> None:
    """``match()`` of two patterns, and at times a condition."""
    if walk.blurred or walk.depth or walk.parts[-1].startswith(("as(", "select(")):
        return _identity(walk)
    one, two = walk.edge_labels(), walk.edge_labels()
    more = walk.rng.choice(("", ", __.where('a', P.neq('c'))", f", __.as('c').has('{walk.w.unique}')"))
    ways = [walk.rng.choice(("out", "in")) for _ in range(2)]
    walk.add(f"match(__.as('a').{ways[0]}({one}).as('b'), __.as('b').{ways[1]}({two}).as('c'){more})", "map")
    names = walk.rng.choice(("'a', 'c'", "'a', 'b', 'c'", "'c', 'b'"))
    walk.add(f"select({names}).by('{walk.w.unique}')", "map")
    walk.blurred = True
    return None


def _sorted_maps(walk: _Walk) -> None:
    """A table as operators ask for it: the first rows of an order that is whole."""
    if walk.depth:
        return _identity(walk)
    way = walk.rng.choice(("asc", "desc"))
    walk.add(f"dedup().order().by(__.both({walk.edge_labels()}).count(), Order.{way}).by('{walk.w.unique}')")
    walk.add(walk.rng.choice(("limit(3)", "range(1, 4)", "limit(1)")))
    walk.add(f"project('n', 'k').by('{walk.w.unique}').by({_one(walk)})", "map")
    walk.blurred = True
    return None


def _mark(walk: _Walk) -> None:
    """``as('m')``, a hop, and what is asked of the mark."""
    if walk.blurred or walk.depth:
        return _identity(walk)
    name = f"m{len(walk.marks)}"
    walk.marks.append(name)
    walk.add(f"as('{name}')")
    _hop(walk)
    if walk.rng.random() < 0.4:
        _condition(walk)
    forms = [
        (f"where(P.neq('{name}'))", walk.kind),
        (f"where(P.eq('{name}'))", walk.kind),
        (f"select('{name}')", "vertex"),
        (f"as('z').select('{name}', 'z').by('{walk.w.unique}')", "map"),
        (f"where('{name}', P.neq('{name}')).by('{walk.w.unique}')", walk.kind),
        (f"where(__.in().as('{name}'))", walk.kind),
        (f"project('p', 'q').by('{walk.w.unique}').by(__.select('{name}').values('{walk.w.unique}'))", "map"),
        (f"group().by(__.select('{name}').values('{walk.w.unique}')).by(__.count())", "map"),
        (f"dedup('{name}').count()", "number"),
    ]
    walk.add(*walk.rng.choice(forms))
    return None


def _first(walk: _Walk) -> None:
    """The first few of a whole order, which only different things have."""
    if walk.depth:
        return _identity(walk)
    way = walk.rng.choice(("asc", "desc"))
    cut = walk.rng.choice(("limit(2)", "limit(1)", "range(1, 3)", "skip(1)", "tail(2)"))
    walk.add("dedup()")
    walk.add(f"order().by('{walk.w.unique}', Order.{way})")
    walk.add(cut)
    walk.blurred = True
    return None


def _remember(walk: _Walk) -> None:
    if walk.depth:
        return _identity(walk)
    name = f"r{len(walk.parts)}"
    walk.add(f"aggregate('{name}')" if walk.rng.random() < 0.7 else f"aggregate(local, '{name}').barrier()")
    _hop(walk)
    if walk.rng.random() < 0.3:
        walk.add(f"cap('{name}')", "list")
    else:
        walk.add(f"where(P.{walk.rng.choice(('within', 'without'))}('{name}'))")
    walk.blurred = True
    return None


def _constant(walk: _Walk) -> None:
    walk.add(*walk.rng.choice((("constant('k')", "text"), ("constant(7)", "number"))))


def _identity(walk: _Walk) -> None:
    # Gremlin Server's local() goes wrong over two of the first in a row, and over the second.
    if not walk.depth or not walk.parts:
        walk.add("identity()" if walk.depth or walk.rng.random() < 0.5 else "barrier()")


def _path(walk: _Walk) -> None:
    if walk.blurred or walk.depth:
        return _identity(walk)
    if walk.rng.random() < 0.5:
        walk.add(walk.rng.choice(("simplePath()", "cyclicPath()")))
    else:
        walk.add("path()" + walk.rng.choice(("", ".by(T.label)")), "path")
    return None


def _distinct(walk: _Walk) -> None:
    keys = walk.single() if walk.kind in ("vertex", "edge") else []
    if keys and walk.rng.random() < 0.4:
        walk.add(f"dedup().by('{walk.rng.choice(keys)}').count()", "number")
    else:
        walk.add("dedup()")
    walk.blurred = True


def _text_step(walk: _Walk) -> None:
    forms: list[tuple[str, Kind]] = [
        ("toUpper()", "text"), ("toLower()", "text"), ("length()", "number"), ("concat('!')", "text"),
        ("substring(1)", "text"), ("substring(0, 2)", "text"), ("replace('a', 'o')", "text"), ("trim()", "text"),
        ("reverse()", "text"), ("split('a')", "texts"), ("asString()", "text"), ("lTrim()", "text"),
        ("substring(-2)", "text"), ("concat(__.constant('x'))", "text"), ("rTrim()", "text"),
    ]  # fmt: skip
    walk.add(*walk.rng.choice(forms))


def _number_step(walk: _Walk) -> None:
    forms: list[tuple[str, Kind]] = [
        ("math('_ * 2')", "number"), ("math('_ - 1')", "number"), ("math('_ / 4')", "number"),
        ("math('floor(_)')", "number"), ("math('abs(_ - 30)')", "number"), ("asString()", "text"),
        ("math('_ % 7')", "number"), ("math('ceil(_ / 3)')", "number"), ("asNumber()", "number"),
        ("math('_ ^ 2')", "number"), ("math('sqrt(_)')", "number"), ("math('_ * _ + 1')", "number"),
        ("project('x', 'y').by().by(__.math('_ + 1')).math('x + y')", "number"),
    ]  # fmt: skip
    walk.add(*walk.rng.choice(forms))


def _is(walk: _Walk) -> None:
    number = walk.kind == "number"
    values = ("3", "29", "4", "2009", "58") if number else ("'marko'", "'lop'", "'person'", "'knows'")
    walk.add(f"is({_predicate(walk, values, number)})")


def _sorted_list(walk: _Walk) -> None:
    """A list in its whole order, of which a part may be taken."""
    walk.numbers = walk.kind == "number"
    walk.add(f"order().by(Order.{walk.rng.choice(('asc', 'desc'))}).fold()", "list")
    cuts = ("limit(local, 2)", "range(local, 0, 2)", "tail(local, 2)", "skip(local, 1)", "limit(local, 1)")
    walk.add(walk.rng.choice(cuts), "list")
    walk.blurred = True


def _of_map(walk: _Walk) -> None:
    forms: list[tuple[str, Kind]] = [
        ("count(local)", "number"), ("select(Column.keys)", "any"), ("select(Column.values)", "any"),
        ("unfold().count()", "number"), ("unfold()", "any"), ("order(local).by(Column.keys)", "map"),
        ("unfold().select(Column.values)", "any"), ("unfold().select(Column.keys)", "any"),
    ]  # fmt: skip
    if walk.parts[-1].startswith("project("):
        forms += [("select('a')", "any"), ("select('b')", "any"), ("select('a', 'b')", "map")] * 2
    if walk.parts[-1].startswith("groupCount("):
        forms += [("unfold().order().by(Column.values).select(Column.values)", "number")] * 2
        forms += [("select(Column.values).sum(local)", "number"), ("select(Column.values).max(local)", "number")]
        forms += [("unfold().where(__.select(Column.values).is(P.gt(1))).count()", "number")]
        forms += [("order(local).by(Column.values, Order.desc).unfold().count()", "number")]
        forms += [(f"select('{label}')", "number") for label in walk.w.labels]
    walk.add(*walk.rng.choice(forms))


def _of_list(walk: _Walk) -> None:
    forms: list[tuple[str, Kind]] = [
        ("count(local)", "number"), ("unfold()", "any"), ("dedup(local)", "list"), ("unfold().fold()", "list"),
        ("unfold().dedup().count()", "number"), ("union(__.count(local), __.unfold().count())", "number"),
    ]  # fmt: skip
    if walk.numbers:
        forms += [(f"{end}(local)", "number") for end in ("sum", "min", "max", "mean")] * 2
    walk.add(*walk.rng.choice(forms))


def _of_texts(walk: _Walk) -> None:
    forms: list[tuple[str, Kind]] = [
        ("count(local)", "number"), ("unfold()", "text"), ("conjoin('-')", "text"), ("reverse()", "texts"),
        ("any(P.eq('m'))", "texts"), ("all(TextP.notContaining('a'))", "texts"), ("combine(['q'])", "texts"),
        ("intersect(['m', 'rko'])", "texts"), ("difference(['m'])", "texts"), ("merge(['m'])", "texts"),
    ]  # fmt: skip
    walk.add(*walk.rng.choice(forms))


def _of_path(walk: _Walk) -> None:
    walk.add("count(local)", "number")
