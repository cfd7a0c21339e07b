"""Which file each table of a mapping is read from: the named ones, and never another in their place."""

from pathlib import Path

import pytest

from engine.errors import UserMustAct
from engine.graph.load.mapping_file import parse_mapping
from engine.graph.load.sources import table_files

MAPPING = """
table = [{ name = "a", file = "a.csv" }, { name = "b", file = "b.csv" }]
vertex = [{ table = "a", label = "a", id = "a-{id}" }, { table = "b", label = "b", id = "b-{id}" }]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("id\n1\n")
    return tmp_path


@pytest.mark.parametrize("given", [("gone/a.csv", "gone/b.csv"), ("a.csv", "gone/b.csv"), ("a.csv",), ("gone",)])
def test_a_named_file_is_never_replaced_by_another(folder: Path, given: tuple[str, ...]):
    with pytest.raises(UserMustAct):
        table_files(parse_mapping(MAPPING, "m"), [folder / name for name in given], folder)


@pytest.mark.parametrize("given", [(), ("a.csv", "b.csv"), (".",)])
def test_all_named_or_none(folder: Path, given: tuple[str, ...]):
    found = table_files(parse_mapping(MAPPING, "m"), [folder / name for name in given], folder)
    assert {name: path.resolve() for name, path in found.items()} == {"a": folder / "a.csv", "b": folder / "b.csv"}
