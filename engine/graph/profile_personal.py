"""Which properties look like ways to reach a person, for whoever writes a profile to withhold or not."""

from __future__ import annotations

import json
import re

from engine.graph.schema import EdgeLabel, PropertySchema, Schema, VertexLabel

_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_PHONE = re.compile(r"[+(]?\d[\d ()./-]{5,20}\d")
_CALLED = re.compile(r"phone|mobile|(?<![a-z])(tel|cell|fax)(?![a-z])", re.IGNORECASE)
_FEWEST_DIGITS = 7
_MOST = 0.8  # of the values that are known must look so


def personal_properties(schema: Schema) -> tuple[str, ...]:
    """The names of properties whose values are e-mail addresses or phone numbers, sorted.

    Digits that do not begin as a number with its country or area does are a phone number only by their name.
    """
    labels: list[VertexLabel | EdgeLabel] = [*schema.vertices.values(), *schema.edges.values()]
    return tuple(sorted({name for label in labels for name, p in label.properties.items() if _is_personal(p)}))


def _is_personal(prop: PropertySchema) -> bool:
    known = [str(value) for value, _ in prop.values] or [str(value) for value in prop.samples]
    if prop.type not in ("string", "integer") or prop.iso_dates or not known:
        return False
    called = bool(_CALLED.search(prop.name))
    alike = sum(bool(_MAIL.fullmatch(text)) or _is_phone(text, called) for text in known)
    return alike >= _MOST * len(known)


def _is_phone(text: str, called: bool) -> bool:
    digits = sum(map(str.isdigit, text))
    return bool(_PHONE.fullmatch(text)) and digits >= _FEWEST_DIGITS and (called or text[0] in "+(")


def suggestion(schema: Schema) -> str:
    """What to write into a profile to withhold them; empty where nothing looks so."""
    found = personal_properties(schema)
    return f"private_properties = {json.dumps(found, ensure_ascii=False)}" if found else ""
