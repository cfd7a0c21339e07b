"""The Countries graph as plain records: one per node, its facts by relation as tuples of labels."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any


def rows(path: Path) -> list[list[str]]:
    """The rows of a TSV file without its head. No quoting: a quotation mark is part of a label."""
    return [line.split("\t") for line in path.read_text("utf-8").split("\n")[1:] if line]


@cache
def tables(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """One table: the nodes, every relation by label, by id (``… ids``) and to other nodes only (``… nodes``)."""
    labels = {number: label for number, _, label in rows(folder / "entities.tsv")}
    relations = {number: label for number, _, label in rows(folder / "relations.tsv")}
    nodes = {number for number, _, _ in rows(folder / "nodes.tsv")}
    facts: dict[str, dict[str, list[str]]] = {}
    for name in ("edges.tsv", "attributes.tsv"):
        for head, tail, relation in rows(folder / name):
            facts.setdefault(head, {}).setdefault(relations[relation], []).append(tail)
    records = []
    for number, wikidata, label in rows(folder / "nodes.tsv"):
        own = facts.get(number, {})
        record: dict[str, Any] = {"id": number, "wikidataID": wikidata, "label": label}
        for name in relations.values():
            tails = tuple(own.get(name, ()))
            record[name] = tuple(labels[tail] for tail in tails)
            record[f"{name} ids"] = tails
            record[f"{name} nodes"] = tuple(tail for tail in tails if tail in nodes)
        records.append(record)
    return {"country": records}
