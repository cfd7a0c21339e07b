"""Asks the questions and prints how they fare: ``python tests/questions/score.py [dev|held_out|all]``.

``--show wrong`` prints each one that is not right, with what was expected and what came; ``--graph NAME`` and
``--kind NAME`` ask only some; graph files are kept in var/questions and built again with ``--fresh``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.answer import Answer  # noqa: E402
from tests.questions.desks import Asked  # noqa: E402
from tests.questions.suite import GRAPHS, SPLITS, VERDICTS, WRONG, Scored, score, wanted  # noqa: E402


def table(scored: list[Scored], by: str) -> str:
    """Verdicts counted by a field of the question, and over all."""
    keys = [*dict.fromkeys(item.question[by] for item in scored), "all"]
    lines = [
        f"{by:20}" + "".join(f"{verdict:>30}" if len(verdict) > 16 else f"{verdict:>18}" for verdict in VERDICTS)
    ]
    for key in keys:
        counts = Counter(item.verdict for item in scored if key in (item.question[by], "all"))
        cells = [f"{counts[v] or '.':>30}" if len(v) > 16 else f"{counts[v] or '.':>18}" for v in VERDICTS]
        lines.append(f"{key:20}" + "".join(cells))
    return "\n".join(lines)


def summary(scored: list[Scored]) -> str:
    """The two figures that count."""
    answerable = [item for item in scored if "answered" in item.question["expect"]["status"]]
    right = sum(item.verdict == "right" for item in answerable)
    wrong = [item for item in scored if item.verdict in WRONG]
    return (
        f"right {right}/{len(answerable)} of the answerable ({right / max(1, len(answerable)):.1%}); "
        f"wrong {len(wrong)}/{len(scored)} of all ({len(wrong) / max(1, len(scored)):.1%})"
    )


def shown(item: Scored) -> str:
    """A question that is not right: what was expected, what came."""
    lines = [f"[{item.verdict}] {item.question['id']} ({item.question['kind']}) {item.question['question']}"]
    lines += [f"    expected {str(value)[:300]}" for value in wanted(item.question)]
    lines.append(f"    came     {came(item.answer)}")
    lines += [f"    gremlin  {query.gremlin[:400]}" for query in item.answer.queries[-1:]]
    return "\n".join(lines)


def came(answer: Answer) -> str:
    parts: list[Any] = [answer.status, answer.text[:300]]
    parts += [f"choices {answer.choices}"] if answer.choices else []
    parts += [f"unplaced {answer.unplaced}"] if answer.unplaced else []
    parts += [f"{t.columns} {t.rows[:5]} of {t.total_rows}" for t in answer.tables[:1]]
    return " | ".join(str(part) for part in parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("split", nargs="?", default="dev", choices=[*SPLITS, "all"])
    parser.add_argument("--show", choices=["wrong", "all"], help="print those not right, or every question")
    parser.add_argument("--graph", choices=GRAPHS, action="append")
    parser.add_argument("--kind")
    parser.add_argument("--fresh", action="store_true", help="build the graph files again")
    options = parser.parse_args()
    home = ROOT / "var" / "questions"
    home.mkdir(parents=True, exist_ok=True)
    if options.fresh:
        for file in home.glob("*.gsnap"):
            file.unlink()
    scored: list[Scored] = []
    for graph in options.graph or GRAPHS:
        with closing(Asked(graph, home)) as asked:
            scored += score(options.split, graph, asked.ask, options.kind)
    if options.show:
        print("\n".join(shown(item) for item in scored if item.verdict != "right" or options.show == "all"), "\n")
    print(table(scored, "kind"), table(scored, "graph"), summary(scored), sep="\n\n")


if __name__ == "__main__":
    main()
