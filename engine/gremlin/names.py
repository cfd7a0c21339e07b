"""Names as people and models write them: exact, in another case, in snake_case, with Python's underscore."""

from __future__ import annotations

from engine.gremlin.steps import (
    ENUMS,
    FOLDED_PREDICATES,
    FOLDED_STEPS,
    MUTATING,
    PREDICATES,
    READING,
    RENAMED,
    STEPS,
    TERMINAL,
    folded,
    words,
)

CLOSURE_NAMES = frozenset({"it", "Lambda", "lambda", "function"})
_KNOWN = STEPS | TERMINAL

# Names of other languages and libraries whose meaning here is beyond doubt.
_PREDICATE_ALIASES = {
    "startswith": "startingWith",
    "endswith": "endingWith",
    "contains": "containing",
    "ne": "neq",
    "ge": "gte",
    "le": "lte",
}
_READ_ONLY = "Queries are read-only: only ask."
_HINTS = {
    "size": "For the number of results use count().",
    "len": "For the number of results use count().",
    "first": "For the first result use limit(1).",
    "head": "For the first results use limit(n).",
    "distinct": "For distinct results use dedup().",
    "unique": "For distinct results use dedup().",
    "sort": "To sort use order().by('property').",
    "orderby": "To sort use order().by('property').",
    "groupby": "To group use group().by('property').",
    "average": "For an average use mean().",
    "avg": "For an average use mean().",
    "hasproperty": "Use has('property').",
    "edges": "Use bothE('label').",
    "vertices": "Use g.V().",
    "like": "Use has('property', TextP.containing('text')).",
    "ilike": "Text predicates are case-sensitive: use TextP.containing('text') or a group of them with or().",
    "textcontains": "Use has('property', TextP.containing('text')).",
    "textcontainsprefix": "Use has('property', TextP.startingWith('text')).",
    "textcontainsregex": "Use has('property', TextP.regex('pattern')).",
    "textregex": "Use has('property', TextP.regex('pattern')).",
    "textprefix": "Use has('property', TextP.startingWith('text')).",
    "collect": "Use map(__.…) or project().",
    "foreach": "Results are returned as they are; no loop is needed.",
    "foreachremaining": "Results are returned as they are; no loop is needed.",
    "tostring": "Remove toString(); results are returned as they are.",
    "get": "Use values('property').",
    "getproperty": "Use values('property').",
    **dict.fromkeys(
        words("remove delete update insert save set setproperty removeproperty removev deletev createv createe"),
        _READ_ONLY,
    ),
    "isnotnull": "Use has('property').",
    "isnull": "Use hasNot('property').",
}
_DATE_HINT = "Write a fixed moment: datetime('2024-03-07T00:00:00Z')."
_DATES = frozenset(
    words("Date date Instant LocalDate LocalDateTime OffsetDateTime ZonedDateTime Calendar timedelta Duration now")
)
_CODE = frozenset(
    words("System Runtime Class Math Integer String Thread File Eval eval exec import print println")
)


def step_name(written: str) -> str | None:
    """The step that a name means beyond doubt, else None."""
    if written in _KNOWN:
        return written
    return FOLDED_STEPS.get(folded(written))


def nearest_predicate(written: str) -> str | None:
    """The predicate that a name means beyond doubt, else None."""
    if written in PREDICATES:
        return written
    name = folded(written)
    return FOLDED_PREDICATES.get(name) or _PREDICATE_ALIASES.get(name)


def constant(enum: str, written: str) -> str | None:
    """The constant of an enum that a name means, in any case, else None."""
    renamed = RENAMED.get((enum, written))
    if renamed or written in ENUMS[enum]:
        return renamed or written
    name = folded(written)
    return next((known for known in ENUMS[enum] if known.casefold() == name), RENAMED.get((enum, name)))


def nearest_step(written: str) -> str:
    """A hint for a name that is no step or predicate."""
    known = _HINTS.get(folded(written))
    if known:
        return known
    from rapidfuzz import fuzz, process

    choices = [*FOLDED_STEPS, *FOLDED_PREDICATES]
    found = process.extract(folded(written), choices, scorer=fuzz.ratio, limit=2, score_cutoff=70)
    names = [FOLDED_STEPS.get(match) or FOLDED_PREDICATES[match] for match, _, _ in found]
    if names and names[0] in MUTATING:
        return _READ_ONLY
    # A step that policy refuses is no help to whoever asked for another.
    names = [name for name in names if name in READING | TERMINAL or name in PREDICATES]
    if not names:
        return "Use the steps of TinkerPop Gremlin only."
    return f"Did you mean {' or '.join(f'{name}()' for name in dict.fromkeys(names))}?"


def refused_call(name: str, chain: list[str]) -> tuple[str, str, str] | None:
    """(code, message, hint) for a name that stands for code rather than for Gremlin, else None."""
    if name in CLOSURE_NAMES:
        what = f"{name}.{chain[1]}" if len(chain) > 1 else name
        return (
            "closure",
            f"{what} is a closure or lambda, which is not allowed",
            "Use Gremlin steps instead: filter(__.has(…)), map(__.values(…)).",
        )
    if name in _DATES:
        return "date_constructor", f"{name} is not part of Gremlin", _DATE_HINT
    if name in _CODE or name in ("java", "groovy", "javax"):
        return "code", f"{name} is program code, which is not allowed", "Use Gremlin steps only."
    return None
