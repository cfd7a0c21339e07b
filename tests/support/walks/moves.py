"""Where a traversal goes from the vertices and edges that it stands on, and what it remembers of the way."""

from __future__ import annotations

from tests.support.walks.asked import condition, identity, map_of, one, values
from tests.support.walks.walk import MAX_DEPTH, Kind, Walk


def start(walk: Walk) -> None:
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


def hop(walk: Walk) -> None:
    walk.add(f"{walk.rng.choice(('out', 'in', 'both'))}({walk.edge_labels()})")


def edge_hop(walk: Walk) -> None:
    walk.add(f"{walk.rng.choice(('outE', 'inE', 'bothE'))}({walk.edge_labels()})", "edge")
    if walk.rng.random() < 0.3:
        walk.add("otherV()" if walk.rng.random() < 0.7 and not walk.depth else "inV()", "vertex")


def ends(walk: Walk) -> None:
    walk.add(f"{walk.rng.choice(('outV', 'inV', 'bothV'))}()", "vertex")


def branch(walk: Walk) -> None:
    if walk.depth >= MAX_DEPTH:
        return identity(walk)
    one, two = walk.inner(more=2), walk.inner(more=2)
    kind: Kind = one.kind if one.kind == two.kind else "any"
    forms = [
        (f"union(__.{one.text}, __.{two.text})", kind),
        (f"coalesce(__.{one.text}, __.{two.text})", kind),
        (f"choose(__.{walk.inner(condition).text}, __.{one.text}, __.{two.text})", kind),
        (f"choose(__.{walk.inner(condition).text}, __.{one.text})", "any"),
        # Gremlin Server counts nothing where a local() over a reducing step gets nothing.
        (f"local(__.{walk.inner(narrow, more=0).text})", "any"),
        (f"flatMap(__.{one.text})", one.kind),
        (f"sideEffect(__.{one.text})", walk.kind),
    ]
    if walk.kind == "vertex":
        forms.append((f"optional(__.{walk.inner(hop, more=0).text})", "vertex"))
    walk.add(*walk.rng.choice(forms))
    return None


def narrow(walk: Walk) -> None:
    walk.rng.choice((hop, values, map_of) if walk.kind == "vertex" else (identity,))(walk)


def repeat(walk: Walk) -> None:
    if "repeat(" in walk.text:
        walk.add("barrier()")  # what stands between two would modulate the first
    body = walk.inner(hop, more=0)
    if walk.rng.random() < 0.3:
        condition(body)
    if walk.rng.random() < 0.2 and not walk.blurred:
        body.add("simplePath()")
    times = walk.rng.randint(1, 3)
    loop = f"repeat(__.{body.text})"
    ends = walk.inner(condition, more=0).text
    forms = [f"{loop}.times({times})", f"{loop}.emit().times({times})", f"emit().{loop}.times({times})"]
    forms += [f"{loop}.emit(__.{ends}).times({times})", f"times({times}).{loop}"]
    forms += [f"{loop}.until(__.or(__.{ends}, __.loops().is({times})))"]
    walk.add(walk.rng.choice(forms))


def pattern(walk: Walk) -> None:
    """``match()`` of two patterns, and at times a condition."""
    if walk.blurred or walk.depth or walk.parts[-1].startswith(("as(", "select(")):
        return identity(walk)
    one, two = walk.edge_labels(), walk.edge_labels()
    more = walk.rng.choice(("", ", __.where('a', P.neq('c'))", f", __.as('c').has('{walk.w.unique}')"))
    ways = [walk.rng.choice(("out", "in")) for _ in range(2)]
    walk.add(f"match(__.as('a').{ways[0]}({one}).as('b'), __.as('b').{ways[1]}({two}).as('c'){more})", "map")
    names = walk.rng.choice(("'a', 'c'", "'a', 'b', 'c'", "'c', 'b'"))
    walk.add(f"select({names}).by('{walk.w.unique}')", "map")
    walk.blurred = True
    return None


def sorted_maps(walk: Walk) -> None:
    """A table as operators ask for it: the first rows of an order that is whole."""
    if walk.depth:
        return identity(walk)
    way = walk.rng.choice(("asc", "desc"))
    walk.add(f"dedup().order().by(__.both({walk.edge_labels()}).count(), Order.{way}).by('{walk.w.unique}')")
    walk.add(walk.rng.choice(("limit(3)", "range(1, 4)", "limit(1)")))
    walk.add(f"project('n', 'k').by('{walk.w.unique}').by({one(walk)})", "map")
    walk.blurred = True
    return None


def mark(walk: Walk) -> None:
    """``as('m')``, a hop, and what is asked of the mark."""
    if walk.blurred or walk.depth:
        return identity(walk)
    name = f"m{len(walk.marks)}"
    walk.marks.append(name)
    walk.add(f"as('{name}')")
    hop(walk)
    if walk.rng.random() < 0.4:
        condition(walk)
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


def first(walk: Walk) -> None:
    """The first few of a whole order, which only different things have."""
    if walk.depth:
        return identity(walk)
    way = walk.rng.choice(("asc", "desc"))
    cut = walk.rng.choice(("limit(2)", "limit(1)", "range(1, 3)", "skip(1)", "tail(2)"))
    walk.add("dedup()")
    walk.add(f"order().by('{walk.w.unique}', Order.{way})")
    walk.add(cut)
    walk.blurred = True
    return None


def remember(walk: Walk) -> None:
    if walk.depth:
        return identity(walk)
    name = f"r{len(walk.parts)}"
    walk.add(f"aggregate('{name}')" if walk.rng.random() < 0.7 else f"aggregate(local, '{name}').barrier()")
    hop(walk)
    if walk.rng.random() < 0.3:
        walk.add(f"cap('{name}')", "list")
    else:
        walk.add(f"where(P.{walk.rng.choice(('within', 'without'))}('{name}'))")
    walk.blurred = True
    return None


def path(walk: Walk) -> None:
    if walk.blurred or walk.depth:
        return identity(walk)
    if walk.rng.random() < 0.5:
        walk.add(walk.rng.choice(("simplePath()", "cyclicPath()")))
    else:
        walk.add("path()" + walk.rng.choice(("", ".by(T.label)")), "path")
    return None
