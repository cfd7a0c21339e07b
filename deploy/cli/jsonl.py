"""Reads a file, or standard input, of JSON lines with one text each."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from engine.errors import GraphdeskError, UserMustAct

_JSON = (b"{", b"[", b'"')
_SHOWN = 40  # characters of an example


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
    first = True
    with stream:
        for number, line in enumerate(_lines(stream), 1):
            if not line.strip():
                continue
            if first and not line.lstrip(b"\xef\xbb\xbf \t").startswith(_JSON):
                _explain(line, key)
            first = False
            yield _text(line, key, number)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines, as UTF-8 also where they are UTF-16, as some shells write with >."""
    from engine.graph.file_kinds import utf_16

    first = stream.readline()
    if encoding := utf_16(first):
        yield from (first + stream.read()).decode(encoding, "replace").encode().splitlines()
        return
    yield first
    yield from stream


def _explain(line: bytes, key: str) -> None:
    """Say once, and to people, what each line will say again: this file is no JSON lines at all."""
    text = line.decode("utf-8", "replace").strip()
    shown = json.dumps({key: text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"}, ensure_ascii=False)
    print(f"graphdesk: These are plain lines. Write each as JSON, such as: {shown}", file=sys.stderr)  # noqa: T201


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
