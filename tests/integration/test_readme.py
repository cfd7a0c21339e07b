"""README's commands, run one after the other as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.settings import Settings
from tests.shared import ROOT

README = (ROOT / "README.md").read_text()
LINES = [line for block in re.findall(r"^```\n(.*?)^```", README, re.M | re.S) for line in block.splitlines()]
COMMANDS = [line.split("  #")[0].strip() for line in LINES]
OURS = re.compile("GRAPHDESK_|GREMLIN_|ANTHROPIC_|DATABASE_URL|QDRANT_URL")
CUSTOMERS = "customer_id,name,since\n" + "".join(f"c{n},Firm {n},2024-0{n}-01\n" for n in range(1, 7))
TICKETS = "number;customer_id;status\n" + "".join(f"t{n};c{n % 6 + 1};open\n" for n in range(1, 20))


def test_every_line_of_code_is_a_command_that_is_tried() -> None:
    assert all(re.fullmatch(r"(?:[A-Z_]+=\S+ )*(deploy/\w+|graphdesk .+)", line) for line in COMMANDS)


@pytest.mark.parametrize("line", [line for line in COMMANDS if "deploy/" in line])
def test_scripts_and_their_settings_are_there(line: str) -> None:
    *given, script = line.split()
    assert os.access(ROOT / script, os.X_OK)
    known = {field.alias for field in Settings.model_fields.values()}
    assert {setting.partition("=")[0] for setting in given} <= known


def test_commands_work_as_written(tmp_path: Path) -> None:
    home, mine, tools = tmp_path / "home", tmp_path / "mine", tmp_path / "tools"
    for folder in (home, mine, tools):
        folder.mkdir()
    command = tools / "graphdesk"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from deploy.cli import main; main()" "$@"\n')
    command.chmod(0o755)
    (mine / "customers.csv").write_text(CUSTOMERS)
    (mine / "tickets.csv").write_text(TICKETS)
    env = {name: value for name, value in os.environ.items() if not OURS.match(name)}
    env |= {"GRAPHDESK_HOME": str(home), "PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}

    def run(line: str) -> str:
        done = subprocess.run(
            ["bash", "-c", line], cwd=mine, env=env, capture_output=True, text=True, timeout=120, check=False
        )
        assert (done.returncode, done.stderr) == (0, ""), f"{line}\n{done.stderr}{done.stdout[-500:]}"
        return done.stdout

    run("graphdesk sample --cases 60")
    for line in COMMANDS:
        if line.startswith("graphdesk"):
            run(line)
    assert "ticket (19)" in run("graphdesk schema")  # what was loaded is what is asked from now on
    assert "[" in (mine / "profile.toml").read_text()
