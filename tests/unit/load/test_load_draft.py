"""Drafted mappings, judged by the graphs that they make."""

import csv
from collections import Counter

import pytest

from engine.errors import UserMustAct
from engine.graph.load.draft import draft
from engine.graph.load.draft_names import table_label
from engine.graph.load.mapped import read_mapped
from engine.graph.load.mapping_file import parse_mapping
from tests.shared import shared


def load(*paths):
    mapping = parse_mapping(draft(paths).text, "draft")
    return mapping, read_mapped(
        mapping, {t.name: next(p for p in paths if p.name == t.file) for t in mapping.tables}
    )


def labels(found):
    return Counter(vertex.label for vertex in found.vertices.values())


def edges(found):
    return Counter(edge.label for edge in found.edges)


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_incidents_themselves():
    path = shared("data/incidents") / "incidents_last_state.csv"
    raw = rows(path)
    mapping, found = load(path)
    assert (mapping.date_order, mapping.null) == ("DMY", ("?",))
    assert "either way" not in draft([path]).text

    def distinct(*columns):
        return len({row[column] for row in raw for column in columns} - {"?"})

    counts = labels(found)
    assert counts["incident"] == len(raw)
    assert counts["caller"] == distinct("caller_id")
    assert counts["location"] == distinct("location")
    assert counts["category"] == distinct("category")
    assert counts["symptom"] == distinct("u_symptom")
    assert counts["person"] == distinct("assigned_to", "opened_by", "resolved_by")
    assert edges(found)["assigned_to"] == sum(row["assigned_to"] != "?" for row in raw)
    incident = next(v for v in found.vertices.values() if v.properties.get("number") == "0000045")
    assert {"impact": 2, "made_sla": True, "reassignment_count": 0, "contact_type": "Phone"}.items() <= dict(
        incident.properties
    ).items()
    assert incident.properties["opened_at"].isoformat() == "2016-02-29T01:16:00+00:00"


def test_questions_with_tags():
    path = shared("data/support-questions") / "firefox-2023-03.csv"
    raw = rows(path)
    _, found = load(path)
    tags = [tag for row in raw for tag in row["tags"].split(";") if tag]
    assert labels(found)["tag"] == len(set(tags))
    assert labels(found)["topic"] == len({row["topic"] for row in raw})
    assert edges(found)["has_tag"] == len(
        {(row["id"], tag) for row in raw for tag in row["tags"].split(";") if tag}
    )
    first = found.vertices[f"firefox:{raw[0]['id']}"]
    assert first.properties["created"].isoformat() == "2023-03-01T22:57:27+00:00"


CUSTOMERS = "customer_id,name,joined\n" + "".join(f"{n},Firm {n},0{n % 9 + 1}/13/2024\n" for n in range(1, 21))
ORDERS = "Order No;Customer;placed;Total;Status;Remark\n" + "".join(
    f"0{n:04};{n % 20 + 1};2024-05-{n % 28 + 1:02} 10:00;{n},50;{'open' if n % 3 else 'shipped'};"
    f"{'a long remark about order ' + str(n) if n % 2 else ''}\n"
    for n in range(1, 101)
)


def test_two_linked_files(tmp_path):
    (tmp_path / "customers.csv").write_text(CUSTOMERS)
    (tmp_path / "orders.csv").write_text(ORDERS)
    mapping, found = load(tmp_path / "customers.csv", tmp_path / "orders.csv")
    assert mapping.date_order == "MDY"
    assert labels(found) == {"customer": 20, "order": 100}
    assert edges(found) == {"has_customer": 100}
    edge = next(e for e in found.edges if e.out_id == "order:00007")
    assert found.vertices[edge.in_id].properties["name"] == "Firm 8"
    order = found.vertices["order:00007"].properties
    assert (order["Status"], order["placed"].hour) == ("open", 10)


def test_a_file_of_pairs_becomes_edges(tmp_path):
    (tmp_path / "students.csv").write_text("id,name\n" + "".join(f"s{n},Student {n}\n" for n in range(9)))
    (tmp_path / "courses.csv").write_text("code,title\n" + "".join(f"c{n},Course {n}\n" for n in range(4)))
    pairs = [(f"s{n}", f"c{n % 4}") for n in range(9)] + [("s0", "c1")]
    (tmp_path / "enrolments.csv").write_text("student,course\n" + "".join(f"{s},{c}\n" for s, c in pairs))
    _, found = load(*sorted(tmp_path.glob("*.csv")))
    assert labels(found) == {"student": 9, "course": 4}
    assert sorted((e.out_id, e.in_id) for e in found.edges) == sorted(
        (f"student:{s}", f"course:{c}") for s, c in pairs
    )


def test_a_column_that_points_at_its_own_file(tmp_path):
    (tmp_path / "employees.csv").write_text("id,name,employee_boss\n1,A,\n2,B,1\n3,C,1\n4,D,2\n")
    _, found = load(tmp_path / "employees.csv")
    assert sorted((e.out_id, e.in_id) for e in found.edges) == [
        ("employee:2", "employee:1"),
        ("employee:3", "employee:1"),
        ("employee:4", "employee:2"),
    ]


def test_dates_that_could_be_either_are_said(tmp_path):
    (tmp_path / "a.csv").write_text("id,seen\nx,3/4/2016\ny,5/6/2016\n")
    assert "either way" in draft([tmp_path / "a.csv"]).text


def test_other_encodings_and_delimiters_are_found(tmp_path):
    (tmp_path / "a.csv").write_bytes("id\tname\n1\tZoë\n2\tJürgen\n".encode("cp1252"))
    _, found = load(tmp_path / "a.csv")
    assert {v.properties["name"] for v in found.vertices.values()} == {"Zoë", "Jürgen"}


@pytest.mark.parametrize("content", [None, "", "id,name\n"])
def test_nothing_to_draft_from(tmp_path, content):
    if content is not None:
        (tmp_path / "a.csv").write_text(content)
    with pytest.raises((UserMustAct, Exception)) as refused:
        draft([tmp_path / "a.csv"])
    assert "a.csv" in str(refused.value)


@pytest.mark.parametrize(
    ("stem", "label"),
    [
        ("firefox-2023-03", "firefox"),
        ("firefoxes_2024", "firefox"),
        ("tickets_2023Q1", "ticket"),
        ("SupportCases export Jan 2024", "support_case"),
        ("statuses_v2", "status"),
        ("movies-list", "movie"),
        ("analyses", "analysis"),
        ("buses", "bus"),
        ("houses", "house"),
        ("series", "series"),
        ("news", "news"),
        ("people", "person"),
        ("aircraft", "aircraft"),
        ("skillsets (3)", "skillset"),
        ("2024-01-31", "row"),
        ("data", "data"),
    ],
)
def test_a_label_from_a_file_name(stem, label):
    assert table_label(stem) == label


NODES = "id,name\n" + "".join(f"{n},Station {n}\n" for n in range(1, 13))
KINDS = "kind_id,title\n1,runs by\n2,crosses\n3,ends at\n"


@pytest.mark.parametrize(
    ("file", "header", "extra"),
    [
        ("entities", "head_entity,tail_entity", ""),
        ("nodes", "source,target", ""),
        ("stations", "from_station,to_station", ""),
        ("nodes", "SourceId,TargetId,weight", ",5"),
        ("entities", "head,tail,kind", ",{kind}"),
    ],
)
def test_a_file_of_two_ends_becomes_edges(tmp_path, file, header, extra):
    pairs = [(n, n % 12 + 1, n % 3 + 1) for n in range(1, 13)] + [(1, 5, 2), (2, 9, 1)]
    (tmp_path / "lines.csv").write_text(
        header + "\n" + "".join(f"{a},{b}{extra.format(kind=kind)}\n" for a, b, kind in pairs)
    )
    (tmp_path / f"{file}.csv").write_text(NODES)
    (tmp_path / "kinds.csv").write_text(KINDS)
    _, found = load(*sorted(tmp_path.glob("*.csv")))
    assert set(labels(found)) == {table_label(file), "kind"}
    ends = Counter((e.out_id.split(":")[1], e.in_id.split(":")[1]) for e in found.edges)
    assert ends == Counter((str(one), str(two)) for one, two, _ in pairs)
    names = ("runsBy", "crosses", "endsAt")
    assert edges(found) == Counter(names[kind - 1] if "kind" in header else "line" for _, _, kind in pairs)


PLACES = "site_id,name\n" + "".join(f"S{n},Site {n}\n" for n in range(1, 9))
PEOPLE = "rider_id,name\n" + "".join(f"R{n},Rider {n}\n" for n in range(1, 5))
BIKES = "bike_id,model\n" + "".join(f"B{n},Model {n % 2}\n" for n in range(1, 5))
TWENTY = [(n, n % 8 + 1, n * 3 % 8 + 1, n % 4 + 1) for n in range(1, 21)]


@pytest.mark.parametrize(
    ("header", "row", "edge_labels"),
    [
        ("trip_id,from_site,to_site", "T{n},S{a},S{b}", {"from_site", "to_site"}),
        ("trip_id,from_site_id,to_site_id", "T{n},S{a},S{b}", {"from_site", "to_site"}),
        ("trip_id,from_site,to_site,state,weight", "T{n},S{a},S{b},sent,{n}", {"from_site", "to_site"}),
        ("fromSite,toSite,left", "S{a},S{b},2024-05-{n:02} 10:00", {"from_site", "to_site"}),
        ("from_site,to_site,fee", "S{a},S{b},{n}.50", {"from_site", "to_site"}),
        ("from_site,to_site,status", "S{a},S{b},open", {"from_site", "to_site"}),
        ("from_site,to_site,rider_id", "S{a},S{b},R{c}", {"from_site", "to_site", "has_rider"}),
        ("source_site,target_site,bike_id", "S{a},S{b},B{c}", {"has_source_site", "has_target_site", "has_bike"}),
        ("rider_id,bike_id,hired_on", "R{c},B{c},2024-05-{n:02}", {"has_rider", "has_bike"}),
        ("rider_id,bike_id,price", "R{c},B{c},{n}", {"has_rider", "has_bike"}),
        (
            "trip_id,bike_id,rider_id,from_site,to_site,left,fee,state",
            "T{n},B{c},R{c},S{a},S{b},2024-05-{n:02} 10:00,{n},done",
            {"from_site", "to_site", "has_rider", "has_bike"},
        ),
    ],
)
def test_rows_that_are_more_than_a_pair_are_things(tmp_path, header, row, edge_labels):
    lines = [row.format(n=n, a=a, b=b, c=c) for n, a, b, c in TWENTY]
    for name, text in (("sites", PLACES), ("riders", PEOPLE), ("bikes", BIKES)):
        (tmp_path / f"{name}.csv").write_text(text)
    (tmp_path / "trips.csv").write_text("\n".join([header, *lines]) + "\n")
    _, found = load(*sorted(tmp_path.glob("*.csv")))
    assert labels(found)["trip"] == 20
    assert edges(found) == dict.fromkeys(edge_labels, 20)
    if "from_site" in edge_labels:
        into = Counter(e.in_id for e in found.edges if e.label == "from_site")
        assert into == Counter(f"site:S{a}" for _, a, _, _ in TWENTY)


@pytest.mark.parametrize(
    ("file", "header", "row", "expected"),
    [
        ("trips", "from_site,to_site,weight", "S{a},S{b},{n}", {"trip": 20}),
        ("edges", "id,source_site,target_site,weight", "E{n},S{a},S{b},{n}", {"related_to": 20}),
        ("trips", "rider_id,bike_id,quantity", "R{c},B{c},{n}", {"has_bike": 20}),
    ],
)
def test_rows_that_only_measure_a_pair_are_edges(tmp_path, file, header, row, expected):
    lines = [row.format(n=n, a=a, b=b, c=c) for n, a, b, c in TWENTY]
    for name, text in (("sites", PLACES), ("riders", PEOPLE), ("bikes", BIKES)):
        (tmp_path / f"{name}.csv").write_text(text)
    (tmp_path / f"{file}.csv").write_text("\n".join([header, *lines]) + "\n")
    _, found = load(*sorted(tmp_path.glob("*.csv")))
    assert edges(found) == expected
    assert set(labels(found)) == {"site", "rider", "bike"}


def test_pairs_of_one_to_one_are_edges_too(tmp_path):
    (tmp_path / "riders.csv").write_text(PEOPLE)
    (tmp_path / "bikes.csv").write_text(BIKES)
    (tmp_path / "keeps.csv").write_text("rider_id,bike_id\n" + "".join(f"R{n},B{5 - n}\n" for n in range(1, 5)))
    _, found = load(*sorted(tmp_path.glob("*.csv")))
    assert {(e.out_id, e.in_id) for e in found.edges} == {(f"rider:R{n}", f"bike:B{5 - n}") for n in range(1, 5)}


def test_two_ends_that_lead_nowhere_are_a_doubt(tmp_path):
    (tmp_path / "links.csv").write_text("source,target\na,b\nb,c\na,c\n")
    drafted = draft([tmp_path / "links.csv"])
    asked = "are source and target ids of rows in files that were not named?"
    assert f"# Look at this one: {asked}" in drafted.text
    assert [str(remark) for remark in drafted.remarks] == [f"links.csv: {asked}"]


@pytest.mark.parametrize(
    ("header", "row", "asked"),
    [
        ("id,start,end", "{n},2024-01-{n:02} 10:00,2024-01-{n:02} 12:00", False),  # moments
        ("id,start,end", "{n},{n}:00,{m}:00", False),  # times of a day
        ("title,start,end", "Part {n},{n},{m}", False),  # pages
        ("start,end", "{n},{m}", False),  # seconds, with nothing beside them
        ("id,from,to", "{n},5 kg,6 kg", False),  # amounts
        ("id,valid_from,valid_to", "{n},Q{n} 2024,Q{m} 2024", False),
        ("id,start_date,end_date", "{n},2024-01-{n:02},ongoing", False),
        ("id,source,target", "{n},by phone,sales", False),  # kinds of things
        ("id,subject,object", "{n},Thing {n} that was said about thing {m} in a sentence,x{n}", False),
        ("id,source,target,value", "{n},0.5,0.7,1", False),
        ("source_id,target_id", "{n},1{m}", True),
        ("id,start_id,end_id", "{n},s{n},s{m}", True),
        ("id,from,to", "{n},town {n},town {m}", True),
        ("id,parent,child,note", "{n},p{n},p{m},x", True),
    ],
)
def test_only_columns_that_may_hold_ids_are_asked_about(tmp_path, header, row, asked):
    lines = [row.format(n=n, m=n + 1) for n in range(1, 9)]
    (tmp_path / "a.csv").write_text("\n".join([header, *lines]) + "\n")
    text = draft([tmp_path / "a.csv"]).text
    assert ("Look at this one" in text) == asked
    assert parse_mapping(text, "draft")


def test_broken_rows_of_all_files_are_told_together_and_nothing_was_to_be_loaded(tmp_path):
    (tmp_path / "a.csv").write_text("id,name\n1,x\n2\n")
    (tmp_path / "b.CSV").write_text('id,name\n1,"x\n')
    with pytest.raises(UserMustAct) as refused:
        draft([tmp_path])
    assert refused.value.message.splitlines() == [
        "No mapping was written: 2 problems in the files.",
        "  a.csv, line 3: 1 cell, but the header has 2",
        "  b.CSV, line 2: the row that begins here has a quotation mark that is never closed",
    ]


def test_the_countries_are_joined_by_their_relations():
    folder = shared("data/countries")
    text = draft(sorted(folder.glob("*.tsv"))).text
    assert text.count('label = "{relation.label:camel}"') == 2
    assert text.count("[[vertex]]") == 3


def test_the_head_says_the_second_command(tmp_path):
    (tmp_path / "a.csv").write_text("id,name\n1,x\n2,y\n")
    assert "graphdesk load --mapping mapping.toml a.csv\n" in draft([tmp_path / "a.csv"]).text
