"""deploy/setup.sh with made-up Pythons: which one is found, what is installed, and when nothing has to be."""

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support.serving import until

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("bash", "cat", "cksum", "date", "dirname", "flock", "mkdir", "rm", "sh", "sleep", "touch")

# Stands in for a Python: notes each call in a log; makes a venv by copying itself; breaks where it is told to.
PYTHON = """#!/usr/bin/env sh
echo "$*" >>"$LOG"
case "$*" in
  *"$HANG_AT"*) if [ -n "$HANG_AT" ]; then echo "pid $$" >>"$LOG"; trap 'echo a long story' INT; sleep 60; fi ;;
esac
case "$*" in
  *"version_info < (3, 11)"*) exit {old} ;;
  *"import venv, ensurepip"*) exit {bare} ;;
  "-m venv --clear "*) mkdir -p "$4/bin" && cat "$0" >"$4/bin/python" && chmod +x "$4/bin/python" ;;
  *"$BREAK_AT"*) [ -z "$BREAK_AT" ] || exit 7 ;;
esac
"""


class Machine:
    """A project folder and a PATH on which only the given Pythons are."""

    def __init__(self, folder: Path) -> None:
        self.root, self.path, self.log = folder / "project folder", folder / "bin", folder / "log"
        (self.root / "deploy").mkdir(parents=True)
        self.path.mkdir()
        for name in ("setup.sh", "requirements.lock", "requirements-build.lock"):
            shutil.copy(ROOT / "deploy" / name, self.root / "deploy")
        shutil.copy(ROOT / "pyproject.toml", self.root)
        for name in (*TOOLS, "chmod"):
            found = shutil.which(name)
            if found:
                (self.path / name).symlink_to(found)

    def python(self, name: str, *, old: int = 0, bare: int = 0) -> None:
        (self.path / name).write_text(PYTHON.format(old=old, bare=bare))
        (self.path / name).chmod(0o755)

    def start(self, script: str, break_at: str = "", hang_at: str = "") -> subprocess.Popen[str]:
        self.log.write_text("")
        command = f'set -euo pipefail; source "{self.root}/deploy/setup.sh"; {script}'
        env = {"PATH": str(self.path), "LOG": str(self.log), "BREAK_AT": break_at, "HANG_AT": hang_at}
        bash = shutil.which("bash") or "bash"
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [bash, "-c", command], cwd="/", env=env, stdout=pipe, stderr=pipe, text=True, start_new_session=True
        )

    def run(self, script: str, break_at: str = "") -> subprocess.CompletedProcess[str]:
        process = self.start(script, break_at)
        out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def installed(self) -> list[str]:
        return [line for line in self.log.read_text().splitlines() if " install " in line]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_newest_python_that_starts_is_taken(machine: Machine) -> None:
    machine.python("python3.13", old=127)  # a version manager's stub: on the path, but it does not start
    machine.python("python3.12")
    machine.python("python3")
    assert machine.run("find_python").stdout == "python3.12\n"


@pytest.mark.parametrize("names", [(), ("python3",)])
def test_no_python_or_an_old_one_is_said(machine: Machine, names: tuple[str, ...]) -> None:
    for name in names:
        machine.python(name, old=1)
    ran = machine.run("install run requirements.lock; echo went on")
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert "Python 3.11 or newer is needed" in ran.stderr
    assert "Install one" in ran.stderr


def test_a_python_without_venv_is_said(machine: Machine) -> None:
    machine.python("python3.11", bare=1)
    ran = machine.run("install run requirements.lock")
    assert ran.returncode == 1
    assert "apt-get install python3.11-venv" in ran.stderr


def test_the_first_run_installs_by_hash_and_the_second_does_nothing(machine: Machine) -> None:
    machine.python("python3.11")
    assert machine.run("install run requirements.lock").returncode == 0
    build, locked, own = machine.installed()
    assert "--require-hashes" in build
    assert build.endswith("requirements-build.lock")
    assert "--require-hashes" in locked
    assert locked.endswith("requirements.lock")
    assert "--no-deps" in own
    assert "--no-build-isolation" in own
    assert machine.run("install run requirements.lock").returncode == 0
    assert machine.log.read_text() == ""


@pytest.mark.parametrize("place", ["-m venv", "requirements-build.lock", "requirements.lock", "--no-deps"])
def test_a_run_cut_short_is_taken_up_again(machine: Machine, place: str) -> None:
    machine.python("python3.11")
    if place == "-m venv":
        (machine.root / ".venv" / "bin").mkdir(parents=True)  # made, but with no Python in it yet
    else:
        broken = machine.run("install run requirements.lock", break_at=place)
        assert broken.returncode == 1
        assert "start again" in broken.stderr
    assert machine.run("install run requirements.lock").returncode == 0
    assert len(machine.installed()) == 3


SIGNALS = {  # what a terminal does; kill or a service manager; a terminal that is closed
    "terminal": lambda pid: os.killpg(pid, signal.SIGINT),
    "kill": lambda pid: os.kill(pid, signal.SIGTERM),
    "hang up": lambda pid: os.kill(pid, signal.SIGHUP),
}


@pytest.mark.parametrize("place", ["-m venv --clear", "requirements.lock", "--no-deps"])
@pytest.mark.parametrize("sent", SIGNALS)
def test_a_signal_is_one_line_and_leaves_nothing_running(machine: Machine, sent: str, place: str) -> None:
    machine.python("python3.11")
    process = machine.start("install run requirements.lock; echo went on", hang_at=place)
    hanging = until(lambda: re.search(r"^pid (\d+)", machine.log.read_text(), re.M), 30)
    SIGNALS[sent](process.pid)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "graphdesk: Interrupted; start again to go on."
    assert "story" not in err
    assert "Terminated" not in err
    until(lambda: not Path(f"/proc/{hanging[1]}").exists(), 10)
    assert machine.run("install run requirements.lock").returncode == 0


def test_a_second_start_says_at_once_what_it_waits_for(machine: Machine) -> None:
    machine.python("python3.11")
    first = machine.start("install run requirements.lock", hang_at="requirements.lock")
    until(lambda: "pid " in machine.log.read_text(), 30)
    waiting = [machine.start("install run requirements.lock; echo went on") for _ in range(2)]
    for process in waiting:
        assert process.stderr
        said = process.stderr.readline()
        assert re.fullmatch(
            rf"Waiting for another start that sets up \.venv: process {first.pid}, since \d\d:\d\d:\d\d\n", said
        )
    os.kill(waiting[0].pid, signal.SIGTERM)  # who waits can be told to stop, too
    assert waiting[0].communicate(timeout=30)[0] == ""
    os.kill(first.pid, signal.SIGTERM)
    first.communicate(timeout=30)
    assert waiting[1].communicate(timeout=30)[0] == "went on\n"
    assert len(machine.installed()) == 3


def test_who_waited_for_a_whole_set_up_installs_nothing(machine: Machine) -> None:
    machine.python("python3.11")
    lock, go_on = machine.root / ".setup.lock", machine.root / "go on"
    wait = f'until [ -e "{go_on}" ]; do sleep 0.05; done'
    holder = machine.start(f'take_lock "$root/.setup.lock"; {wait}; install run requirements.lock')
    until(lambda: lock.exists() and "process" in lock.read_text(), 30)
    second = machine.start("install run requirements.lock")
    assert second.stderr
    assert "Waiting" in second.stderr.readline()
    go_on.touch()
    assert (holder.wait(30), second.wait(30)) == (0, 0)
    assert len(machine.installed()) == 3


@pytest.mark.parametrize("file", ["deploy/requirements.lock", "deploy/requirements-build.lock", "pyproject.toml"])
def test_a_change_of_what_is_locked_installs_anew(machine: Machine, file: str) -> None:
    machine.python("python3.11")
    machine.run("install run requirements.lock")
    with (machine.root / file).open("a") as changed:
        changed.write("\n")
    machine.run("install run requirements.lock")
    assert len(machine.installed()) == 3


def test_a_moved_project_installs_anew(machine: Machine) -> None:
    machine.python("python3.11")
    machine.run("install run requirements.lock")
    moved = machine.root.with_name("moved")
    machine.root.rename(moved)
    machine.root = moved
    machine.run("install run requirements.lock")
    assert len(machine.installed()) == 3


@pytest.mark.parametrize("script", ["bench", "demo", "lock", "setup.sh", "test"])
def test_no_answer_depends_on_who_closes_a_pipe_first(script: str) -> None:
    """Under ``pipefail`` whatever writes to a ``grep -q`` that has found its line fails: now and then, unsaid."""
    assert not re.search(r"\|\s*grep\s+-\w*q", (ROOT / "deploy" / script).read_text("utf-8"))


SCRIPTS = ("demo", "test", "bench", "lock")


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("asked", [["--help"], ["-h"]])
def test_help_comes_before_any_set_up(script: str, asked: list[str], tmp_path: Path) -> None:
    """In a clone of the scripts alone, with no Python on the path: whatever would be set up would fail."""
    ran = called(script, asked, tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"Usage: deploy/{script}")
    assert max(map(len, ran.stdout.splitlines())) <= 80
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize(
    ("script", "given", "said"),
    [
        ("demo", ["--bogus"], "there is no option --bogus"),
        ("demo", ["--port", "9000", "-x"], "there is no option -x"),
        ("demo", ["--port"], "--port needs a value"),
        ("demo", ["9000"], "takes options only, not '9000'"),
        ("bench", ["asks"], "there is no bench 'asks'"),
        ("bench", ["--all"], "there is no bench '--all'"),
        ("lock", ["--upgrade"], "takes no arguments"),
    ],
)
def test_wrong_use_is_refused_before_any_set_up(script: str, given: list[str], said: str, tmp_path: Path) -> None:
    ran = called(script, given, tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert said in ran.stderr
    assert not (tmp_path / ".venv").exists()


def called(script: str, given: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "deploy").mkdir()
    for name in (script, "setup.sh"):
        shutil.copy(ROOT / "deploy" / name, folder / "deploy")
    (folder / "tests" / "bench").mkdir(parents=True)
    (folder / "tests" / "bench" / "bench_ask.py").touch()
    (folder / "bin").mkdir()
    for name in (*TOOLS, "env", "fold", "sed", "tr"):
        if found := shutil.which(name):
            (folder / "bin" / name).symlink_to(found)
    command = [str(folder / "deploy" / script), *given]
    return subprocess.run(
        command,
        cwd="/",
        env={"PATH": str(folder / "bin")},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_the_demo_knows_the_options_of_serve() -> None:
    from typer.main import get_command

    import deploy.cli

    deploy.cli.register()
    serve = get_command(deploy.cli.app).commands["serve"]  # type: ignore[attr-defined]
    options = {name for one in serve.params for name in (*one.opts, *one.secondary_opts)} | {"--help", "-h"}
    usage = (ROOT / "deploy" / "demo").read_text().partition('help_for "')[2].partition('" "$@"')[0]
    assert set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", usage)) == options - {"--once"}
