"""Artifacts: tables of any values kept as files, found again by handle."""

import datetime as dt
import threading

import pytest

from engine.store.artifacts import Artifact, ArtifactStore, Column, UnknownArtifact

MOMENT = dt.datetime(2025, 3, 30, 1, 30, tzinfo=dt.UTC)
VALUES = [
    ("string", ["a", None, "Überlauf \u202e"], "string"),
    ("integer", [1, None, -5], "integer"),
    ("beyond 64 bits", [2**70, 1], "json"),
    ("number", [1.5, 2, None], "number"),
    ("boolean", [True, False, None], "boolean"),
    ("datetime", [MOMENT, None], "datetime"),
    ("list", [["x", "y"], []], "json"),
    ("map", [{"a": 1}, None], "json"),
    ("mixed", ["x", 1, None, True], "json"),
    ("empty", [None, None], "json"),
    ("no rows", [], "json"),
]


@pytest.mark.parametrize(("name", "values", "kind"), VALUES, ids=[name for name, _, _ in VALUES])
def test_values_come_back_as_they_were(name, values, kind, tmp_path):
    store = ArtifactStore(tmp_path / "task")
    saved = store.save("a title", [Column("v", unit="hours")], [[value] for value in values])
    assert saved == Artifact("a1", "a title", (Column("v", kind, "hours"),), len(values))
    again = ArtifactStore(tmp_path / "task")  # another process, as it were
    assert again.get("a1") == saved
    assert [row[0] for row in again.rows("a1")] == values
    assert [type(row[0]) for row in again.rows("a1")] == [
        type(v) if kind != "number" or v is None else float for v in values
    ]


def test_slices(tmp_path):
    store = ArtifactStore(tmp_path)
    store.save("t", ["a", "b"], [[i, str(i)] for i in range(10)])
    assert store.rows("a1", 3, 2) == [[3, "3"], [4, "4"]]
    assert store.rows("a1", 9) == [[9, "9"]]
    assert store.rows("a1", 50) == []


@pytest.mark.parametrize("handle", ["a2", "b1", "../a1", "a1/../a1", "a01", "", "a1.parquet", "a" + "9" * 40])
def test_unknown_handles_are_refused_with_the_known(handle, tmp_path):
    store = ArtifactStore(tmp_path)
    store.save("t", ["a"], [[1]])
    with pytest.raises(UnknownArtifact) as refused:
        store.get(handle)
    assert "a1" in refused.value.hint


def test_parallel_saves_get_different_handles(tmp_path):
    store = ArtifactStore(tmp_path)
    threads = [threading.Thread(target=store.save, args=(f"t{i}", ["a"], [[i]])) for i in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.handles() == [f"a{i}" for i in range(1, 13)]
    assert sorted(row[0] for handle in store.handles() for row in store.rows(handle)) == list(range(12))


def test_an_empty_store_makes_no_folder(tmp_path):
    store = ArtifactStore(tmp_path / "none")
    assert store.handles() == []
    assert not (tmp_path / "none").exists()
