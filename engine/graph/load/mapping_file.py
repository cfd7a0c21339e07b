"""Mapping files: TOML text to a mapping, with errors that name the field or the line."""

from __future__ import annotations

from pathlib import Path

from engine.errors import UserMustAct
from engine.graph.load.mapping import Mapping
from engine.graph.toml_model import WrongToml, from_toml, read_text

_LANGUAGE = "The mapping language is described in: graphdesk load --help-mapping"
_DRAFT = "Name another, or write a draft: graphdesk load --draft-mapping FILE.csv --out mapping.toml"


def parse_mapping(text: str, source: str) -> Mapping:
    """A mapping from TOML text. Raises UserMustAct that names the field (or the line, where it is no TOML)."""
    try:
        return from_toml(Mapping, text)
    except WrongToml as error:
        raise UserMustAct(f"{source}: {error}.", _LANGUAGE, code="mapping") from None


def read_mapping(path: Path) -> Mapping:
    """A mapping from a file. Raises UserMustAct when it is missing, unreadable or wrong."""
    try:
        text = read_text(path)
    except WrongToml as error:
        raise UserMustAct(f"The mapping {path} cannot be read: {error}.", _DRAFT, code="mapping") from None
    return parse_mapping(text, str(path))
