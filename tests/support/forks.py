"""Processes to be killed, forked from one that has imported what they need: importing takes them seconds each."""

from __future__ import annotations

import multiprocessing
from multiprocessing.context import ForkServerContext

PRELOADED = ["tests.support.killing", "tests.support.slack_process", "alembic.command", "psycopg"]


def forks() -> ForkServerContext:
    """What makes them. A process has one server of forks, so that all its tests name the same modules."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    return context
