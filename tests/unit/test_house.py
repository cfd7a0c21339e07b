"""The house rules: who may import whom, what is documented, what may not stand in any file, lint and types."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import deploy.cli
from engine.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()

BASE = {"answer", "errors", "logs", "settings"}
ROOMS = {  # room of engine -> rooms it may import, besides BASE and itself
    "answer": set(),
    "errors": set(),
    "logs": set(),
    "settings": set(),
    "store": set(),
    "gremlin": set(),
    "graph": {"gremlin"},
    "samples": {"gremlin", "graph"},
    "catalog": {"gremlin", "graph"},
    "operators": {"gremlin", "graph", "catalog", "store"},
    "agent": {"gremlin", "graph", "catalog", "operators", "store"},
    "skills": {"gremlin", "graph", "catalog", "operators", "agent", "store"},
    "evaluation": {"gremlin", "graph", "catalog", "operators", "agent", "store", "samples"},
}
# These put the rooms together; no room imports them.
ABOVE = {
    "apart", "apart_process", "desk", "failed", "health", "metrics", "observer", "opening", "recording", "worker",
}  # fmt: skip
PACKAGES = {"engine": {"engine"}, "bot": {"bot", "engine"}, "admin": {"admin", "engine"}}


def tracked(*patterns: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z", "--", *patterns], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    return [name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_import_only_what_lies_below_them(package: str) -> None:
    ours = {"engine", "bot", "admin", "deploy", "tests"}
    for path in (ROOT / package).rglob("*.py"):
        found = {name.split(".")[0] for name in imports(path)} & ours
        assert found <= PACKAGES[package], f"{path.relative_to(ROOT)} imports {found - PACKAGES[package]}"


def test_rooms_of_the_engine_import_one_way() -> None:
    for path in (ROOT / "engine").rglob("*.py"):
        place = path.relative_to(ROOT / "engine").parts
        room = place[0].removesuffix(".py")
        if room in ABOVE | {"__init__"}:
            continue
        assert room in ROOMS, f"engine/{room} is a room that DESIGN section 2 does not name"
        found = {name.split(".")[1] for name in imports(path) if name.startswith("engine.")}
        wrong = found - ROOMS[room] - BASE - {room}
        assert not wrong, f"{path.relative_to(ROOT)} imports engine.{', engine.'.join(wrong)}"


def test_top_level_names() -> None:
    known = {
        "admin",
        "bot",
        "deploy",
        "engine",
        "tests",
        ".ci",
        ".gitignore",
        "CHANGELOG.md",
        "LICENSE",
        "Procfile",
    }
    known |= {"README.md", "pyproject.toml"}
    assert {name.split("/")[0] for name in tracked()} <= known


def test_settings_are_read_in_one_place() -> None:
    for package in ("engine", "admin", "bot"):
        for path in (ROOT / package).rglob("*.py"):
            assert not re.search(r"os\.(environ|getenv)", path.read_text()), (
                f"{path.relative_to(ROOT)} reads one itself"
            )


def test_every_setting_is_in_the_readme_with_its_default_and_meaning() -> None:
    rows = {}
    for line in README.splitlines():
        if row := re.fullmatch(r"\| `([A-Z_]+)` \| (.*?) \| (.*?) \|", line):
            rows[row[1]] = (row[2], row[3])
    expected = {}
    for field in Settings.model_fields.values():
        default = "" if field.default is None else f"`{field.default}`"
        expected[field.alias] = (default, field.description)
    assert rows == expected


def test_every_command_is_in_the_readme() -> None:
    code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", README, re.S))
    named = set(re.findall(r"\bgraphdesk ([a-z]+)", code))
    assert named == set(deploy.cli.COMMANDS)


def test_the_readme_names_only_files_that_are_there() -> None:
    for name in re.findall(r"`((?:deploy|admin|engine|tests)/[\w./-]+)`|\]\(([\w./-]+)\)", README):
        assert (ROOT / "".join(name)).exists(), "".join(name)


def test_no_file_names_a_registry_or_a_machine() -> None:
    hosts = (
        "pypi.org",
        "pythonhosted.org",
        "npmjs.org",
        "npmjs.com",
        "maven.org",
        "maven.apache.org/maven2",
        "debian.org",
    )
    forbidden = re.compile(
        "|".join([*map(re.escape, hosts), r"(?<![\w.])/(?:work|root|farm)/", r"/home/\w", r"/tmp/[a-z]"])
    )
    for name in tracked():
        path = ROOT / name
        if path.suffix in {".png", ".woff2", ".gsnap"} or "/vendor/" in name or path == Path(__file__).resolve():
            continue
        found = forbidden.search(path.read_text(errors="replace"))
        assert not found, f"{name}: {found and found[0]}"


def test_vendored_parts_carry_their_licence() -> None:
    for folder in (ROOT / "admin/static/vendor").iterdir():
        assert (folder / "LICENSE.txt").stat().st_size > 200, folder.name


def test_scripts_can_be_run() -> None:
    for name in ("deploy/demo", "deploy/test", "deploy/bench", "deploy/lock", ".ci/run"):
        assert os.access(ROOT / name, os.X_OK), name
        subprocess.run(["bash", "-n", ROOT / name], check=True)


KEPT = [] if (ROOT / ".mypy_cache").exists() else ["--cache-dir", os.devnull]  # writing one takes a while too


@pytest.mark.parametrize(
    "command",
    [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy", *KEPT]],
    ids=["lint", "format", "types"],
)
def test_checks_pass(command: list[str]) -> None:
    ran = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-1000:]
