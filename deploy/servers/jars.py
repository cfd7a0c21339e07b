"""Gets a server's jars through Maven, once, into the user's cache folder."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

from engine.errors import OperatorMustAct

HERE = Path(__file__).parent


class ServerMissing(OperatorMustAct):
    """Java, Maven or the jars cannot be had here."""

    code = "server_missing"


def cache() -> Path:
    """Where the jars are kept: ``$XDG_CACHE_HOME/graphdesk/servers``, else below ``~/.cache``."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "graphdesk" / "servers"


def jars(name: str) -> Path:
    """The folder with the jars of ``HERE/name/pom.xml``. Raises ServerMissing, naming what is missing.

    A marker file says that the folder is whole; a lock keeps two test runs from resolving it at once.
    """
    if shutil.which("java") is None:
        raise ServerMissing("Java is not installed.", "Install a Java 17 runtime, e.g. openjdk-17-jre-headless.")
    folder = cache() / name
    marker = folder / "whole"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not marker.exists():
            _resolve(name, folder / "lib")
            marker.touch()
    return folder / "lib"


def _resolve(name: str, target: Path) -> None:
    maven = shutil.which("mvn")
    if maven is None:
        raise ServerMissing("Maven is not installed.", "Install it (package maven), or run without server tests.")
    command = [maven, "-q", "-B", "-f", str(HERE / name / "pom.xml"), "dependency:copy-dependencies"]
    done = subprocess.run(  # noqa: S603 - fixed command
        [*command, f"-DoutputDirectory={target}"], capture_output=True, text=True, timeout=300, check=False
    )
    if done.returncode != 0:
        last = (done.stdout or done.stderr).strip().splitlines()[-1:]
        raise ServerMissing(f"Maven could not get the jars of {name}: {' '.join(last)[:200]}", "Is it online?")
