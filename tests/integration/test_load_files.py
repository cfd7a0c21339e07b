"""``graphdesk load`` and ``sample`` as processes: real data against its raw files, and files that stay whole."""

import contextlib
import csv
import json
import os
import resource
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import graphersal
import pytest

from engine.graph.load.files import replaced
from tests.shared import shared
from tests.support.serving import until

COMMAND = [sys.executable, "-c", "from deploy.cli import main; main()"]


def graphdesk(*args, cwd, **more):
    env = {key: value for key, value in os.environ.items() if not key.startswith(("GRAPHDESK_", "GREMLIN_"))}
    return subprocess.run(
        [*COMMAND, *map(str, args)],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        **more,
    )


def counts(graph, kind):
    return graph.query(f"g.{kind}().groupCount().by(T.label).next()")


def test_the_incidents_are_those_of_the_file(tmp_path):
    folder = shared("data/incidents")
    done = graphdesk("load", "--mapping", "incidents", folder, "--out", "i.gsnap", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    with (folder / "incidents_last_state.csv").open(encoding="utf-8", newline="") as file:
        raw = list(csv.DictReader(file))

    def distinct(*columns):
        return len({row[column] for row in raw for column in columns} - {"?"})

    columns = {
        "caller": ("caller_id",),
        "location": ("location",),
        "category": ("category",),
        "subcategory": ("subcategory",),
        "symptom": ("u_symptom",),
        "configuration_item": ("cmdb_ci",),
        "group": ("assignment_group",),
        "person": ("assigned_to", "opened_by", "resolved_by"),
    }
    vertices = {"incident": len(raw), **{label: distinct(*names) for label, names in columns.items()}}
    edges = {
        label: sum(row[column] != "?" for row in raw)
        for label, column in {
            "reported_by": "caller_id",
            "at_location": "location",
            "in_category": "category",
            "in_subcategory": "subcategory",
            "has_symptom": "u_symptom",
            "affects": "cmdb_ci",
            "assigned_to_group": "assignment_group",
            "assigned_to": "assigned_to",
            "opened_by": "opened_by",
            "resolved_by": "resolved_by",
        }.items()
    }
    graph = graphersal.Graph.load(str(tmp_path / "i.gsnap"))
    assert counts(graph, "V") == report["vertices"] == vertices
    assert counts(graph, "E") == report["edges"] == edges
    busiest = Counter(row["location"] for row in raw if row["priority"] == "1").most_common(1)[0]
    found = graph.query(
        'g.V().hasLabel("incident").has("priority", P.eq(1)).out("at_location").groupCount().by("name").next()'
    )
    assert max(found.items(), key=lambda pair: pair[1]) == busiest
    march = sum("/3/2016 " in row["opened_at"] for row in raw)
    window = 'P.between(datetime("2016-03-01T00:00:00Z"), datetime("2016-04-01T00:00:00Z"))'
    assert graph.query(f'g.V().hasLabel("incident").has("opened_at", {window}).count().next()') == march
    assert (tmp_path / "i.profile.toml").exists()


def test_the_countries_are_those_of_the_files(tmp_path):
    folder = shared("data/countries")
    done = graphdesk("load", "--mapping", "countries", folder, "--out", "c.gsnap", cwd=tmp_path)
    assert done.returncode == 0, done.stderr

    def rows(name):
        with (folder / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file, delimiter="\t"))

    relation = {row["relationID"]: row["label"] for row in rows("relations")}
    name = {row["entityID"]: row["label"] for row in rows("entities")}
    triples = [(row["headEntity"], relation[row["relation"]], row["tailEntity"]) for row in rows("edges")]
    facts = [(row["headEntity"], relation[row["relation"]], row["tailEntity"]) for row in rows("attributes")]
    listed = {"motto", "emergency phone number", "top-level Internet domain"}
    graph = graphersal.Graph.load(str(tmp_path / "c.gsnap"))
    assert counts(graph, "V")["country"] == len(rows("nodes"))
    assert sum(counts(graph, "E").values()) == len(triples) + sum(fact[1] not in listed for fact in facts)
    continents = Counter(name[tail] for _, label, tail in facts if label == "continent")
    assert graph.query('g.V().hasLabel("country").out("continent").groupCount().by("name").next()') == continents
    neighbours = {name[tail] for head, label, tail in triples if (head, label) == ("0", "shares border with")}
    assert (
        set(graph.query('g.V("country:0").out("sharesBorderWith").hasLabel("country").values("name")'))
        == neighbours
    )
    phones = [name[tail] for head, label, tail in facts if (head, label) == ("0", "emergency phone number")]
    assert graph.query('g.V("country:0").values("emergencyPhoneNumber").next()') == phones


CSV = "id,name,boss\n1,Ada,\n2,Bob,1\n"
MAPPING = """
[[table]]
name = "p"
file = "p.csv"
[[vertex]]
table = "p"
label = "person"
id = "{id}"
properties = { name = "name" }
[[edge]]
table = "p"
label = "reports_to"
from = "{id}"
to = "{boss}"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "p.csv").write_text(CSV)
    (tmp_path / "m.toml").write_text(MAPPING)
    return tmp_path


def load(folder, *more, **other):
    return graphdesk("load", "--mapping", "m.toml", "p.csv", "--out", "g.gsnap", *more, cwd=folder, **other)


def test_own_files_are_a_graph_in_two_commands(folder):
    (folder / "m.toml").unlink()
    drafting = ("load", "--draft-mapping", "p.csv", "--out", "m.toml")
    (folder / "p.csv").write_text(CSV + "3\n")
    broken = graphdesk(*drafting, cwd=folder)
    assert (broken.returncode, (folder / "m.toml").exists()) == (3, False)
    assert "p.csv, line 4" in broken.stderr
    (folder / "p.csv").write_text(CSV)
    drafted = graphdesk(*drafting, cwd=folder)
    assert (drafted.returncode, drafted.stderr) == (0, "")
    assert "graphdesk load --mapping m.toml p.csv" in drafted.stdout
    assert (folder / "m.toml").read_text() == graphdesk(*drafting[:3], cwd=folder).stdout
    done = load(folder)
    assert done.returncode == 0, done.stderr
    assert len(graphersal.Graph.load(str(folder / "g.gsnap")).query("g.V()")) == 2
    assert 'name = "g"' in (folder / "g.profile.toml").read_text()


def test_what_to_look_at_in_a_draft_is_told_to_people_and_programs(tmp_path):
    (tmp_path / "p.csv").write_text("id,age\n" + "".join(f"p{n},{n % 9}\n" for n in range(20)) + "p20,1o\n")
    drafting = ("load", "--draft-mapping", "p.csv")
    said = "age: '1o' is not a whole number, as 20 of 21 cells are"
    told = graphdesk(*drafting, cwd=tmp_path)
    assert told.returncode == 0
    assert told.stderr.splitlines()[:2] == ["Look at these first:", f"  p.csv, line 22: {said}"]
    assert "# Look at this one: line 22: " in told.stdout
    written = graphdesk(*drafting, "--out", "m.toml", "--json", cwd=tmp_path)
    assert written.stderr == ""
    remark = {"file": "p.csv", "line": 22, "code": "type", "message": said}
    assert json.loads(written.stdout)["remarks"] == [remark]
    loaded = graphdesk("load", "--mapping", "m.toml", "p.csv", "--out", "g.gsnap", cwd=tmp_path)
    assert loaded.returncode == 3
    assert "p.csv, line 22: age: '1o' is not a whole number" in loaded.stderr


def test_a_refused_load_leaves_the_graph_as_it_was(folder):
    assert load(folder).returncode == 0
    before = {path.name: path.read_bytes() for path in folder.glob("g.*")}
    (folder / "p.csv").write_text(CSV + "3,Cyd,9\n3,Dan,\n")
    done = load(folder)
    assert done.returncode == 3
    assert "p.csv, line 4: the edge 'reports_to' leads to nothing: there is no vertex '9'" in done.stderr
    assert "p.csv, line 5: the id '3' is already used on line 4" in done.stderr
    assert "Traceback" not in done.stderr
    assert {path.name: path.read_bytes() for path in folder.glob("g.*")} == before


def test_the_json_report_of_a_refused_load(folder):
    (folder / "p.csv").write_text(CSV + "3,Cyd,9\n")
    done = load(folder, "--json")
    assert done.returncode == 3
    report = json.loads(done.stdout)
    assert report["ok"] is False
    assert [(p["file"], p["line"], p["code"]) for p in report["error"]["problems"]] == [("p.csv", 4, "dangling")]


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (("--mapping", "m.toml", "none.csv"), 3, "no file none.csv"),
        (("--mapping", "m.toml", "other.csv"), 3, "The mapping has no table for other.csv"),
        (("--mapping", "m.toml", "p.csv"), 3, "file q.csv of the mapping's table 'q' was not found"),
        (("--mapping", "none.toml", "p.csv"), 3, "no mapping 'none.toml'"),
        (("p.csv",), 3, "Tables need a mapping"),
        (("none.csv",), 3, "no file none.csv"),
        (("p.csv", "none.csv"), 3, "no file none.csv"),
        (("none.json",), 3, "no file none.json"),
        ((), 2, "Name a GraphSON file, or CSV files"),
        (("--draft-mapping",), 2, "Name a GraphSON file, or CSV files"),
        (("--draft-mapping", "none.csv"), 3, "none.csv cannot be read: No such file"),
        (("--no-such-option",), 2, "no-such-option"),
    ],
)
def test_wrong_uses_say_what_to_do(folder, args, code, told):
    (folder / "other.csv").write_text(CSV)
    (folder / "m.toml").write_text(MAPPING + MAPPING.replace('"p"', '"q"').replace("p.csv", "q.csv"))
    done = graphdesk("load", *args, cwd=folder)
    assert done.returncode == code
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_disk_leaves_the_graph_as_it_was(folder):
    assert load(folder).returncode == 0
    before = (folder / "g.gsnap").read_bytes()
    (folder / "p.csv").write_text("id,name,boss\n" + "".join(f"{n},{'x' * 50},\n" for n in range(2_000)))

    def small_disk():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = load(folder, preexec_fn=small_disk)
    assert done.returncode == 1
    assert "The file is as it was before" in done.stderr
    assert (folder / "g.gsnap").read_bytes() == before
    assert not list(folder.glob(".g.*"))


def test_ctrl_c_leaves_no_half_written_file(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "sample", "--cases", "100000", "--out", "s.gsnap"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not any(path.stat().st_size for path in tmp_path.iterdir()):
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert (out, list(tmp_path.iterdir())) == ("", [])


def test_what_a_killed_build_left_is_removed_by_the_next(tmp_path):
    started = subprocess.Popen([*COMMAND, "sample", "--cases", "100000", "--out", "s.gsnap"], cwd=tmp_path)
    until(lambda: any(path.stat().st_size for path in tmp_path.iterdir()))
    started.kill()
    started.wait()
    assert list(tmp_path.iterdir())
    done = graphdesk("sample", "--cases", "3", "--out", "s.gsnap", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"s.gsnap", "s.profile.toml"}


def test_what_another_process_is_writing_stays(tmp_path):
    with replaced(tmp_path / "s.gsnap") as being_written:
        assert graphdesk("sample", "--cases", "3", "--out", "s.gsnap", cwd=tmp_path).returncode == 0
        assert being_written.exists()


def test_a_second_build_waits_for_the_first(tmp_path):
    command = [*COMMAND, "sample", "--once", "--cases", "40", "--out", "s.gsnap"]
    both = [
        subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=200) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sorted("is there already" in out for out, _ in said) == [False, True]
    assert any("waiting for it" in err for _, err in said)
    third = graphdesk(*command[len(COMMAND) :], cwd=tmp_path)
    assert (third.returncode, "is there already" in third.stdout) == (0, True)


def test_a_sample_by_command(tmp_path):
    args = ("sample", "--cases", "30", "--seed", "5", "--anchor", "2026-11-30", "--json")
    first = graphdesk(*args, "--out", "a.jsonl", cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["cases"] == 30
    graphdesk(*args, "--out", "b.jsonl", cwd=tmp_path)
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    again = graphdesk("load", "a.jsonl", "--out", "c.gsnap", "--json", cwd=tmp_path)
    assert json.loads(again.stdout)["vertex_count"] == json.loads(first.stdout)["vertices"]
    assert 'case_label = "case"' in Path(tmp_path / "a.profile.toml").read_text()
