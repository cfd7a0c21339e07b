"""The ``graphdesk`` command within this process: starting one takes longer than most of what it is called for."""

from __future__ import annotations

import functools

import typer
from typer.testing import CliRunner

from deploy.cli import app, register


@functools.cache
def _registered() -> typer.Typer:
    register()
    return app


def graphdesk(*arguments: str) -> str:
    """What it prints on stdout. Whatever goes wrong is raised, or fails by its exit code."""
    done = CliRunner().invoke(_registered(), arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout
