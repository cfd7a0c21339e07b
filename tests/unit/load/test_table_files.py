"""Files as programs really write them: read rightly without a word, or refused with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import GraphdeskError
from engine.graph.load.draft import draft
from engine.graph.load.mapped import read_mapped
from engine.graph.load.mapping_file import parse_mapping

PLAIN = "id,name\n1,Zoë\n2,Jürgen\n"
READ = {"1": "Zoë", "2": "Jürgen"}
HAND = (
    '[[table]]\nname = "t"\nfile = "t.csv"\n'
    '[[vertex]]\ntable = "t"\nlabel = "t"\nid = "{id}"\nproperties.name = "name"\n'
)


def written(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "t.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def names(mapping: str, path: Path) -> dict[str, object]:
    found = read_mapped(parse_mapping(mapping, "m"), {"t": path})
    return {key.removeprefix("t:"): vertex.properties["name"] for key, vertex in found.vertices.items()}


@pytest.mark.parametrize(
    "content",
    [
        PLAIN,
        "\ufeff" + PLAIN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        "id,name\r\n1,Zoë\n2,Jürgen\r",
        PLAIN.rstrip("\n"),
        "\n\n" + PLAIN,
        PLAIN + "\n  \n\n",
        PLAIN + ",\n,\n",
        "id,name,,\n1,Zoë,,\n2,Jürgen,,\n",
        "id,name\n1,Zoë,\n2,Jürgen,,\n",
        "id , name\n 1, Zoë \n2 ,Jürgen\n",
        'id,name\n1,"Zoë"\n2,"Jürgen"\n',
    ],
)
def test_read_as_if_plain(content: str, tmp_path: Path) -> None:
    path = written(tmp_path, content)
    assert names(HAND, path) == READ
    drafted = draft([path])
    assert names(drafted.text, path) == READ
    assert drafted.remarks == ()


@pytest.mark.parametrize(
    ("encoding", "remarks"), [("utf-16", 0), ("utf-16-le", 0), ("utf-16-be", 0), ("latin-1", 1), ("cp1252", 1)]
)
def test_an_encoding_is_found_by_the_draft_and_named_to_who_wrote_the_mapping(
    encoding: str, remarks: int, tmp_path: Path
) -> None:
    path = written(tmp_path, PLAIN.encode(encoding))
    drafted = draft([path])
    assert names(drafted.text, path) == READ
    assert [(r.code, r.line) for r in drafted.remarks] == [("encoding", 2)] * remarks
    with pytest.raises(GraphdeskError) as refused:
        names(HAND, path)
    meant = "cp1252" if remarks else encoding
    assert f'save it as UTF-8, or name its encoding in the mapping: encoding = "{meant}"' in refused.value.message
    assert ("line 2" in refused.value.message) == bool(remarks)
    assert names(f'encoding = "{meant}"\n{HAND}', path) == READ


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "t.csv: the file is empty: no header line"),
        ("\n\n  \n", "t.csv: the file is empty: no header line"),
        ("id,name,name\n1,a,b\n", "t.csv, line 1: the column 'name' is there more than once"),
        ("\nid,name,name\n1,a,b\n", "t.csv, line 2: the column 'name' is there more than once"),
        ("id,name\n1,a\n2\n", "t.csv, line 3: 1 cell, but the header has 2"),
        ("id,name\n1,a\n2,b,c\n", "t.csv, line 3: 3 cells, but the header has 2"),
        ("id,name\n1,a\n2,b\0c\n", "t.csv, line 3: name: a NUL byte is no text"),
        (
            'id,name\n1,a\n2,"b\n3,c\n',
            "t.csv, line 3: the row that begins here has a quotation mark that is",
        ),
        (
            'id,name\n1,"a" b\n',
            "t.csv, line 2: the row that begins here has something between a closing",
        ),
        (
            "id,name\n1," + "x" * 1_100_000 + "\n",
            "t.csv, line 2: the row that begins here has a cell of",
        ),
    ],
)
def test_refused_with_file_and_line(content: str, said: str, tmp_path: Path) -> None:
    path = written(tmp_path, content)
    for read in (lambda: draft([path]), lambda: names(HAND, path)):
        with pytest.raises(GraphdeskError) as refused:
            read()
        assert said in refused.value.message


def test_a_cell_of_a_megabyte_is_read(tmp_path: Path) -> None:
    long = "x" * 1_000_000
    assert names(HAND, written(tmp_path, f"id,name\n1,{long}\n")) == {"1": long}


def test_a_column_without_a_name_is_called_by_its_place(tmp_path: Path) -> None:
    path = written(tmp_path, ",id,name\n0,1,Zoë\n1,2,Jürgen\n")
    text = draft([path]).text
    assert names(text, path) == READ
    assert "column_1 = " in text


def test_files_without_rows(tmp_path: Path) -> None:
    path, empty = written(tmp_path, PLAIN), tmp_path / "empty.csv"
    empty.write_text("id,name\n")
    drafted = draft([path, empty])
    assert [str(remark) for remark in drafted.remarks] == [
        "empty.csv: it has no rows, and nothing is drafted from it"
    ]
    found = read_mapped(parse_mapping(drafted.text, "draft"), {"t": path, "empty": empty})
    assert len(found.vertices) == 2
    with pytest.raises(GraphdeskError, match=r"empty\.csv: there are no rows"):
        draft([empty])
