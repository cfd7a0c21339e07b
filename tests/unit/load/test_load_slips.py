"""What a draft says of cells that do not fit, and that the load then refuses just those."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.graph.load.draft import draft
from engine.graph.load.mapped import read_mapped
from engine.graph.load.mapping_file import parse_mapping
from engine.graph.load.problems import LoadRefused, Problem


def table(path: Path, header: str, cells: list[str]) -> Path:
    path.write_text(
        "\n".join([f"id{header}", *(f"r{n}{cell}" for n, cell in enumerate(cells, 1))]) + "\n", "utf-8"
    )
    return path


def refused(text: str, *paths: Path) -> tuple[Problem, ...]:
    mapping = parse_mapping(text, "draft")
    try:
        read_mapped(mapping, {one.name: next(p for p in paths if p.name == one.file) for one in mapping.tables})
    except LoadRefused as error:
        return tuple(error.problems.kept)
    return ()


NUMBERS, HALVES = [str(n % 17) for n in range(1, 60)], [f"{n % 17}.5" for n in range(1, 60)]
DATES = [f"2024-01-{n % 28 + 1:02}" for n in range(1, 60)]


@pytest.mark.parametrize(
    ("good", "bad", "type_", "said"),
    [
        (NUMBERS, ["12o"], "integer", "'12o' is not a whole number, as 59 of 60 cells are"),
        (HALVES, ["n.a."], "number", "'n.a.' is not a number, as 59 of 60 cells are"),
        (DATES, ["2024-13-45"], "datetime", "'2024-13-45' is not a date, as 59 of 60 cells are"),
        (DATES, ["soon", "later"], "datetime", "'soon' and 1 more are not a date, as 59 of 61 cells are"),
        (["yes", "no"] * 10, ["ye"], "boolean", "'ye' is not true or false, as 20 of 21 cells are"),
        (NUMBERS[:9], ["x"], "integer", "'x' is not a whole number, as 9 of 10 cells are"),
    ],
)
def test_a_slip_is_named_and_the_load_refuses_its_line(
    good: list[str], bad: list[str], type_: str, said: str, tmp_path: Path
) -> None:
    path = table(tmp_path / "t.csv", ",c", [f",{cell}" for cell in (*good, *bad)])
    drafted = draft([path])
    line = len(good) + 2
    assert [(r.file, r.line, r.message) for r in drafted.remarks] == [("t.csv", line, f"c: {said}")]
    assert f'# Look at this one: line {line}: {said}\nc = {{ column = "c", type = "{type_}" }}' in drafted.text
    assert [problem.line for problem in refused(drafted.text, path)] == list(range(line, line + len(bad)))


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ([*NUMBERS[:4], "x"], "kept as text: 'x' is not a whole number, as 4 of 5 cells are"),  # too few to tell
        ([*NUMBERS[:30], "x1", "x2", "x3", "x4", "x5"], "kept as text: 'x1' and 4 more are not"),  # too many
        (NUMBERS[:10] + ["x"] * 10, ""),  # a mixture
        (["12 CET", "13 CET"], ""),
        (
            ["2024-01-01 10:00 CET", "2024-01-02 10:00 EST"],
            "kept as text: in '2024-01-01 10:00 CET', CET names",
        ),
        (["10.1.2", "10.1.3", "9.4.0"], ""),  # versions
        (["0049", "0050", "0051"], ""),  # codes
    ],
)
def test_what_is_no_slip_stays_text_and_is_told_where_it_matters(
    cells: list[str], said: str, tmp_path: Path
) -> None:
    path = table(tmp_path / "t.csv", ",c", [f",{cell}" for cell in cells])
    drafted = draft([path])
    assert '\nc = "c"\n' in drafted.text
    assert [r.message[: len(said) + 3] for r in drafted.remarks] == ([f"c: {said}"] if said else [])
    assert refused(drafted.text, path) == ()


def test_a_name_is_no_number_with_a_slip(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("ref,order_no\n" + "".join(f"{n},{n % 7}\n" for n in range(1, 40)) + "X40,A7\n")
    drafted = draft([path])
    assert 'order_no = "order_no"' in drafted.text
    assert drafted.remarks == ()


@pytest.mark.parametrize(("lost", "edge"), [(1, True), (6, True), (20, False), (31, False)])
def test_an_edge_of_which_some_ids_lead_nowhere(lost: int, edge: bool, tmp_path: Path) -> None:
    people = table(tmp_path / "people.csv", ",name", [f",Person {n}" for n in range(1, 61)])
    owners = [f"r{n}" for n in range(1, 61 - lost)] + [f"p{n}" for n in range(lost)]
    cases = table(tmp_path / "cases.csv", ",person_id", [f",{owner}" for owner in owners])
    drafted = draft([cases, people])
    more = " is" if lost == 1 else f" and {lost - 1} more are"
    said = f"'p0'{more} not the id of a row of people.csv, as {len(owners) - lost} of {len(owners)} cells are"
    no_edge = "" if edge else "no edge to people.csv is drafted: "
    half = 2 * lost <= len(owners)
    told = [("cases.csv", 62 - lost, f"person_id: {no_edge}{said}")] if half else []
    assert [(r.file, r.line, r.message) for r in drafted.remarks] == told
    assert ("[[edge]]" in drafted.text) == edge
    assert (f"# Look at this one: line {62 - lost}: {no_edge}{said}" in drafted.text) == half
    lines = range(62 - lost, 62) if edge else ()
    assert [(p.line, p.code) for p in refused(drafted.text, cases, people)] == [(n, "dangling") for n in lines]


@pytest.mark.parametrize(
    ("columns", "top", "own", "doubts"),
    [
        ({"a": ["3/4/2026", "13/4/2026"]}, "DMY", {}, 0),
        ({"a": ["3/4/2026", "4/13/2026"]}, "MDY", {}, 0),
        ({"a": ["3/4/2026", "5/6/2026"]}, "DMY", {}, 1),
        ({"a": ["3/4/2026", "5/6/2026"], "b": ["1/31/2026", "1/30/2026"]}, "MDY", {}, 0),  # the file's own
        (
            {"a": ["1/31/2026", "1/30/2026"], "b": ["31/1/2026", "30/1/2026"]},
            "DMY",
            {"a": 'date_order = "MDY"'},
            0,
        ),
        ({"a": ["2026-04-03", "2026-05-06"]}, "DMY", {}, 0),
        ({"a": ["3/3/2026", "4/4/2026"]}, "DMY", {}, 0),  # the same either way
    ],
)
def test_the_order_of_dates(
    columns: dict[str, list[str]], top: str, own: dict[str, str], doubts: int, tmp_path: Path
) -> None:
    rows = [f",{','.join(cells)}" for cells in zip(*columns.values(), strict=True)]
    path = table(tmp_path / "t.csv", "".join(f",{name}" for name in columns), rows)
    drafted = draft([path])
    assert f'date_order = "{top}"\n' in drafted.text
    for name in columns:
        setting = f", {own[name]}" if name in own else ""
        assert f'{name} = {{ column = "{name}", type = "datetime"{setting} }}' in drafted.text
    assert [r.code for r in drafted.remarks] == ["date_order"] * doubts
    assert refused(drafted.text, path) == ()


def test_dates_of_one_file_do_not_settle_those_of_another(tmp_path: Path) -> None:
    one = table(tmp_path / "one.csv", ",a", [",13/4/2026", ",14/4/2026"])
    other = table(tmp_path / "other.csv", ",b", [",3/4/2026", ",4/3/2026"])
    assert [(r.file, r.line, r.code) for r in draft([one, other]).remarks] == [("other.csv", 2, "date_order")]


@pytest.mark.parametrize(
    ("cells", "values", "doubts"),
    [
        (["1.5", "20.25"], [1.5, 20.25], 0),
        (["1,5", "20,25"], [1.5, 20.25], 0),
        (["1.234,50", "7,00"], [1234.5, 7.0], 0),
        (["1,234.50", "7.00"], [1234.5, 7.0], 0),
        (["1,234,567", "2,000"], [1234567, 2000], 0),
        (["1 234,5", "7,5"], [1234.5, 7.5], 0),
        (["1'234.5", "7.5"], [1234.5, 7.5], 0),
        (["1,234", "2,000"], [1234, 2000], 1),
        (["12", "700"], [12, 700], 0),
        (["-1,5", "+2,5"], [-1.5, 2.5], 0),
    ],
)
def test_decimal_marks_and_thousands(cells: list[str], values: list[float], doubts: int, tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", ",c", [f',"{cell}"' for cell in cells])
    drafted = draft([path])
    mapping = parse_mapping(drafted.text, "draft")
    vertices = read_mapped(mapping, {"t": path}).vertices.values()
    assert [vertex.properties["c"] for vertex in vertices] == values
    assert [r.code for r in drafted.remarks] == ["decimal"] * doubts


def test_a_point_and_a_comma_in_two_columns(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", ",a,b,c", [',1.5,"2,5",9.5', ',1.75,"3,25",8.5'])
    text = draft([path]).text
    assert 'b = { column = "b", type = "number", decimal = "," }' in text
    found = read_mapped(parse_mapping(text, "draft"), {"t": path}).vertices.values()
    assert [(v.properties["a"], v.properties["b"]) for v in found] == [(1.5, 2.5), (1.75, 3.25)]
