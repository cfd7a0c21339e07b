"""Artifacts: results of operators, kept out of the model's context as Parquet files and named by a handle.

One folder holds the artifacts of one task. A handle (``a1``, ``a2`` ...) is a file name in it, so handles stay
valid for as long as the folder lives, in any process (GraphSeek §3.1 and §4.2: results are persisted out of
context as handles).
"""

from __future__ import annotations

import datetime as dt
import json
import re
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Literal as OneOf

from engine.answer import jsonable
from engine.errors import ModelMustAct

if TYPE_CHECKING:
    import pyarrow as pa

ColumnType = OneOf["string", "integer", "number", "boolean", "datetime", "json"]
Row = list[object]

_HANDLE = re.compile(r"a[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, the type of its values (``json`` when they are mixed or nested), and its unit."""

    name: str
    type: ColumnType = "json"
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Artifact:
    """What is known of an artifact without opening it."""

    handle: str
    title: str
    columns: tuple[Column, ...]
    row_count: int


class UnknownArtifact(ModelMustAct):
    """No artifact of this task has the handle."""

    code = "unknown_artifact"


class ArtifactStore:
    """The artifacts of one task: one Parquet file each in ``folder`` (made on the first save). Thread-safe."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def save(self, title: str, columns: Sequence[str | Column], rows: Sequence[Sequence[object]]) -> Artifact:
        """Write a table and give it the next handle. Column types are read off the values."""
        import pyarrow.parquet as pq  # heavy, so only where a table is really written or read

        given = [column if isinstance(column, Column) else Column(column) for column in columns]
        typed = tuple(
            Column(column.name, _type_of([row[index] for row in rows]), column.unit)
            for index, column in enumerate(given)
        )
        table = _to_arrow(title, typed, rows)
        with self._lock:
            handle = self._next_handle()
            path = self._path(handle)
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_suffix(".part")
            pq.write_table(table, unfinished)
            unfinished.replace(path)
        return Artifact(handle, title, typed, len(rows))

    def get(self, handle: str) -> Artifact:
        """What is known of an artifact. Raises UnknownArtifact."""
        import pyarrow.parquet as pq

        described = pq.read_metadata(self._existing(handle))
        columns = tuple(Column(**column) for column in json.loads(described.metadata[b"columns"]))
        return Artifact(handle, described.metadata[b"title"].decode(), columns, described.num_rows)

    def rows(self, handle: str, offset: int = 0, limit: int | None = None) -> list[Row]:
        """Rows as plain Python values, from ``offset`` on. Raises UnknownArtifact."""
        artifact = self.get(handle)
        table = self.table(handle).slice(offset, limit)
        lists = [
            [_from_json(value) for value in column.to_pylist()] if kind.type == "json" else column.to_pylist()
            for kind, column in zip(artifact.columns, table.columns, strict=True)
        ]
        return [list(row) for row in zip(*lists, strict=True)] if lists else []

    def table(self, handle: str) -> pa.Table:
        """The whole table (``json`` columns as JSON text), for queries over it. Raises UnknownArtifact."""
        import pyarrow.parquet as pq

        return pq.read_table(self._existing(handle))

    def handles(self) -> list[str]:
        """All handles, oldest first."""
        found = [path.stem for path in self._folder.glob("a*.parquet") if _HANDLE.fullmatch(path.stem)]
        return sorted(found, key=lambda handle: int(handle[1:]))

    def _next_handle(self) -> str:
        handles = self.handles()
        return f"a{int(handles[-1][1:]) + 1 if handles else 1}"

    def _path(self, handle: str) -> Path:
        return self._folder / f"{handle}.parquet"

    def _existing(self, handle: str) -> Path:
        # The pattern also keeps a handle from a model from leaving the folder.
        if not _HANDLE.fullmatch(handle) or not self._path(handle).is_file():
            known = ", ".join(self.handles()[-8:]) or "none yet"
            raise UnknownArtifact(f"There is no artifact {handle[:40]!r}.", f"Artifacts of this task: {known}.")
        return self._path(handle)


def _type_of(values: Sequence[object]) -> ColumnType:
    kinds = {_kind(value) for value in values if value is not None}
    if kinds == {"integer", "number"}:
        return "number"
    return kinds.pop() if len(kinds) == 1 else "json"


def _kind(value: object) -> ColumnType:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer" if -(2**63) <= value < 2**63 else "json"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "datetime" if isinstance(value, dt.datetime) and value.tzinfo else "json"


def _to_arrow(title: str, columns: Sequence[Column], rows: Sequence[Sequence[object]]) -> pa.Table:
    import pyarrow as pa

    types = {
        "string": pa.string(),
        "integer": pa.int64(),
        "number": pa.float64(),
        "boolean": pa.bool_(),
        "datetime": pa.timestamp("us", tz="UTC"),
        "json": pa.string(),
    }
    arrays = []
    for index, column in enumerate(columns):
        values = [row[index] for row in rows]
        if column.type == "json":
            values = [None if value is None else json.dumps(jsonable(value)) for value in values]
        arrays.append(pa.array(values, type=types[column.type]))
    described = {"title": title, "columns": json.dumps([asdict(column) for column in columns])}
    fields = [pa.field(column.name, types[column.type]) for column in columns]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields, metadata=described))


def _from_json(value: str | None) -> object:
    return None if value is None else json.loads(value)
