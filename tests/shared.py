"""Where the material outside the repository lies; tests that need it skip by name when it is not there."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def shared(path: str) -> Path:
    """The path below ``shared`` beside the repository, or a skip that names what is missing."""
    found = ROOT.parent / "shared" / path
    if not found.exists():
        pytest.skip(f"shared/{path} is not beside the repository")
    return found
