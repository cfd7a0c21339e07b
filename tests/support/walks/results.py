"""What is made of texts, numbers, maps, lists and paths."""

from __future__ import annotations

from tests.support.walks.walk import Kind, Walk


def text_step(walk: Walk) -> None:
    forms: list[tuple[str, Kind]] = [
        ("toUpper()", "text"), ("toLower()", "text"), ("length()", "number"), ("concat('!')", "text"),
        ("substring(1)", "text"), ("substring(0, 2)", "text"), ("replace('a', 'o')", "text"), ("trim()", "text"),
        ("reverse()", "text"), ("split('a')", "texts"), ("asString()", "text"), ("lTrim()", "text"),
        ("substring(-2)", "text"), ("concat(__.constant('x'))", "text"), ("rTrim()", "text"),
    ]  # fmt: skip
    walk.add(*walk.rng.choice(forms))


def number_step(walk: Walk) -> None:
    forms: list[tuple[str, Kind]] = [
        ("math('_ * 2')", "number"), ("math('_ - 1')", "number"), ("math('_ / 4')", "number"),
        ("math('floor(_)')", "number"), ("math('abs(_ - 30)')", "number"), ("asString()", "text"),
        ("math('_ % 7')", "number"), ("math('ceil(_ / 3)')", "number"), ("asNumber()", "number"),
        ("math('_ ^ 2')", "number"), ("math('sqrt(_)')", "number"), ("math('_ * _ + 1')", "number"),
        ("project('x', 'y').by().by(__.math('_ + 1')).math('x + y')", "number"),
    ]  # fmt: skip
    walk.add(*walk.rng.choice(forms))


def sorted_list(walk: Walk) -> None:
    """A list in its whole order, of which a part may be taken."""
    walk.numbers = walk.kind == "number"
    walk.add(f"order().by(Order.{walk.rng.choice(('asc', 'desc'))}).fold()", "list")
    cuts = ("limit(local, 2)", "range(local, 0, 2)", "tail(local, 2)", "skip(local, 1)", "limit(local, 1)")
    walk.add(walk.rng.choice(cuts), "list")
    walk.blurred = True


def of_map(walk: Walk) -> None:
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


def of_list(walk: Walk) -> None:
    forms: list[tuple[str, Kind]] = [
        ("count(local)", "number"), ("unfold()", "any"), ("dedup(local)", "list"), ("unfold().fold()", "list"),
        ("unfold().dedup().count()", "number"), ("union(__.count(local), __.unfold().count())", "number"),
    ]  # fmt: skip
    if walk.numbers:
        forms += [(f"{end}(local)", "number") for end in ("sum", "min", "max", "mean")] * 2
    walk.add(*walk.rng.choice(forms))


def of_texts(walk: Walk) -> None:
    forms: list[tuple[str, Kind]] = [
        ("count(local)", "number"), ("unfold()", "text"), ("conjoin('-')", "text"), ("reverse()", "texts"),
        ("any(P.eq('m'))", "texts"), ("all(TextP.notContaining('a'))", "texts"), ("combine(['q'])", "texts"),
        ("intersect(['m', 'rko'])", "texts"), ("difference(['m'])", "texts"), ("merge(['m'])", "texts"),
    ]  # fmt: skip
    walk.add(*walk.rng.choice(forms))


def of_path(walk: Walk) -> None:
    walk.add("count(local)", "number")
