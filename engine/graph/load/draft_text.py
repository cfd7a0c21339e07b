"""A drafted mapping as TOML text with a few remarks for its reader."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.graph.load.draft_edges import end_of, label_column
from engine.graph.load.draft_names import edge_label, is_role, pointing, property_name
from engine.graph.load.mapping import DateOrder, DecimalMark
from engine.graph.load.tables import ROW

if TYPE_CHECKING:
    from engine.graph.load.draft import DraftTable, Link
    from engine.graph.load.draft_columns import ColumnFacts

_ANY_EDGE = frozenset({"edge", "link", "relation", "relationship", "connection"})

_HEAD = """\
# A draft, made from the files alone. Read it, rename what a person would call otherwise, then load it:
#   graphdesk load --mapping mapping.toml {files}
# It takes the place of the graph in GRAPHDESK_HOME, which deploy/demo serves; --out FILE writes another.
# The language is explained by: graphdesk load --help-mapping
"""


def quoted(text: str) -> str:
    """A TOML basic string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _template(text: str, column: str) -> str:
    return quoted(f"{text}:{{{column}}}")


def mapping_text(tables: list[DraftTable], order: DateOrder, decimal: DecimalMark) -> str:
    """The whole mapping."""
    files = " ".join(table.facts.source.file for table in tables)
    nulls = sorted({null for table in tables for null in table.facts.nulls})
    lines = [_HEAD.format(files=files)]
    if nulls:
        lines.append(f"null = [{', '.join(map(quoted, nulls))}]")
    if decimal != ".":
        lines.append(f"decimal = {quoted(decimal)}")
    lines += [f"date_order = {quoted(order)}", 'time_zone = "UTC"  # of times without an offset', ""]
    for table in tables:
        lines += _table(table, tables)
    for table in tables:
        lines += _vertices(table)
    for table in tables:
        lines += _edges(table, tables)
    return "\n".join(lines).rstrip() + "\n"


def _table(table: DraftTable, tables: list[DraftTable]) -> list[str]:
    lines = ["[[table]]", f"name = {quoted(table.name)}", f"file = {quoted(table.facts.source.file)}"]
    if table.facts.source.delimiter != ",":
        lines.append(f"delimiter = {quoted(table.facts.source.delimiter)}")
    if table.facts.source.encoding != "utf-8":
        doubt = "  # look at this one: check the letters" if table.facts.source.encoding == "cp1252" else ""
        lines.append(f"encoding = {quoted(table.facts.source.encoding)}{doubt}")
    joins = [
        f"{quoted(link.column)} = {{ table = {quoted(link.table)}, key = {quoted(link.key)} }}"
        for link in table.links
        if link.key != _of(link, tables).id or link is table.kind
    ]
    if joins:
        lines.append(f"join = {{ {', '.join(joins)} }}")
    return [*lines, ""]


def _of(link: Link, tables: list[DraftTable]) -> DraftTable:
    return next(table for table in tables if table.name == link.table)


def _own_id(table: DraftTable) -> str:
    return _template(table.label, table.id or ROW)


def _values(table: DraftTable) -> list[str]:
    lines = []
    for name in table.values:
        column = table.facts.columns[name]
        kind = f", type = {quoted(column.type)}" if column.type != "text" else ""
        if column.separator and column.separator != ";":
            kind += f", separator = {quoted(column.separator)}"
        if column.own_way and column.chosen:
            setting = "date_order" if column.type == "datetime" else "decimal"
            kind += f", {setting} = {quoted(column.chosen.by)}"
        lines += _remark(column)
        value = f"{{ column = {quoted(name)}{kind} }}" if kind else quoted(name)
        lines.append(f"{_key(property_name(name, table.label))} = {value}")
    return lines


def _remark(column: ColumnFacts) -> list[str]:
    return [f"# Look at this one: {column.remark}"] if column.remark else []


def _key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "a").isalnum() else quoted(name)


def _vertices(table: DraftTable) -> list[str]:
    lines: list[str] = []
    if not table.facts.rows:
        return ["# Nothing is drafted from this one, which has no rows: " + table.facts.source.file, ""]
    if table.doubt:
        lines.append(f"# Look at this one: {table.doubt}?")
    if not table.edges_only:
        lines += ["[[vertex]]", f"table = {quoted(table.name)}", f"label = {quoted(table.label)}"]
        lines += [f"id = {_own_id(table)}", "", "[vertex.properties]", *_values(table), ""]
    for name in table.entities:
        label = _entity(name)
        lines += _remark(table.facts.columns[name])
        lines += ["[[vertex]]", f"table = {quoted(table.name)}", f"label = {quoted(label)}"]
        lines += [f"id = {_template(label, name)}", 'repeats = "same"', *_split(table, name)]
        lines += [f"properties = {{ name = {quoted(name)} }}", ""]
    return lines


def _entity(column: str) -> str:
    """All who did something to a row are people, whatever they did."""
    return "person" if is_role(column) else pointing(column)


def _split(table: DraftTable, name: str) -> Iterable[str]:
    column = table.facts.columns[name]
    return [f"split = {{ {quoted(name)} = {quoted(column.separator)} }}"] if column.separator else []


def _edges(table: DraftTable, tables: list[DraftTable]) -> list[str]:
    ends = {link.column: _end(link, tables) for link in table.links}
    if table.ends:
        start, end = (ends[link.column] for link in table.ends)
        label = _label(table, tables)
        repeats = "keep" if table.values else "same"
        said = [line for link in table.ends for line in _remark(table.facts.columns[link.column])]
        return [*said, *_edge(table, label, start, end), f"repeats = {quoted(repeats)}", *_edge_values(table), ""]
    lines = []
    for column, end in ends.items():
        lines += [
            *_remark(table.facts.columns[column]),
            *_edge(table, edge_label(column), _own_id(table), end),
            "",
        ]
    for name in table.entities:
        end = _template(_entity(name), name)
        split = _split(table, name)
        same = ['repeats = "same"'] if split else []
        lines += [*_edge(table, edge_label(name), _own_id(table), end), *same, *split, ""]
    return lines


def _label(table: DraftTable, tables: list[DraftTable]) -> str:
    """The name that each row gives its edge; else the file's, where its columns are ends; else the second's."""
    assert table.ends
    if column := label_column(table, tables):
        return f"{{{column}:camel}}"
    last = table.ends[1].column
    if end_of(last) is None:
        return edge_label(last)
    return "related_to" if table.label in _ANY_EDGE else table.label


def _edge_values(table: DraftTable) -> list[str]:
    return ["", "[edge.properties]", *_values(table)] if table.values else []


def _end(link: Link, tables: list[DraftTable]) -> str:
    other = _of(link, tables)
    if link.key == other.id:
        return _template(other.label, link.column)
    return _template(other.label, f"{link.column}.{other.id}" if other.id else f"{link.column}.{ROW}")


def _edge(table: DraftTable, label: str, start: str, end: str) -> list[str]:
    return [
        "[[edge]]",
        f"table = {quoted(table.name)}",
        f"label = {quoted(label)}",
        f"from = {start}",
        f"to = {end}",
    ]
