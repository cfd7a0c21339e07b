"""Where the ``graphdesk`` command starts: before any package is there that could be missing."""

from __future__ import annotations

import json
import os
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line. A package that cannot be imported ends it in two lines, with exit code 1."""
    try:
        from deploy.cli import main as command
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)
    except ImportError as error:
        from deploy.packages import explained

        said = explained(error)
        if said is None:
            raise
        if "--json" in sys.argv[1:]:
            print(json.dumps({"ok": False, "error": said.as_dict()}, ensure_ascii=False))  # noqa: T201
        else:
            print(f"graphdesk: {said.message}\n{said.hint}", file=sys.stderr)  # noqa: T201
        sys.exit(1)
    command()
