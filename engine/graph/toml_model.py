"""TOML files that people write, read into a model: what is wrong is said by its field or its line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

_SHOWN = 3  # faults of one file
M = TypeVar("M", bound=BaseModel)


class WrongToml(ValueError):
    """The text is no TOML, or not that of the model; the message says where."""


def from_toml(model: type[M], text: str) -> M:
    """The model that the text stands for. Raises WrongToml."""
    try:
        return model.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise WrongToml(f"it is not valid TOML: {error}") from None
    except ValidationError as error:
        # An unknown name first: other faults often follow from it.
        faults = sorted(error.errors(), key=lambda fault: fault["type"] != "extra_forbidden")[:_SHOWN]
        raise WrongToml("; ".join(map(_said, faults))) from None


def read_text(path: Path) -> str:
    """The text of a file. Raises WrongToml with the system's reason."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise WrongToml(error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise WrongToml("it is not UTF-8 text") from None


def _said(fault: Any) -> str:
    where = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        return f"there is no field {where}"
    given = f", not {fault['input']!r}" if isinstance(fault["input"], str | int | float) else ""
    return f"{where + ': ' if where else ''}{fault['msg'].removeprefix('Value error, ')}{given}"
