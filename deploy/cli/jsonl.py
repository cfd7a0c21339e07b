"""Reads a file, or standard input, of JSON lines with one text each."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from engine.errors import GraphdeskError, UserMustAct


def texts(file: str, key: str) -> Iterator[str | GraphdeskError]:
    """The text under ``key`` of each line that is not blank, or what is wrong with the line. ``-``: stdin.

    It is opened here and now: raises UserMustAct when it cannot be.
    """
    try:
        stream = sys.stdin.buffer if file == "-" else Path(file).open("rb")  # noqa: SIM115 - closed below
    except OSError as error:
        raise UserMustAct(f"{file} cannot be read: {error.strerror}.", "Check the path.", code="file") from error
    return _texts(stream, key)


def _texts(stream: BinaryIO, key: str) -> Iterator[str | GraphdeskError]:
    with stream:
        for number, line in enumerate(stream, 1):
            if line.strip():
                yield _text(line, key, number)


def _text(line: bytes, key: str, number: int) -> str | GraphdeskError:
    form = f'Write each line as {{"{key}": "..."}}, in UTF-8.'
    try:
        found = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return UserMustAct(f"Line {number} is not JSON.", form, code="line")
    text = found.get(key) if isinstance(found, dict) else None
    if not isinstance(text, str):
        return UserMustAct(f'Line {number} has no "{key}" that is text.', form, code="line")
    return text
