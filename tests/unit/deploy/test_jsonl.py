"""Files of lines: each that is wrong is told in its place; one that is no JSON lines at all is told once more."""

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.cli.jsonl import texts
from engine.errors import GraphdeskError


def read(content: bytes, folder: Path) -> list[object]:
    (folder / "q.jsonl").write_bytes(content)
    found = texts(str(folder / "q.jsonl"), "question")
    return [(line.code, line.message) if isinstance(line, GraphdeskError) else line for line in found]


def test_plain_lines_are_told_once_with_an_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = read(b"\nHow many cases are open?\nAnd closed?\n", tmp_path)
    assert found == [("line", "Line 2 is not JSON."), ("line", "Line 3 is not JSON.")]
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        'graphdesk: These are plain lines. Write each as JSON, such as: {"question": "How many cases are open?"}'
    ]


@pytest.mark.parametrize(
    "first",
    [b'{"question": "A?"}', b"{broken", b'  {"question": 7}', b'\xef\xbb\xbf{"question": "A?"}', b"[1]", b""],
)
def test_a_file_of_json_lines_is_told_only_in_its_lines(
    first: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert read(first + b'\nplain\n{"question": "B?"}\n', tmp_path)[-1] == "B?"
    assert (capsys.readouterr().err == "") == (first != b"")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b'{"question": "A?"}\n')))
    assert list(texts("-", "question")) == ["A?"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_as_some_shells_write_it(encoding: str, tmp_path: Path) -> None:
    lines = '{"question": "Zoë?"}\r\nplain\r\n{"question": "Ċ 中?"}\r\n'
    assert read(lines.encode(encoding), tmp_path) == ["Zoë?", ("line", "Line 2 is not JSON."), "Ċ 中?"]
