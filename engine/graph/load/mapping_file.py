"""Mapping files: TOML text to a mapping, with errors that name the field or the line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine.errors import OperatorMustAct
from engine.graph.load.mapping import Mapping


def parse_mapping(text: str, source: str) -> Mapping:
    """A mapping from TOML text. Raises OperatorMustAct that names the field (or the line, where it is no TOML)."""
    try:
        return Mapping.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise OperatorMustAct(
            f"{source} is not valid TOML: {error}.", "Correct that line.", code="mapping"
        ) from None
    except ValidationError as error:
        raise OperatorMustAct(
            f"{source}: {'; '.join(map(_said, _telling(error)))}.",
            "The mapping language is described in: graphdesk load --help-mapping",
            code="mapping",
        ) from None


def _telling(error: ValidationError) -> list[Any]:
    """A few of the errors; a word that the language does not know first, for others often follow from it."""
    return sorted(error.errors(), key=lambda one: one["type"] != "extra_forbidden")[:3]


def _said(one: Any) -> str:
    where = ".".join(str(part) for part in one["loc"])
    if one["type"] == "extra_forbidden":
        return f"{where} is not a word of the mapping language"
    given = f", not {one['input']!r}" if isinstance(one["input"], str | int | float) else ""
    return f"{where + ': ' if where else ''}{one['msg'].removeprefix('Value error, ')}{given}"


def read_mapping(path: Path) -> Mapping:
    """A mapping from a file. Raises OperatorMustAct when it is missing, unreadable or wrong."""
    try:
        return parse_mapping(path.read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise OperatorMustAct(
            f"The mapping {path} could not be read: {reason}.",
            "Write a draft with: graphdesk load --draft-mapping FILE.csv > mapping.toml",
            code="mapping",
        ) from None
