"""The mapping language: what it makes of rows, and every kind of problem with its line."""

import pytest

from engine.errors import UserMustAct
from engine.graph.load.mapped import read_mapped
from engine.graph.load.mapping_file import parse_mapping
from engine.graph.load.problems import SHOWN, LoadRefused
from engine.graph.load.templates import Template

PEOPLE = """
null = ["?"]
[[table]]
name = "people"
file = "people.csv"
[[vertex]]
table = "people"
label = "person"
id = "person:{id}"
properties = { name = "name", age = { column = "age", type = "integer" }, born = { column = "born", type = "datetime" }, level = { column = "level", values = { a = "high", b = "low" } } }
[[vertex]]
table = "people"
label = "city"
id = "city:{city}"
repeats = "same"
properties = { name = "city" }
[[edge]]
table = "people"
label = "lives_in"
from = "person:{id}"
to = "city:{city}"
[[edge]]
table = "people"
label = "reports_to"
from = "person:{id}"
to = "person:{boss}"
"""  # noqa: E501
HEADER = "id,name,age,born,level,city,boss\n"
GOOD = HEADER + "1,Ada,36,3/4/1990,a,Bonn,?\n2,Bob,?,,b,Bonn,1\n3,Cyd,7,1/1/2001,a,?,2\n"


def run(tmp_path, text, mapping=PEOPLE):
    files = {"people.csv": text} if isinstance(text, str | bytes) else text
    for name, content in files.items():
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    rules = parse_mapping(mapping, "m.toml")
    return read_mapped(rules, {table.name: tmp_path / table.file for table in rules.tables})


def problems(tmp_path, text, mapping=PEOPLE):
    with pytest.raises(LoadRefused) as refused:
        run(tmp_path, text, mapping)
    return [(p.line, p.code, p.message) for p in refused.value.problems.kept]


def test_rows_to_vertices_and_edges(tmp_path):
    found = run(tmp_path, GOOD)
    assert {v.id: dict(v.properties) for v in found.vertices.values() if v.label == "city"} == {
        "city:Bonn": {"name": "Bonn"}
    }
    bob = found.vertices["person:2"]
    assert (bob.label, dict(bob.properties)) == ("person", {"name": "Bob", "level": "low"})
    assert {(e.label, e.out_id, e.in_id) for e in found.edges} == {
        ("lives_in", "person:1", "city:Bonn"),
        ("lives_in", "person:2", "city:Bonn"),
        ("reports_to", "person:2", "person:1"),
        ("reports_to", "person:3", "person:2"),
    }


@pytest.mark.parametrize(
    ("rows", "line", "code", "told"),
    [
        ("1,Ada,x,,a,Bonn,?\n", 2, "type", "age: 'x' is not a whole number"),
        ("1,Ada,3,31/2/2000,a,Bonn,?\n", 2, "date", "'31/2/2000' is not a date"),
        ("1,Ada,3,,z,Bonn,?\n", 2, "value", "unknown value 'z'; known: a, b"),
        ("1,Ada,3,,a,Bonn,?\n1,Bob,3,,a,Bonn,?\n", 3, "duplicate", "'person:1' is already used on line 2"),
        ("1,Ada,3,,a,Bonn,7\n", 2, "dangling", "there is no vertex 'person:7'"),
        ("1,Ada,3\n", 2, "columns", "3 cells, but the header has 7"),
        ("1,Ada,3,,a,Bonn,?,extra\n", 2, "columns", "8 cells"),
        ("?,Ada,3,,a,Bonn,?\n", 2, "id", "id is empty"),
        ('1,"Ada,3,,a,Bonn,?\n2,Bob,3,,a,Bonn,?\n', 2, "broken", "a quotation mark that is never closed"),
    ],
)
def test_each_problem_has_its_line(tmp_path, rows, line, code, told):
    found = problems(tmp_path, HEADER + rows)
    assert [(where, what) for where, what, _ in found] == [(line, code)]
    assert told in found[0][2]


def test_lines_are_those_of_the_file_when_cells_hold_line_breaks(tmp_path):
    text = HEADER + '1,"Ada\nthe first\none",3,,a,Bonn,?\n\n2,Bob,x,,a,Bonn,?\n'
    assert [(line, code) for line, code, _ in problems(tmp_path, text)] == [(6, "type")]


def test_wrong_columns_name_the_nearest(tmp_path):
    found = problems(tmp_path, GOOD.replace("boss", "bos", 1))
    assert found == [(1, "header", "there is no column 'boss'; there is 'bos'")]


def test_a_column_twice(tmp_path):
    assert problems(tmp_path, GOOD.replace("level", "name", 1))[0][1] == "header"


def test_wrong_encoding_names_line_and_byte(tmp_path):
    text = (GOOD + "4,Zoë,3,,a,Bonn,?\n").encode("cp1252")
    found = problems(tmp_path, text)
    assert [(line, code) for line, code, _ in found] == [(5, "encoding")]
    assert "0xEB" in found[0][2]
    assert run(tmp_path, text, 'encoding = "cp1252"\n' + PEOPLE).vertices["person:4"].properties["name"] == "Zoë"


def test_utf16_and_byte_order_marks_are_read(tmp_path):
    assert len(run(tmp_path, GOOD.encode("utf-8-sig")).vertices) == 4
    assert len(run(tmp_path, GOOD.encode("utf-16"), 'encoding = "utf-16"\n' + PEOPLE).vertices) == 4


@pytest.mark.parametrize(("content", "code"), [("", "empty"), (None, "unreadable")])
def test_an_empty_or_missing_file(tmp_path, content, code):
    files = {} if content is None else {"people.csv": content}
    assert [(line, kind) for line, kind, _ in problems(tmp_path, files)] == [(0, code)]


def test_every_problem_is_counted_and_few_are_listed(tmp_path):
    rows = "".join(f"{n},Ada,x,99/99/2000,q,Bonn,?\n" for n in range(700))
    with pytest.raises(LoadRefused) as refused:
        run(tmp_path, HEADER + rows)
    assert refused.value.problems.count == 2_100
    listed = refused.value.message.splitlines()
    assert len(listed) == SHOWN + 2
    assert f"{2_100 - SHOWN:,} more" in listed[-1]
    assert refused.value.as_dict()["problem_kinds"] == {"type": 700, "date": 700, "value": 700}


TRIPLES = """
delimiter = "\\t"
[[table]]
name = "things"
file = "things.tsv"
[[table]]
name = "relations"
file = "relations.tsv"
[[table]]
name = "facts"
file = "facts.tsv"
join = { relation = { table = "relations", key = "id" }, tail = { table = "things", key = "id" } }
[[vertex]]
table = "things"
label = "{kind:lower}"
id = "{id}"
properties = { name = "name" }
[[edge]]
table = "facts"
label = "{relation.label:camel}"
from = "{head}"
to = "{tail}"
where_not."relation.label" = ["also known as"]
[[property]]
table = "facts"
of = "{head}"
name = "{relation.label:snake}"
value = "tail.name"
many = "list"
where."relation.label" = ["also known as"]
"""
THINGS = {
    "things.tsv": "id\tkind\tname\n1\tCOUNTRY\tMali\n2\tCITY\tBamako\n3\tWORD\tFrench Sudan\n4\tWORD\tMali Rep.\n",
    "relations.tsv": "id\tlabel\n7\tcapital city\n8\talso known as\n",
    "facts.tsv": "head\ttail\trelation\n1\t2\t7\n1\t3\t8\n1\t4\t8\n",
}


def test_triples_become_edges_and_properties(tmp_path):
    found = run(tmp_path, THINGS, TRIPLES)
    assert [(e.label, e.out_id, e.in_id) for e in found.edges] == [("capitalCity", "1", "2")]
    mali = found.vertices["1"]
    assert (mali.label, dict(mali.properties)) == (
        "country",
        {"name": "Mali", "also_known_as": ["French Sudan", "Mali Rep."]},
    )


def test_a_second_value_is_refused_unless_it_makes_a_list(tmp_path):
    found = problems(tmp_path, THINGS, TRIPLES.replace('many = "list"\n', ""))
    assert [(line, code) for line, code, _ in found] == [(4, "duplicate")]


def test_a_join_without_a_partner_is_an_unknown_value(tmp_path):
    broken = {**THINGS, "facts.tsv": THINGS["facts.tsv"] + "1\t2\t99\n"}
    assert [(line, code) for line, code, _ in problems(tmp_path, broken, TRIPLES)] == [(5, "value")]


TAGGED = """
[[table]]
name = "q"
file = "q.csv"
[[vertex]]
table = "q"
label = "question"
id = "q:{#}"
[[vertex]]
table = "q"
label = "tag"
id = "tag:{tags:slug}"
repeats = "same"
split = { tags = ";" }
[[edge]]
table = "q"
label = "has_tag"
from = "q:{#}"
to = "tag:{tags:slug}"
split = { tags = ";" }
"""


def test_split_cells_and_rows_without_an_id(tmp_path):
    found = run(tmp_path, {"q.csv": "tags\nA b;c;\nc\n\n"}, TAGGED)
    assert set(found.vertices) == {"q:2", "q:3", "tag:a-b", "tag:c"}
    assert [(e.out_id, e.in_id) for e in found.edges] == [("q:2", "tag:a-b"), ("q:2", "tag:c"), ("q:3", "tag:c")]


def test_the_same_edge_twice_is_refused_kept_or_taken_as_one(tmp_path):
    text = {"q.csv": "tags\nx;x\n"}
    assert problems(tmp_path, text, TAGGED)[0][1] == "duplicate"
    for repeats, count in (("same", 1), ("keep", 2)):
        mapping = TAGGED.replace('to = "tag:{tags:slug}"', f'to = "tag:{{tags:slug}}"\nrepeats = "{repeats}"')
        assert len(run(tmp_path, text, mapping).edges) == count


def test_a_vertex_mentioned_twice_must_agree(tmp_path):
    mapping = PEOPLE.replace('properties = { name = "city" }', 'properties = { name = "city", level = "level" }')
    found = problems(tmp_path, HEADER + "1,Ada,3,,a,Bonn,?\n2,Bob,3,,b,Bonn,?\n", mapping)
    assert [(line, code) for line, code, _ in found] == [(3, "conflict")]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("[[vertex]]", "[[vertx]]"), "vertx"),
        (('table = "people"\nlabel = "city"', 'table = "cities"\nlabel = "city"'), "no table 'cities'"),
        (('id = "city:{city}"', 'id = "city:{city:loud}"'), "unknown style 'loud'"),
        (('id = "city:{city}"', 'id = "city:{city"'), "unmatched brace"),
        (('type = "integer"', 'type = "whole"'), "whole"),
        (('null = ["?"]', "null = ["), "not valid TOML"),
        (('null = ["?"]', 'time_zone = "Mars/Base"'), "no time zone 'Mars/Base'"),
    ],
)
def test_a_wrong_mapping_is_named(change, told):
    with pytest.raises(UserMustAct) as refused:
        parse_mapping(PEOPLE.replace(*change), "m.toml")
    assert told in refused.value.message or told in str(refused.value.hint)


@pytest.mark.parametrize(
    ("template", "value", "expected"),
    [
        ("{c:camel}", "topic's main category", "topicsMainCategory"),
        ("{c:camel}", "top-level Internet domain", "topLevelInternetDomain"),
        ("{c:snake}", "Contact Type", "contact_type"),
        ("x:{c:slug}", "Wi-Fi / LAN", "x:wi-fi-lan"),
        ("{c:lower}-{c}", "AB", "ab-AB"),
        ("{c}", None, None),
    ],
)
def test_templates(template, value, expected):
    assert Template(template).fill({"c": value}) == expected


def test_a_bad_value_is_reported_on_every_line_that_mentions_it(tmp_path):
    mapping = PEOPLE.replace(
        'properties = { name = "city" }',
        'properties = { name = "city", n = { column = "age", type = "integer" } }',
    ).replace('age = { column = "age", type = "integer" }, ', "")
    rows = "".join(f"{n},Ada,x,,a,Bonn,?\n" for n in range(4))
    assert [(line, code) for line, code, _ in problems(tmp_path, HEADER + rows, mapping)] == [
        (line, "type") for line in (2, 3, 4, 5)
    ]


@pytest.mark.parametrize(("mark", "name"), [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")])
def test_another_delimiter_is_found_and_said(tmp_path, mark, name):
    found = run(tmp_path, GOOD.replace(",", mark))
    assert found.vertices == run(tmp_path, GOOD).vertices
    assert found.notes == [f"people.csv is read with {name} between its cells"]
    assert run(tmp_path, GOOD).notes == []


def test_another_delimiter_beside_a_wrong_column_is_seen_through(tmp_path):
    text = GOOD.replace("age", "years").replace(",", ";")
    assert [(line, code) for line, code, _ in problems(tmp_path, text)] == [(1, "header")]
    assert "'age'" in problems(tmp_path, text)[0][2]


def test_a_delimiter_that_the_mapping_gives_wrong_is_named(tmp_path):
    found = problems(tmp_path, GOOD.replace(",", ";"), 'delimiter = ","\n' + PEOPLE)
    assert found == [(1, "header", "the mapping says that commas part its cells, but semicolons do")]


@pytest.mark.parametrize("cell", ["A\0a", "\0"])
def test_a_nul_byte_is_refused_with_its_line(tmp_path, cell):
    found = problems(tmp_path, GOOD.replace("Bob", cell))
    assert found[:1] == [(3, "character", "name: a NUL byte is no text")]


TWO = (
    PEOPLE
    + '[[table]]\nname = "more"\nfile = "more.csv"\n[[vertex]]\ntable = "more"\nlabel = "x"\nid = "x:{id}"\n'
)


def test_a_table_without_rows_is_said(tmp_path):
    found = run(tmp_path, {"people.csv": GOOD, "more.csv": "id\n"}, TWO)
    assert found.notes == ["more.csv has a header and no rows"]
    assert len(found.vertices) == 4


def test_files_without_any_row_are_no_graph(tmp_path):
    assert [code for _, code, _ in problems(tmp_path, {"people.csv": HEADER, "more.csv": "id\n"}, TWO)] == [
        "empty"
    ] * 2
