"""TOML files that people write, read into a model: what is wrong is said by field and line, in plain words."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from engine.graph.file_kinds import utf_16
from engine.graph.toml_lines import line_of

_SHOWN = 3  # faults of one file
_PLAIN = {  # pydantic's kinds of faults, in words of somebody who writes TOML
    "missing": "is missing",
    "string_type": "must be text",
    "string_too_short": "must not be empty",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
    "literal_error": "must be {expected}",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "datetime_type": "must be a time such as 2025-01-31T00:00:00Z",
    "datetime_parsing": "must be a time such as 2025-01-31T00:00:00Z",
    "datetime_from_date_parsing": "must be a time such as 2025-01-31T00:00:00Z",
    "too_short": "must not be empty",
}
_ENTRY = re.compile(r"\[\[(\w+)\]\] (\d+)")
M = TypeVar("M", bound=BaseModel)


class WrongToml(ValueError):
    """The text is no TOML, or not that of the model; the message says where."""


def from_toml(model: type[M], text: str) -> M:
    """The model that the text stands for. Raises WrongToml."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        ends = f"at its end, line {len(text.splitlines())}"
        raise WrongToml(f"it is not valid TOML: {error}".replace("at end of document", ends)) from None
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        raise WrongToml("; ".join(_all_said(error.errors(), raw, text)[:_SHOWN])) from None


def read_text(path: Path) -> str:
    """The text of a file. Raises WrongToml with the reason, where it cannot be read or holds nothing."""
    try:
        data = path.read_bytes()
        text = data.decode(utf_16(data) or "utf-8-sig")  # some shells write UTF-16 with >
    except OSError as error:
        raise WrongToml(error.strerror or str(error)) from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise WrongToml(f"line {line} is not UTF-8 text; save it as UTF-8") from None
    if not text.strip():
        raise WrongToml("it is empty")
    return text


def _all_said(faults: list[Any], raw: Any, text: str) -> list[str]:
    """Each place that is wrong, once; an unknown name first, because other faults often follow from it."""
    said: dict[tuple[str | int, ...], str] = {}
    for fault in sorted(faults, key=lambda fault: fault["type"] != "extra_forbidden"):
        if fault["type"] == "too_short" and fault["input"]:
            continue  # it is not empty: its entries are wrong, which is said
        place = _place(fault, raw)
        message = _said(fault, place)
        if place in said:  # one of several types that it may have
            message = f"{said[place]} or {message.removeprefix('must be ')}"
        said[place] = message
    return [_placed(place, message, text) for place, message in said.items()]


def _placed(place: tuple[str | int, ...], message: str, text: str) -> str:
    if not place and (named := _ENTRY.match(message)):  # what compares several fields names the entry itself
        line = line_of(text, (named[1], int(named[2]) - 1))
    else:
        line = line_of(text, place)
    whole = message if not place or message.startswith("there is") else f"{_named(place)} {message}"
    return f"line {line}: {whole}" if line else whole


def _said(fault: Any, place: tuple[str | int, ...]) -> str:
    if fault["type"] == "extra_forbidden":
        return f"there is no field {_named(place)}"
    words = fault["msg"].removeprefix("Value error, ")
    if fault["type"] == "value_error":
        return f"is wrong: {words}" if place else words
    plain = _PLAIN.get(fault["type"], f"is wrong: {words}").format(**fault.get("ctx", {}))
    given = fault["input"]
    return plain + (f", not {given!r}" if isinstance(given, str | int | float) and given != "" else "")


def _place(fault: Any, raw: Any) -> tuple[str | int, ...]:
    """Where in the file the fault is: pydantic's place without the names of types that it tried."""
    place: list[str | int] = []
    for part in fault["loc"]:
        there = part in raw if isinstance(raw, dict) else isinstance(raw, list) and isinstance(part, int)
        if there:
            raw = raw[part]
        elif not (fault["type"] == "missing" and isinstance(raw, dict)):
            break
        place.append(part)
    return tuple(place)


def _named(place: tuple[str | int, ...]) -> str:
    """``[[vertex]] 2: properties.age.type``: entries of a list are counted from 1."""
    named = ""
    for part in place:
        named += f" {part + 1}" if isinstance(part, int) else f"{'.' if named else ''}{part}"
    if len(place) > 2 and isinstance(place[1], int):
        head = f"{place[0]} {place[1] + 1}"
        return f"[[{place[0]}]] {place[1] + 1}: {named.removeprefix(head + '.')}"
    return named
