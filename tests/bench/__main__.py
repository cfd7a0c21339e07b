"""Runs the benches named (or all), each in a process of its own: start time and memory are then its own."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def run(name: str) -> bool:
    """Run ``main()`` of one bench; False when it broke."""
    print(f"\n== {name.removeprefix('bench_')}", flush=True)
    call = f"import importlib; importlib.import_module('tests.bench.{name}').main()"
    return subprocess.run([sys.executable, "-c", call], cwd=ROOT, check=False).returncode == 0


def main() -> int:
    known = sorted(path.stem for path in HERE.glob("bench_*.py"))
    asked = [name if name.startswith("bench_") else f"bench_{name}" for name in sys.argv[1:]]
    unknown = [name for name in asked if name not in known]
    if unknown:
        print(f"No bench {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    broken = [name for name in asked or known if not run(name)]
    if broken:
        print(f"\nThese broke before they were done: {', '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
