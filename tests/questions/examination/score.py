"""Holds the examination and prints how it went: ``python tests/questions/examination/score.py [--show]``.

``--show`` prints each question that is not right, with what was expected and what came; ``--graph NAME`` asks one.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.questions.examination.sitting import GRAPHS, sit, wanted
from tests.questions.score import came, summary, table
from tests.questions.suite import Scored


def shown(item: Scored, folder: Path) -> str:
    """A question that is not right: what was expected, what came."""
    lines = [f"[{item.verdict}] {item.question['id']} ({item.question['kind']}) {item.question['question']}"]
    lines += [f"    expected {str(value)[:300]}" for value in wanted(item.question, folder)]
    lines.append(f"    came     {came(item.answer)}")
    lines += [f"    gremlin  {query.gremlin[:400]}" for query in item.answer.queries[-1:]]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", choices=["wrong", "all"], help="print those not right, or every question")
    parser.add_argument("--graph", choices=GRAPHS, action="append")
    options = parser.parse_args()
    scored: list[Scored] = []
    with TemporaryDirectory() as home:
        for graph in options.graph or GRAPHS:
            found = sit(graph, Path(home))
            scored += found
            for item in found:
                if options.show == "all" or (options.show and item.verdict != "right"):
                    print(shown(item, Path(home) / graph))
    print(table(scored, "kind"), table(scored, "graph"), summary(scored), sep="\n\n")


if __name__ == "__main__":
    main()
