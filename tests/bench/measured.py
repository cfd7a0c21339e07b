"""What the benches measure on: sample graphs, kept in var/bench for the next time; and how they measure memory.

The sizes by ``GRAPHDESK_BENCH_CASES`` (numbers of cases, by commas). Nothing of the product is imported here: the
time of its imports is one of the figures.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.serving import ROOT, environment, graphdesk


def sizes(usual: str) -> list[int]:
    """The numbers of cases to measure at."""
    return [int(size) for size in os.environ.get("GRAPHDESK_BENCH_CASES", usual).split(",")]


def sample(cases: int) -> Path:
    """The sample graph of that size and its profile, made by another process, whose memory is not measured."""
    path = ROOT / "var" / "bench" / f"sample-{cases}.gsnap"
    if not path.exists():
        print(f"making a graph of {cases:,} cases (once) ...", file=sys.stderr, flush=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        made = graphdesk("sample", "--cases", str(cases), "--out", str(path))
        subprocess.run(made, cwd=ROOT, env=environment(path.parent), check=True, capture_output=True)
    return path


def memory(process: int | str = "self") -> int:
    """Resident memory of a process in MB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) // 1024 if found else 0
