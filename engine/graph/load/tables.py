"""Rows of a delimited text file, with the line each begins on; what cannot be read is reported, not skipped."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.graph.file_kinds import codec, other_kind, undecodable
from engine.graph.load.mapping import Mapping, Table
from engine.graph.load.problems import Problems

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
Row = dict[str, str | None]
ROW = "#"  # a column that every table has: the line of the row
_NUL = "\0"
_LONGEST_CELL = 1 << 20  # characters; more means that a quotation mark was never closed
_MOST_BAD_ROWS = 1_000


@dataclass(frozen=True, slots=True)
class Source:
    """A table's file and how it is read."""

    path: Path
    file: str  # as reports name it
    delimiter: str = ","
    encoding: str = "utf-8"
    quote: str = '"'
    null: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def of(cls, table: Table, mapping: Mapping, path: Path) -> Source:
        """The table's own settings where given, else the mapping's."""

        def own(name: str) -> Any:
            value = getattr(table, name)
            return getattr(mapping, name) if value is None else value

        delimiter = own("delimiter") or ","
        null = mapping.null if table.null is None else table.null
        return cls(path, path.name, delimiter, own("encoding"), own("quote"), frozenset({"", *null}))


def read_rows(source: Source, problems: Problems, needed: Set[str] = frozenset()) -> Iterator[tuple[int, Row]]:
    """The rows after the header, as (line, column → text or None where it is a null token).

    Notes in ``problems``: a missing or unreadable file, a header without a needed column or with one twice, rows
    with too few or too many cells, bytes that are not in the encoding, a quotation mark never closed.
    """
    csv.field_size_limit(_LONGEST_CELL)
    try:
        if other := other_kind(source.path):
            problems.add(source.file, 0, "unreadable", f"is {other}: save its sheets or tables as CSV files")
            return
        with source.path.open(encoding=codec(source.path, source.encoding), newline="") as file:
            yield from _rows(_reader(file, source, source.delimiter), source, problems, needed)
    except UnicodeError:
        line, text = undecodable(source.path, source.encoding)
        problems.add(source.file, line, "encoding", text)
    except LookupError:
        problems.add(source.file, 0, "encoding", f"there is no encoding {source.encoding!r}")
    except OSError as error:
        problems.add(source.file, 0, "unreadable", f"cannot be read: {error.strerror or error}")


def _broken(error: str) -> str:
    """The csv module's words in those of somebody who looks at the file."""
    if error.startswith("unexpected end of data"):
        return "has a quotation mark that is never closed"
    if error.startswith("field larger"):
        return f"has a cell of more than {_LONGEST_CELL:,} characters: is a quotation mark never closed"
    if "expected after" in error:
        return "has something between a closing quotation mark and the end of its cell"
    return f"is broken: {error}"


def _reader(lines: Iterable[str], source: Source, delimiter: str) -> Any:
    return csv.reader(
        lines,
        delimiter=delimiter,
        quotechar=source.quote or None,
        quoting=csv.QUOTE_MINIMAL if source.quote else csv.QUOTE_NONE,
        strict=True,
    )


def fitting_delimiter(source: Source, needed: Set[str]) -> str:
    """The delimiter under which the header has most of the needed columns; the source's own before others."""

    def found(delimiter: str) -> int:
        try:
            with source.path.open(encoding=codec(source.path, source.encoding), newline="") as file:
                header: list[str] = next(filter(_filled, _reader(file, source, delimiter)), [])
        except (csv.Error, OSError, UnicodeError, LookupError):  # told when the file is read
            return 0
        return len(needed & {cell.strip() for cell in header})

    return max((source.delimiter, *DELIMITERS), key=found)


def _filled(cells: list[str]) -> bool:
    """Whether a line holds anything: spreadsheets write lines and columns of nothing but delimiters."""
    return any(cell and not cell.isspace() for cell in cells)


def _rows(reader: Any, source: Source, problems: Problems, needed: Set[str]) -> Iterator[tuple[int, Row]]:
    start = 1
    header: list[str] | None = None
    bad = 0
    try:
        for cells in reader:
            line, start = start, reader.line_num + 1
            if not _filled(cells):
                continue
            if header is None:
                header = [cell.strip() or f"column_{n}" for n, cell in enumerate(cells, 1)]
                if not _header_fits(header, source, problems, needed, line):
                    return
            elif len(cells) < len(header) or _filled(cells[len(header) :]):
                many = f"{len(cells)} cell{'s' * (len(cells) > 1)}"
                problems.add(source.file, line, "columns", f"{many}, but the header has {len(header)}")
                bad += 1
                if bad == _MOST_BAD_ROWS:
                    problems.add(source.file, line, "columns", "too many such rows; the rest was not read")
                    return
            else:
                null = source.null
                if _NUL in "".join(cells[: len(header)]):
                    at = next(name for name, cell in zip(header, cells, strict=False) if _NUL in cell)
                    problems.add(source.file, line, "character", f"{at}: a NUL byte is no text")
                    continue
                yield (
                    line,
                    {
                        name: None if cell in null else cell
                        for name, cell in zip(header, (cell.strip() for cell in cells), strict=False)
                    },
                )
    except csv.Error as error:
        problems.add(source.file, start, "broken", f"the row that begins here {_broken(str(error))}")
        return
    if header is None:
        problems.add(source.file, 0, "empty", "the file is empty: no header line")


def _header_fits(header: list[str], source: Source, problems: Problems, needed: Set[str], line: int) -> bool:
    fits = True
    for name in sorted({name for name in header if header.count(name) > 1}):
        problems.add(source.file, line, "header", f"the column {name!r} is there more than once")
        fits = False
    if needed - set(header) and (meant := fitting_delimiter(source, needed)) != source.delimiter:
        text = f"the mapping says that {DELIMITERS.get(source.delimiter, source.delimiter)}s part its cells"
        problems.add(source.file, line, "header", f"{text}, but {DELIMITERS[meant]}s do")
        return False
    for name in sorted(needed - set(header)):
        close = difflib.get_close_matches(name, header, 1, 0.6)
        meant = f"; there is {close[0]!r}" if close else f"; columns: {', '.join(header[:30])}"
        problems.add(source.file, line, "header", f"there is no column {name!r}{meant}")
        fits = False
    return fits
