"""What is asked of what is here, whatever it is: conditions, values, groups, figures."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.walks.walk import MAX_DEPTH, Kind, Walk


def predicate(walk: Walk, values: tuple[str, ...], number: bool, deep: bool = True) -> str:
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
        form = form + join.format(predicate(walk, values, number, deep=False))
    return f"P.not({form})" if deep and walk.rng.random() < 0.08 else form


def condition(walk: Walk) -> None:
    rng, keyed = walk.rng, walk.keyed()
    forms: list[Callable[[], str]] = []
    if keyed:
        key, values, number = rng.choice(keyed)
        forms += [
            lambda: f"has('{key}', {rng.choice(values)})",
            lambda: f"has('{key}', {predicate(walk, values, number)})",
            lambda: f"has('{key}', {predicate(walk, values, number)})",
            lambda: f"has('{key}')",
            lambda: f"hasNot('{key}')",
            lambda: f"where(__.values('{key}').is({predicate(walk, values, number)}))",
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
            lambda: f"where(__.out().dedup().count().is({count(walk)}))",
            lambda: f"has(T.label, P.neq('{label}'))",
            lambda: f"where(__.both({walk.edge_labels()}).count().is({count(walk)}))",
        ]
    else:
        forms += [lambda: f"hasLabel('{rng.choice(walk.w.edges)}')"]
    if walk.depth < MAX_DEPTH:
        forms += [
            lambda: f"{rng.choice(('where', 'not', 'filter'))}(__.{walk.inner().text})",
            lambda: f"{rng.choice(('and', 'or'))}(__.{walk.inner().text}, __.{walk.inner().text})",
        ]
    walk.add(rng.choice(forms)())


def count(walk: Walk) -> str:
    return f"P.{walk.rng.choice(('gt', 'gte', 'lt', 'lte', 'eq', 'neq'))}({walk.rng.randint(0, 3)})"


def values(walk: Walk) -> None:
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


def map_of(walk: Walk) -> None:
    keys = ", ".join(f"'{key}'" for key, _, _ in walk.rng.sample(walk.keyed(), min(1, len(walk.keyed()))))
    forms = [f"valueMap({keys})", "valueMap()"]
    if not walk.w.several:  # of which elementMap() takes the last
        forms += [f"elementMap({keys})", "elementMap()"]
    forms += ["project('a', 'b')" + "".join(f".by({one(walk)})" for _ in "ab")] * 3
    walk.add(walk.rng.choice(forms), "map")


def one(walk: Walk) -> str:
    """What a ``by`` is given: at most one value for each."""
    forms = ["T.label", *(f"'{key}'" for key in walk.single())]
    if walk.kind == "vertex":
        forms += [f"__.both({walk.edge_labels()}).count()", f"__.out().values('{walk.w.unique}').fold()"]
        forms += [f"__.coalesce(__.values('{key}'), __.constant('none'))" for key in walk.single()]
    if walk.kind in ("text", "number", "any"):
        forms = ["__.identity()", "__.constant('x')"]
    return walk.rng.choice(forms)


def group(walk: Walk) -> None:
    by = f".by({one(walk)})" if walk.kind in ("vertex", "edge") or walk.rng.random() < 0.3 else ""
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


def reduce(walk: Walk) -> None:
    numbers = ("count", "count", "sum", "min", "max", "mean", "fold")
    names = {"number": numbers, "text": ("count", "min", "max", "fold")}.get(walk.kind, ("count", "count", "fold"))
    name = walk.rng.choice(names)
    same: Kind = walk.kind if name in ("min", "max") else "number"
    walk.numbers = walk.kind == "number"
    walk.add(f"{name}()", "list" if name == "fold" else same)
    walk.blurred = True


def constant(walk: Walk) -> None:
    walk.add(*walk.rng.choice((("constant('k')", "text"), ("constant(7)", "number"))))


def identity(walk: Walk) -> None:
    # Gremlin Server's local() goes wrong over two of the first in a row, and over the second.
    if not walk.depth or not walk.parts:
        walk.add("identity()" if walk.depth or walk.rng.random() < 0.5 else "barrier()")


def distinct(walk: Walk) -> None:
    keys = walk.single() if walk.kind in ("vertex", "edge") else []
    if keys and walk.rng.random() < 0.4:
        walk.add(f"dedup().by('{walk.rng.choice(keys)}').count()", "number")
    else:
        walk.add("dedup()")
    walk.blurred = True


def compared(walk: Walk) -> None:
    number = walk.kind == "number"
    values = ("3", "29", "4", "2009", "58") if number else ("'marko'", "'lop'", "'person'", "'knows'")
    walk.add(f"is({predicate(walk, values, number)})")
