"""``graphdesk person``: the link it prints is good for a password, once."""

import json
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from deploy.serving import noted
from engine.store import Store
from tests.support.serving import ROOT, environment, graphdesk


def run(home: Path, *arguments: str) -> Any:
    command = graphdesk("person", *arguments)
    return subprocess.run(command, cwd=ROOT, env=environment(home), capture_output=True, text=True, check=False)


def test_adding_a_person_and_making_a_new_link(tmp_path: Path) -> None:
    added = run(tmp_path, "add", "the support lead", "--email", "Lead@example.org", "--role", "admin", "--json")
    assert added.returncode == 0, added.stderr
    link = json.loads(added.stdout)["link"]
    assert link.startswith("http://127.0.0.1:8765/password/")
    with noted(tmp_path, "http://127.0.0.1:9123"):  # as a server of this home does
        again = run(tmp_path, "link", "lead@example.org")
    assert "Once, within 7 days: http://127.0.0.1:9123/password/" in again.stdout
    with closing(Store.open(f"sqlite:///{tmp_path / 'graphdesk.db'}")) as store:
        person = store.people.by_email("lead@example.org")
        assert person
        assert (person.name, person.role) == ("the support lead", "admin")
        assert store.links.use(link.rpartition("/")[2], "password") is None  # the newer one took its place
        used = store.links.use(again.stdout.strip().rpartition("/")[2], "password")
        assert used
        assert used.id == person.id
        actions = [entry.action for entry in store.audit.entries(actor="command").entries]
        assert actions == ["link.made", "link.made", "person.added"]


KILLED = """
import os, signal
from engine.store.sign_in import Links
Links.make = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
from deploy.cli import main
main()
"""


def test_killed_half_way_nobody_was_added(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, "person", "add", "the support lead", "--email", "lead@example.org"]
    killed = subprocess.run(
        command, cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert (killed.returncode, killed.stdout) == (-signal.SIGKILL, ""), killed.stderr
    with closing(Store.open(f"sqlite:///{tmp_path / 'graphdesk.db'}")) as store:
        assert store.people.all() == []
        assert store.audit.entries().entries == []
    assert run(tmp_path, "add", "the support lead", "--email", "lead@example.org").returncode == 0


def test_what_will_not_do_is_said(tmp_path: Path) -> None:
    wrong = run(tmp_path, "add", "x", "--email", "nowhere")
    assert (wrong.returncode, wrong.stdout) == (3, "")
    assert "no e-mail address" in wrong.stderr
    unknown = run(tmp_path, "link", "nobody@example.org")
    assert unknown.returncode == 3
    assert "graphdesk person add" in unknown.stderr
