"""What a query does with its noun in the end, said with the noun: ``counts the …``, ``gives the average …``."""

from __future__ import annotations

from collections.abc import Sequence

from engine.gremlin.english.nouns import Noun, by_noun
from engine.gremlin.english.reading import Reading
from engine.gremlin.english.values import listed
from engine.gremlin.shapes import strings
from engine.gremlin.tree import Literal, Step

_FINAL = {"min": "lowest", "max": "highest", "mean": "average", "sum": "total"}


def final(found: Noun, step: Step, modulators: Sequence[Step]) -> str:
    """What a step does with a noun, in one phrase; empty when it takes more to say."""
    plain = not modulators and not step.args
    whole = str(found)
    if found.key and not found.different:
        whole = whole.replace(f"the {found.key}", f"the {found.several}", 1)
    if step.name == "count" and plain:
        return f"counts {whole}"
    if step.name in _FINAL and plain and found.key:
        elements = found.elements()
        key = f"different {found.key}" if found.different else found.key
        return f"gives the {_FINAL[step.name]} {key}{f' of {elements}' if elements else ''}"
    if step.name == "fold" and plain:
        return f"lists {whole} as one list"
    if step.name == "project" and not found.key:
        names = strings(step.args)
        columns = _columns(names, modulators)
        if len(names) != len(step.args) or not columns:
            return ""
        taken = f"takes {found}; gives for each" if ", " in str(found) else f"gives for each of {found}"
        return f"{taken}: {', '.join(columns)}"
    if step.name in ("valueMap", "elementMap") and not found.key:
        said = value_map(Reading(step, tuple(modulators), lambda traversal: ""))
        return said.replace("of them", f"of {found}", 1)
    return ""


def _columns(names: Sequence[str], modulators: Sequence[Step]) -> list[str]:
    """``name (what fills it)`` of each column; empty when one has no words."""
    if any(step.name != "by" for step in modulators):
        return []
    by = [by_noun(step) for step in modulators] or ["itself"]
    columns = []
    for number, name in enumerate(names):
        fill = by[number % len(by)]
        if fill is None:
            return []
        columns.append(
            name if fill == name else f"{name} (the {fill})" if fill != "itself" else f"{name} (itself)"
        )
    return columns


def value_map(reading: Reading) -> str:
    """``valueMap`` and ``elementMap`` by the names of what they list."""
    flags = [value for value in reading.args if not isinstance(value, Literal) or value.kind != "string"]
    if reading.modulators or any(not isinstance(flag, Literal) for flag in flags):
        return ""
    with_id = reading.step.name == "elementMap" or any(
        isinstance(flag, Literal) and flag.value is True for flag in flags
    )
    names = [*(("id", "label") if with_id else ()), *(strings(reading.args) or ["all properties"])]
    return f"lists {'' if names == ['all properties'] else 'the '}{listed(names)} of them"
