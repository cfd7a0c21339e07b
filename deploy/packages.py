"""The installed Python packages against the locked ones, and the command that puts them right.

Imports nothing but the standard library on its own: it speaks when other packages are missing.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from engine.errors import OperatorMustAct

LOCK = Path(__file__).with_name("requirements.lock")
OURS = ("admin", "bot", "deploy", "engine")
_SHOWN = 5  # packages that are named in one line
_LOCKED = re.compile(r"^([\w.-]+)==([^\s;]+)(?: ; (.+?))? \\$", re.M)


@dataclass(frozen=True, slots=True)
class Amiss:
    """A package that is not as it was locked. ``installed`` None: it is not there."""

    name: str
    locked: str
    installed: str | None

    def __str__(self) -> str:
        return f"{self.name} {self.installed} instead of {self.locked}" if self.installed else self.name


def amiss(lock: Path) -> list[Amiss]:
    """The packages that are missing or of another version than the lock file says. Raises OSError."""
    return [Amiss(name, version, there) for name, version in _locked(lock) if (there := _version(name)) != version]


def listed(found: list[Amiss]) -> str:
    """The first few of them in a line, missing ones first."""
    missing = [str(one) for one in found if one.installed is None]
    others = [str(one) for one in found if one.installed is not None]
    parts = [("missing ", missing)] if missing else []
    parts += [("", others)] if others else []
    return "; ".join(
        word + ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
        for word, names in parts
    )


def repair() -> str:
    """The command that installs each locked package which is not there as locked."""
    return _pip("--require-hashes", "-r", str(LOCK))


def explained(error: ImportError) -> OperatorMustAct | None:
    """What to do about an import that failed. None: it does not say of what."""
    module = (error.name or "").partition(".")[0]
    if not module:
        return None
    if module in OURS:
        message = f"A part of graphdesk itself cannot be loaded: {error.name}."
        return OperatorMustAct(
            message, "Restore its files: 'git status' in the clone shows which changed.", code="own"
        )
    name, version = _package_of(module)
    wrong = amiss(LOCK) if LOCK.is_file() else []
    mine = next((one for one in wrong if one.name == name), None)
    if mine and mine.installed:
        message = f"The Python package {name} is of version {mine.installed}; graphdesk needs {mine.locked}."
    elif mine or version is None:
        message = f"The Python package {name} is not installed."
    else:  # as locked, and yet it cannot be imported: files of it are gone or broken
        hint = _pip("--force-reinstall", "--no-deps", f"{name}=={version}")
        return OperatorMustAct(f"The Python package {name} is broken.", f"Repair it: {hint}", code="package")
    if more := sum(one.name != name for one in wrong):
        message += f" {more} more {'is' if more == 1 else 'are'} not as locked: see 'graphdesk doctor'."
    hint = repair() if LOCK.is_file() else _pip(name)
    return OperatorMustAct(message, f"Repair it: {hint}", code="package")


def _pip(*arguments: str) -> str:
    return shlex.join([sys.executable, "-m", "pip", "install", *arguments])


def _locked(lock: Path) -> Iterator[tuple[str, str]]:
    """(name, version) of what is locked for this system."""
    for name, version, condition in _LOCKED.findall(lock.read_text("utf-8")):
        if not condition or _holds(condition):
            yield name, version


def _holds(condition: str) -> bool:
    try:
        from packaging.markers import Marker
    except ImportError:  # it is in the lock file itself, and named because of that
        return False
    return Marker(condition).evaluate()


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _package_of(module: str) -> tuple[str, str | None]:
    """The package that a module belongs to, by what is installed, else by its name; and its version there."""
    known = metadata.packages_distributions().get(module)
    if known:
        return re.sub(r"[-_.]+", "-", known[0]).lower(), _version(known[0])
    wanted = _plain(module)
    names = [name for name, _ in _locked(LOCK)] if LOCK.is_file() else []
    fitting = [name for name in names if _plain(name) == wanted]
    fitting = fitting or [name for name in names if _plain(name).startswith(wanted)]
    return (fitting[0], _version(fitting[0])) if fitting else (module, None)


def _plain(name: str) -> str:
    """``text_to_num`` and ``text2num`` are one."""
    return re.sub(r"[-_.]", "", name.lower()).replace("to", "2").replace("py", "")
