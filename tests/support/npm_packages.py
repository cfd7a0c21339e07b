"""Packages of npm that stand in for services, kept in a cache per lock file."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest


def installed(what: str, locked: Path) -> Path:
    """``node_modules`` with the packages that a folder's lock file names. Skips by name where npm cannot do it."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip(f"npm is not installed, so {what} cannot be had: apt-get install npm")
    lock = hashlib.sha256((locked / "package-lock.json").read_bytes()).hexdigest()[:16]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "graphdesk" / "node"
    folder = cache / lock
    if not (folder / "done").exists():
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(locked / name, folder / name)
        done = subprocess.run([npm, "ci", "--silent"], cwd=folder, capture_output=True, text=True, timeout=280)
        if done.returncode:
            pytest.skip(f"npm could not install {what}: {done.stderr.strip()[-200:]}")
        (folder / "done").touch()
    return folder / "node_modules"
