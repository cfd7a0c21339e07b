"""What is installed beside graphdesk does not report its use anywhere."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.serving import ROOT

EMBED = "from engine.graph.embedder import MiniLM; MiniLM().embed(['VPN drops after an update'])"


def test_the_embedder_keeps_no_identity_to_report_under(tmp_path: Path) -> None:
    """onnxruntime writes an id of the machine and a queue of reports into the home folder, where it may report."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_"))}
    done = subprocess.run(
        [sys.executable, "-c", EMBED],
        cwd=ROOT,
        env=given | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [str(path) for path in tmp_path.rglob("*") if path.is_file()] == []
