"""From what a person names (files, a mapping) to the vertices and edges of a load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import UserMustAct
from engine.graph.load.elements import Elements
from engine.graph.load.graphson_read import read_graphson
from engine.graph.load.mapped import read_mapped
from engine.graph.load.mapping import Mapping
from engine.graph.load.mapping_file import parse_mapping, read_mapping
from engine.graph.mappings import shipped, shipped_text

GRAPHSON = frozenset({".json", ".jsonl", ".graphson"})


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load read, ready to be written."""

    elements: Elements
    notes: list[str] = field(default_factory=list)
    profile: str | None = None  # name of a shipped profile that fits

    @property
    def vertex_counts(self) -> dict[str, int]:
        """Vertices by label, most first."""
        return dict(Counter(v.label for v in self.elements.vertices.values()).most_common())

    @property
    def edge_counts(self) -> dict[str, int]:
        """Edges by label, most first."""
        return dict(Counter(edge.label for edge in self.elements.edges).most_common())


def find_mapping(named: str) -> Mapping:
    """A shipped mapping by its name, or a mapping file. Raises UserMustAct when there is neither."""
    if named in shipped("mapping"):
        return parse_mapping(shipped_text("mapping", named), f"mapping {named}")
    if not Path(named).is_file():
        what = f"{named} is a folder" if Path(named).is_dir() else f"There is no mapping {named!r}"
        raise UserMustAct(
            f"{what}.",
            f"Name a mapping file, or a shipped one: {', '.join(shipped('mapping'))}.",
            code="mapping",
        )
    return read_mapping(Path(named))


def table_files(mapping: Mapping, given: Sequence[Path], beside: Path) -> dict[str, Path]:
    """The file of each table: among the given files by name or in a given folder; none given: beside the mapping.

    Raises UserMustAct when a given path is not there, a given file belongs to no table, or a table has no
    file: a file that was not named never takes the place of one that was.
    """
    _check_there(given)
    folders = [path for path in given if path.is_dir()] if given else [beside]
    named = {path.name: path for path in given if not path.is_dir()}
    wanted = {Path(table.file).name for table in mapping.tables}
    strangers = sorted(set(named) - wanted)
    if strangers and not (len(named) == 1 and len(mapping.tables) == 1):
        raise UserMustAct(
            f"The mapping has no table for {', '.join(strangers)}.",
            f"Its files are: {', '.join(sorted(wanted))}.",
            code="mapping",
        )
    if strangers:  # one table, one file: whatever its name
        return {mapping.tables[0].name: next(iter(named.values()))}
    files = {}
    for table in mapping.tables:
        places = [named.get(Path(table.file).name), *(folder / table.file for folder in folders)]
        found = next((place for place in places if place and place.exists()), None)
        if found is None:
            raise UserMustAct(
                f"The file {table.file} of the mapping's table {table.name!r} was not found.",
                "Name it, or the folder that it lies in.",
                code="missing",
            )
        files[table.name] = found
    return files


def _check_there(given: Sequence[Path]) -> None:
    for path in given:
        if not path.exists():
            raise UserMustAct(f"There is no file {path}.", "Name files or folders that are there.", code="missing")


def read_sources(
    paths: Sequence[Path], mapping: str | None = None, progress: Callable[[int], object] | None = None
) -> Loaded:
    """Read and check everything: one GraphSON file, or tables with a mapping (by name or file).

    Raises:
        UserMustAct: a file, a folder or the mapping is missing or wrong.
        LoadRefused: the files have problems, all listed.
    """
    if mapping is not None:
        rules = find_mapping(mapping)
        files = table_files(rules, paths, Path(mapping).parent)
        elements = read_mapped(rules, files, progress)
        return Loaded(elements, elements.notes, rules.profile)
    _check_there(paths)
    if len(paths) != 1 or paths[0].suffix.lower() not in GRAPHSON:
        raise UserMustAct(
            "Tables need a mapping.",
            "Write a draft with: graphdesk load --draft-mapping FILE.csv --out mapping.toml, then load with "
            f"--mapping mapping.toml. A GraphSON file ({', '.join(sorted(GRAPHSON))}) needs none.",
            code="mapping",
        )
    elements, notes = read_graphson(paths[0], progress)
    return Loaded(elements, notes)
