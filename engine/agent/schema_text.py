"""The schema slice of a prompt: labels, properties, values of small domains, edges; within a budget of tokens.

Values come from the graph, where anybody may have written them: they stand in JSON strings, nothing in them can
close a string or a tag, and nothing is invisible.
"""

from __future__ import annotations

import itertools
import json
import re
import unicodedata
from collections.abc import Iterable

from engine.answer import jsonable
from engine.graph.profile import Profile
from engine.graph.schema import EdgeLabel, PropertySchema, Schema, VertexLabel

CHARACTERS_PER_TOKEN = 4
_VALUES = 12  # of a small domain, shown before the rest is only counted
_LONGEST = 60
_MARKUP = re.compile(r"[<>&]")


def safe(value: object, longest: int = _LONGEST) -> str:
    """A value of the graph as JSON text that carries no markup and no invisible signs, cut at ``longest``."""
    plain = jsonable(value)
    if isinstance(plain, str) and len(plain) > longest:
        plain = f"{plain[:longest]}…"
    written = json.dumps(plain, ensure_ascii=False)
    seen = "".join(sign for sign in written if unicodedata.category(sign)[0] != "C")
    return _MARKUP.sub(lambda found: f"\\u{ord(found[0]):04x}", seen)


def schema_text(schema: Schema, profile: Profile, tokens: int) -> str:
    """Every label and edge with as much of their properties as the budget allows, most frequent labels first."""
    private = set(profile.private_properties)
    vertices = sorted(schema.vertices.values(), key=lambda vertex: -vertex.count)
    edges = sorted(schema.edges.values(), key=lambda edge: -edge.count)
    ends = [_edge(edge, private) for edge in edges]
    for values in (_VALUES, 4, 0):
        described = (_vertex(vertex, private, values) for vertex in vertices)
        lines, whole = _fitting(itertools.chain(described, ends), tokens)
        if whole:
            return "\n".join(lines)
    bare = (f"{_word(vertex.name)} ({vertex.count:,})" for vertex in vertices)
    lines, whole = _fitting(itertools.chain(bare, ends), tokens)
    return "\n".join([*lines, *([] if whole else ["… and more: use describe_schema."])])


def _fitting(lines: Iterable[str], tokens: int) -> tuple[list[str], bool]:
    """The first lines that fit the budget, and whether all did. Lines behind those are not even made."""
    kept: list[str] = []
    left = tokens * CHARACTERS_PER_TOKEN
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            return kept, False
        kept.append(line)
    return kept, True


def _word(name: str) -> str:
    """A name of the schema: bare where it is an ordinary one, else as a safe string."""
    return name if re.fullmatch(r"\w{1,60}", name) else safe(name)


def _vertex(vertex: VertexLabel, private: set[str], values: int) -> str:
    shown = [_property(p, vertex.count, values) for name, p in vertex.properties.items() if name not in private]
    return f"{_word(vertex.name)} ({vertex.count:,}): {'; '.join(shown) or 'no properties'}"


def _property(prop: PropertySchema, of: int, values: int) -> str:
    parts = [f"{_word(prop.name)} {prop.type}"]
    if prop.count < of:
        parts.append(f"on {prop.count:,}")
    if prop.low is not None and prop.high is not None:
        parts.append(f"{safe(prop.low)}..{safe(prop.high)}")
    elif prop.values and values:
        listed = ", ".join(safe(value) for value, _ in prop.values[:values])
        more = f", … {len(prop.values) - values} more" if len(prop.values) > values else ""
        parts.append(f"{{{listed}{more}}}")
    elif prop.samples and values:
        parts.append(f"such as {', '.join(safe(sample) for sample in prop.samples[:2])}")
    return " ".join(parts)


def _edge(edge: EdgeLabel, private: set[str]) -> str:
    ends = ", ".join(f"{_word(end.out_label)}→{_word(end.in_label)} ({end.count:,})" for end in edge.ends[:6])
    properties = "; ".join(
        f"{_word(p.name)} {p.type}" for name, p in edge.properties.items() if name not in private
    )
    return f"edge {_word(edge.name)}: {ends}" + (f" [{properties}]" if properties else "")
