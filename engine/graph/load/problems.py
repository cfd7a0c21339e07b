"""What is wrong with the files of a load: each with file and line, none lost, memory bounded."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass

from engine.errors import UserMustAct

KEPT = 1_000  # problems remembered in full; all are counted
SHOWN = 20
LOADED = "Nothing was loaded"
AGAIN = "Correct the files or the mapping and load again; the graph is as it was before."


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. ``line`` counts from 1, the header included; 0 means the file as a whole."""

    file: str
    line: int
    code: str
    message: str

    def __str__(self) -> str:
        where = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{where}: {self.message}"


class LoadRefused(UserMustAct):
    """The files have problems; nothing was loaded, or no mapping was written."""

    code = "load"

    def __init__(self, problems: Problems, outcome: str = LOADED, hint: str = AGAIN) -> None:
        listed = [f"  {problem}" for problem in problems.kept[:SHOWN]]
        if problems.count > len(listed):
            listed.append(f"  … and {problems.count - len(listed):,} more")
        what = "1 problem" if problems.count == 1 else f"{problems.count:,} problems"
        super().__init__(
            "\n".join([f"{outcome}: {what} in the files.", *listed]),
            hint,
        )
        self.problems, self.outcome = problems, outcome

    def as_dict(self) -> dict[str, object]:
        """With every problem that was kept."""
        return {
            **super().as_dict(),
            "message": f"{self.outcome}.",
            "problem_count": self.problems.count,
            "problem_kinds": dict(self.problems.by_code),
            "problems": [asdict(problem) for problem in self.problems.kept],
        }


class Problems:
    """Collects problems; ``check`` raises when there are any."""

    def __init__(self) -> None:
        self.kept: list[Problem] = []
        self.by_code: Counter[str] = Counter()
        self._seen: set[int] = set()  # a file is read more than once; its problems count once

    @property
    def count(self) -> int:
        """All problems, also those no longer kept."""
        return self.by_code.total()

    def add(self, file: str, line: int, code: str, message: str) -> None:
        """Note one; the same one again changes nothing."""
        problem = Problem(file, line, code, message)
        if hash(problem) in self._seen:
            return
        self._seen.add(hash(problem))
        self.by_code[code] += 1
        if len(self.kept) < KEPT:
            self.kept.append(problem)

    @property
    def whole_files(self) -> bool:
        """Whether a file could not be read through."""
        return any(self.by_code[code] for code in ("unreadable", "encoding", "empty", "header", "broken"))

    def check(self, outcome: str = LOADED, hint: str = AGAIN) -> None:
        """Raises LoadRefused when something was noted."""
        if self.count:
            raise LoadRefused(self, outcome, hint)
