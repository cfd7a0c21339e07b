"""The Python packages, against those that were locked. Imports none of them: they may be what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from deploy import packages
from deploy.doctor.finding import Finding


def packages_of() -> Iterator[Finding]:
    """Is each locked package there, in the version that was locked?"""
    try:
        found = packages.amiss(packages.LOCK)
    except FileNotFoundError:
        yield Finding("packages", "ok", "not compared: there is no lock file beside the program")
        return
    if not found:
        yield Finding("packages", "ok", "all are there, as locked")
        return
    missing = any(one.installed is None for one in found)
    yield Finding(
        "packages", "broken" if missing else "warning", packages.listed(found), f"Run: {packages.repair()}"
    )
