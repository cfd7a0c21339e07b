"""Tables: what stands on the right, what may be cut, what a spreadsheet must not run."""

import csv
import io

import pytest

from admin.grid import csv_text, grid, grid_of


def texts(rows: list[object]) -> tuple[list[str], list[list[str]]]:
    shown = grid_of(rows)
    return shown.columns, [[cell.text for cell in row] for row in shown.rows]


def test_rows_of_a_query_as_a_table() -> None:
    assert texts([{"a": 1}, {"b": 2, "a": 3}]) == (["a", "b"], [["1", "–"], ["3", "2"]])
    assert texts([3, "x"]) == (["value"], [["3"], ["x"]])
    assert texts([]) == (["value"], [])
    large = {f"team {number}": number for number in range(9)}
    assert texts([large]) == (["key", "value"], [[key, str(value)] for key, value in large.items()])
    assert texts([large, large])[0] == list(large)
    assert len(texts(list(range(50)))[1]) == 20


def test_kinds_of_cells() -> None:
    at = "2026-11-30T11:59:00+00:00"
    rows: list[list[object]] = [[1, at, "3f" * 18, "one", "two words", "long " * 9], [None, at, "", "", "", ""]]
    shown = grid(["n", "at", "id", "s", "t", "text"], rows)
    assert [cell.kind for cell in shown.rows[0]] == ["n", "time", "long", "one", "short", ""]
    assert shown.numeric == {0}
    assert shown.zone
    assert not grid(["at"], [["2026-11-30T11:59:00"]]).zone
    assert [cell.order for cell in grid(["n"], [[1234567.891]]).rows[0]] == ["1234567.891"]


@pytest.mark.parametrize("danger", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_no_cell_is_a_formula(danger: str) -> None:
    read = list(csv.reader(io.StringIO(csv_text([danger], [[danger], [["=1"]], [-1]]), newline="")))
    assert read == [[f"'{danger}"], [f"'{danger}"], ['["=1"]'], ["-1"]]
