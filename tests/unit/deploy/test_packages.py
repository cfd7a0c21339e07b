"""A package that cannot be imported is named by every command, with what repairs it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deploy import packages
from tests.shared import ROOT

# Hides a module from a process, as if its files were gone.
HIDDEN = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {module!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Gone())
sys.argv[0] = "graphdesk"
from deploy.start import main
main()
"""


def graphdesk(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = HIDDEN.format(module=module)
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    ("module", "package", "arguments"),
    [
        ("typer", "typer", ["ask", "How many?"]),  # which every command needs
        ("lark", "lark", ["check", "g.V('a')"]),
        ("pydantic_settings", "pydantic-settings", ["schema"]),
        ("tomli_w", "tomli-w", ["doctor"]),
    ],
)
def test_it_is_named_with_what_repairs_it(module: str, package: str, arguments: list[str]) -> None:
    done = graphdesk(module, *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    said, hint = done.stderr.splitlines()
    assert f"The Python package {package} is broken." in said  # its metadata is there, its files are not
    assert f"{sys.executable} -m pip install --force-reinstall --no-deps {package}==" in hint


def test_as_json() -> None:
    done = graphdesk("typer", "health", "--json")
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)["error"]["code"] == "package"


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "some.lock"
    monkeypatch.setattr(packages, "LOCK", file)
    return file


@pytest.mark.parametrize(
    ("module", "locked", "package"),
    [
        ("no_such_module", "no-such-module==1.0", "no-such-module"),
        ("text_to_such", "text2such==1.0", "text2such"),
        ("markdown_such", "markdown-such-py==1.0", "markdown-such-py"),
        ("no_such_module.part", "other==1.0", "no_such_module"),
    ],
)
def test_one_that_is_not_installed(lock: Path, module: str, locked: str, package: str) -> None:
    lock.write_text(f"{locked} \\\n    --hash=sha256:00\n")
    said = packages.explained(ModuleNotFoundError("x", name=module))
    assert said
    assert said.message.startswith(f"The Python package {package} is not installed.")
    assert said.hint == f"Repair it: {sys.executable} -m pip install --require-hashes -r {lock}"


def test_one_of_a_wrong_version(lock: Path) -> None:
    lock.write_text("pytest==0.1 \\\n    --hash=sha256:00\ngone==1 \\\n    --hash=sha256:00\n")
    said = packages.explained(ImportError("cannot import name 'x' from 'pytest'", name="pytest"))
    assert said
    assert "graphdesk needs 0.1. 1 more is not as locked" in said.message


def test_a_module_of_our_own_is_no_package() -> None:
    said = packages.explained(ModuleNotFoundError("x", name="engine.nothing"))
    assert said
    assert "engine.nothing" in said.message
    assert "pip" not in said.hint


def test_the_lock_file_is_read_whole(lock: Path) -> None:
    """Every name==version of the real one, however it goes on, for this system or another."""
    shutil.copy(ROOT / "deploy" / "requirements.lock", lock)
    names = {line.partition("==")[0] for line in lock.read_text().splitlines() if line[:1].isalpha()}
    found = {name for name, _, _ in packages._LOCKED.findall(lock.read_text())}
    assert found == names
    assert len(names) > 50
