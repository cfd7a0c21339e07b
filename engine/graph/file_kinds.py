"""What the bytes of a file are: another kind than text, or text in which encoding."""

from __future__ import annotations

from pathlib import Path

_OTHER_KINDS = {
    b"PK\x03\x04": "a workbook (or another zip archive)",
    b"\xd0\xcf\x11\xe0": "an old workbook",
    b"%PDF": "a PDF",
    b"\x1f\x8b": "compressed (gzip)",
    b"SQLite f": "a database",
    b"PAR1": "a Parquet file",
}
_BEGINNING = 4_000  # bytes that show whether every other one is zero


def other_kind(path: Path) -> str | None:
    """What kind of file it is, when its first bytes say that it is no text at all. Raises OSError."""
    with path.open("rb") as file:
        first = file.read(8)
    return next((kind for mark, kind in _OTHER_KINDS.items() if first.startswith(mark)), None)


def utf_16(data: bytes) -> str | None:
    """The kind of UTF-16 that a file with this beginning is, by its mark or its zero bytes."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    for encoding, zeros in (("utf-16-le", data[1:_BEGINNING:2]), ("utf-16-be", data[:_BEGINNING:2])):
        if len(zeros) > 1 and zeros.count(0) > len(zeros) / 2:
            return encoding
    return None


def likely_encoding(data: bytes) -> str:
    """``utf-8`` where the bytes are that, else UTF-16 where they look like it, else ``cp1252``."""
    if found := utf_16(data):
        return found
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def codec(path: Path, encoding: str) -> str:
    """The encoding as Python opens it: UTF-8 with or without its mark.

    Raises OSError, and UnicodeError where UTF-16 is said to be UTF-8: much of it would pass for that.
    """
    if encoding.lower().replace("_", "-") not in ("utf-8", "utf8"):
        return encoding
    with path.open("rb") as file:
        if found := utf_16(file.read(_BEGINNING)):
            raise UnicodeError(found)
    return "utf-8-sig"


def undecodable(path: Path, encoding: str) -> tuple[int, str]:
    """The line of the first byte that is not in the encoding, and what to say of it with what to do."""
    data = path.read_bytes()
    likely = likely_encoding(data)
    found, line = "the byte-order mark is missing", 1
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        found, line = f"byte 0x{data[error.start]:02X}", data.count(b"\n", 0, error.start) + 1
    except UnicodeError:
        pass
    if likely.startswith("utf-16"):
        found, line = "it is UTF-16, as some programs write Unicode", 0
    text = f"{found}: the file is not {encoding} text; save it as UTF-8"
    other = f', or name its encoding in the mapping: encoding = "{likely}"'
    return line, text + (other if likely not in ("utf-8", encoding) else "")
