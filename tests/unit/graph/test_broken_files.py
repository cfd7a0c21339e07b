"""Every kind of file that is read, broken in every way: what is said names it, says what to do, in plain words."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deploy.cli.jsonl import texts
from engine.agent.models import SHIPPED, model_of
from engine.errors import GraphdeskError, UserMustAct
from engine.graph.load.draft import draft
from engine.graph.load.elements import VertexRecord
from engine.graph.load.files import write_graph, write_new, write_whole
from engine.graph.load.graphson_read import read_graphson
from engine.graph.load.mapping_file import parse_mapping, read_mapping
from engine.graph.load.sources import read_sources
from engine.graph.mappings import shipped_text
from engine.graph.open import open_backend
from engine.graph.profile import parse_profile, read_profile, write_beside
from engine.settings import Settings

JARGON = re.compile(
    r"pydantic|validat|Input should|Field required|Errno|codec|Traceback|NoneType|Extra inputs|_type|Error\b"
)
VERTEX = '{"id": "a", "label": "person", "properties": {"name": [{"id": 0, "value": "Zoë"}]}}\n'
CSV = 'id,name\n1,"Zoë and more"\n2,"Bob and more"\n'
MAPPING = '[[table]]\nname = "p"\nfile = "p.csv"\n[[vertex]]\ntable = "p"\nlabel = "person"\nid = "{id}"\n'


def jsonl(path: Path) -> None:
    wrong = [line for line in texts(str(path), "question") if not isinstance(line, str)]
    raise wrong[0] if wrong else UserMustAct(f"{path.name}: nothing")


def opened(path: Path) -> object:
    return open_backend(Settings(GRAPHDESK_GRAPH=path))


def mapped(path: Path) -> object:
    (path.parent / "right.toml").write_text(MAPPING.replace("p.csv", path.name))
    return read_sources([path], str(path.parent / "right.toml"))


def snapshot() -> bytes:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        write_graph([VertexRecord(f"a{n}", "person") for n in range(50)], Path(folder) / "a.gsnap")
        return (Path(folder) / "a.gsnap").read_bytes()


READERS: dict[str, tuple[str, Callable[[Path], Any], bytes]] = {
    "mapping": ("m.toml", read_mapping, MAPPING.encode() + "# Zoë\n".encode()),
    "profile": ("profile.toml", read_profile, shipped_text("profile", "sample").encode() + "# Zoë\n".encode()),
    "models": ("models.toml", lambda path: model_of("medium", path), SHIPPED.read_bytes() + "# Zoë\n".encode()),
    "graphson": ("g.json", lambda path: read_sources([path]), VERTEX.encode()),
    "graph to open": ("g.json", opened, VERTEX.encode()),
    "snapshot to open": ("g.gsnap", opened, snapshot()),
    "table": ("p.csv", mapped, CSV.encode()),
    "table to draft from": ("p.csv", lambda path: draft([path]), CSV.encode()),
    "questions": ("q.jsonl", jsonl, '{"question": "Zoë?"}\n'.encode()),
}
FAULTS: dict[str, Callable[[Path, bytes], object]] = {
    "empty": lambda path, whole: path.write_bytes(b""),
    "half": lambda path, whole: path.write_bytes(whole.rstrip()[: len(whole) // 2]),
    "latin-1": lambda path, whole: path.write_bytes(whole.replace("ë".encode(), b"\xeb")),
    "folder": lambda path, whole: path.mkdir(),
    "missing": lambda path, whole: None,
    "workbook": lambda path, whole: path.write_bytes(b"PK\x03\x04\x14\x00\x06\x00" + bytes(range(256))),
}
FINE = {  # not broken by that
    ("table to draft from", "latin-1"),
    ("snapshot to open", "latin-1"),
    ("questions", "empty"),
    ("table to draft from", "folder"),
    ("table", "folder"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("kind", READERS)
def test_what_is_wrong_with_it_is_said(kind: str, fault: str, tmp_path: Path) -> None:
    name, read, whole = READERS[kind]
    FAULTS[fault](tmp_path / name, whole)
    if (kind, fault) in FINE:
        return
    with pytest.raises(GraphdeskError) as refused:
        read(tmp_path / name)
    said = f"{refused.value.message}\n{refused.value.hint}"
    assert name in said or re.search(r"[Ll]ine \d", said), said
    assert refused.value.hint
    assert not JARGON.search(said), said
    if fault == "half" and "snapshot" not in kind and kind != "graph to open":
        assert re.search(r"[Ll]ine \d|missing|no model tier", said), said


@pytest.mark.parametrize("kind", READERS)
def test_a_whole_one_is_read(kind: str, tmp_path: Path) -> None:
    name, read, whole = READERS[kind]
    (tmp_path / name).write_bytes(whole)
    if kind == "questions":
        assert list(texts(str(tmp_path / name), "question")) == ["Zoë?"]
    else:
        read(tmp_path / name)


def changed(old: str, new: str) -> str:
    full = (
        MAPPING + '[vertex.properties]\nage = { column = "age", type = "integer" }\n'
        '[[edge]]\ntable = "p"\nlabel = "knows"\nfrom = "{id}"\nto = "{other}"\n'
    )
    assert old in full
    return full.replace(old, new)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (changed('"integer"', '"whole"'), "line 9: [[vertex]] 1: properties.age.type must be 'text', "),
        (changed('to = "{other}"\n', ""), "line 10: [[edge]] 1: to is missing"),
        (
            changed('id = "{id}"\n[v', 'id = "{id"\n[v'),
            "line 7: [[vertex]] 1: id is wrong: unmatched brace in '{id'",
        ),
        (
            changed('table = "p"\nlabel = "knows"', 'table = "q"\nlabel = "x"'),
            "line 10: [[edge]] 1: there is no table",
        ),
        (changed('label = "knows"', "label = 7"), "line 12: [[edge]] 1: label must be text, not 7"),
        (changed('label = "knows"', 'labl = "knows"'), "line 12: there is no field [[edge]] 1: labl"),
        (
            changed('type = "integer"', "values = { a = [1] }"),
            "age.values.a must be text or a whole number or a number",
        ),
        ('null = "?"\n' + MAPPING, "line 1: null must be a list, not '?'"),
        ("# nothing but this\n", "table is missing; vertex is missing"),
        (MAPPING[:-8], "it is not valid TOML: "),
        (MAPPING + MAPPING, "line 8: [[table]] 2 has the name of an earlier one"),
    ],
)
def test_a_field_of_a_mapping_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(UserMustAct) as refused:
        parse_mapping(text, "m.toml")
    assert said in refused.value.message
    assert not JARGON.search(refused.value.message)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'name = 5\n[window]\ndays = 0\nlow = "soon"\n',
            "line 1: name must be text, not 5; line 4: window.low must be",
        ),
        ("fiscal_year_start = 13\n", "line 1: fiscal_year_start must be at most 12, not 13"),
        (
            '[[similarity]]\nedge = "a"\nbracket = "b"\n[[similarity]]\nedge = "c"\n',
            "line 4: [[similarity]] 2: bracket is",
        ),
        ('date_order = "XYZ"\n', "line 1: date_order must be 'DMY', 'MDY' or 'YMD', not 'XYZ'"),
        ("threshold = 0.5\nthreshold = 0.6\n", "not valid TOML: Cannot overwrite a value (at line 2"),
    ],
)
def test_a_field_of_a_profile_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(GraphdeskError) as refused:
        parse_profile(text, "p.toml")
    assert said in refused.value.message
    assert not JARGON.search(refused.value.message)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_toml_as_some_shells_write_it_is_read(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(MAPPING, encoding)
    assert read_mapping(tmp_path / "m.toml").tables[0].name == "p"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": "a", "label": "per', "it breaks off before its end"),
        ('{"id": "a", "label": ', "it breaks off before its end"),
        ('{"id": "a" "label": 1}', "Expecting ',' delimiter at column 12"),
    ],
)
def test_a_broken_line_of_graphson(line: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text(VERTEX + line + "\n")
    with pytest.raises(UserMustAct) as refused:
        read_graphson(tmp_path / "g.json")
    assert f"g.json, line 2: this is not JSON: {said}" in refused.value.message


def test_what_is_written_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(self: Path, text: str, *_: object) -> int:
        with self.open("w") as half:
            half.write(text[: len(text) // 2])
        raise OSError(28, "No space left on device")

    (tmp_path / "old.profile.toml").write_text("# Drafted by graphdesk. x\n")
    monkeypatch.setattr(Path, "write_text", full_disk)
    for write in (
        lambda: write_new(tmp_path / "m.toml", MAPPING),
        lambda: write_beside(tmp_path / "g.gsnap", "a = 1\n"),
    ):
        with pytest.raises(GraphdeskError, match="No space left on device"):
            write()
    assert [path.name for path in tmp_path.iterdir()] == ["old.profile.toml"]


@pytest.mark.parametrize(("kind", "said"), [("folder", "it is a folder"), ("pipe", "it is no ordinary file")])
def test_what_is_no_file_never_gives_way_to_one(kind: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "g.gsnap"
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    before = path.stat()
    for write in (
        lambda: write_graph([VertexRecord("a", "person")], path),
        lambda: write_whole(path, "a"),
    ):
        with pytest.raises(GraphdeskError, match=said):
            write()
    assert path.stat() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_people_correct_is_not_written_over(tmp_path: Path) -> None:
    write_new(tmp_path / "m.toml", "a")
    with pytest.raises(UserMustAct, match="already"):
        write_new(tmp_path / "m.toml", "b")
    assert (tmp_path / "m.toml").read_text() == "a"
