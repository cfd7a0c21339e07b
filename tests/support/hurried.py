"""``graphdesk`` as it is, but its leases last seconds instead of a minute, and its backbone thinks for a moment.

So what a killed process held is soon taken up by another, and kills meet questions that are being answered. To be
imported before anything of the product: a server that forks processes imports it once for all of them.
"""

import os
import random
import re
import sys
import time
from typing import Any

from engine.store import heartbeat

LEASE_SECONDS = 6.0
CALL_SECONDS = 2  # of a call to Slack: a post is not begun under a lease that it might outlive
LONGEST_THOUGHT = 0.6

heartbeat.LEASE_SECONDS = LEASE_SECONDS  # before anybody takes it over

import admin  # noqa: E402, F401 - loaded once
import deploy.ops  # noqa: E402, F401
import engine.agent.direct  # noqa: E402
import engine.agent.offline  # noqa: E402
from bot import app, service  # noqa: E402, F401
from engine import opening  # noqa: E402

app.slack_client.__defaults__ = (None, CALL_SECONDS)


class Thinking:
    """A backbone that takes its time."""

    def __init__(self, backbone: Any) -> None:
        self._backbone, self.name = backbone, backbone.name

    def __getattr__(self, name: str) -> Any:
        return getattr(self._backbone, name)

    def call(self, *arguments: Any, **more: Any) -> Any:
        time.sleep(random.uniform(0, LONGEST_THOUGHT))
        return self._backbone.call(*arguments, **more)


_backbone_of = opening.backbone_of
opening.backbone_of = lambda *given: Thinking(_backbone_of(*given))

import engine.desk  # noqa: E402

engine.desk.backbone_of = opening.backbone_of


def run(arguments: list[str], settings: dict[str, str], log: str) -> None:
    """Be ``graphdesk`` with these arguments and settings, and write what it says to a file."""
    ours = re.compile("GRAPHDESK_|GREMLIN_|ANTHROPIC_|SLACK_|DATABASE_URL|QDRANT_URL|PORT$")
    for name in [name for name in os.environ if ours.match(name)]:
        del os.environ[name]
    os.environ.update(settings)
    random.seed()
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    sys.argv = ["graphdesk", *arguments]
    from deploy.cli import main

    main()
