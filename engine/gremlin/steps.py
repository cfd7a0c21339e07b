"""The words of the language: step, predicate, enum and strategy names, and what kind each one is.

Source: TinkerPop's ``Gremlin.g4`` (3.7 and 3.8) and the 3.8 reference documentation.
"""

from __future__ import annotations


def words(text: str) -> tuple[str, ...]:
    """The words of a text, for lists that read better without quotes."""
    return tuple(text.split())


READING = frozenset(
    words("""
    V E aggregate all and any as asBool asDate asNumber asString barrier both bothE bothV branch by cap ceil choose
    coalesce coin combine concat conjoin constant count cyclicPath dateAdd dateDiff dedup difference disjunct
    element elementMap emit filter flatMap floor fold format from group groupCount has hasId hasKey hasLabel hasNot
    hasValue id identity in inE inV index inject intersect is key label lTrim length limit local loops map match
    math max mean merge min none not option optional or order otherV out outE outV path product project properties
    propertyMap rTrim range repeat replace reverse round sack sample select sideEffect simplePath skip split store
    substring sum tail timeLimit times to toE toLower toUpper toV tree trim unfold union until value valueMap
    values where
    """)
)
"""Steps that only read, and whose cost the policy can judge."""

MUTATING = frozenset(words("addV addE addInE addOutE addProperty drop mergeV mergeE property"))
"""Steps that change the graph."""

SOURCE = frozenset(
    words("""
    with withBulk withPath withSack withSideEffect withStrategies withoutStrategies withComputer withRemote
    withExecutor withoutBulk
    """)
)
"""Configuration of the source; ``with`` is a step modulator too."""

FORBIDDEN: dict[str, tuple[str, str, str]] = {
    "io": ("io", "io() reads and writes files on the server", "Ask the graph itself: start with g.V()."),
    "read": ("io", "read() loads a file into the graph", "Ask the graph itself: start with g.V()."),
    "write": ("io", "write() writes a file on the server", "Return the rows instead; drop the write()."),
    "call": ("call", "call() runs a service of the server", "Express the question with ordinary steps."),
    "tx": ("transaction", "tx() controls transactions", "Queries are read-only and need no transaction."),
    "begin": ("transaction", "begin() controls transactions", "Queries are read-only and need no transaction."),
    "commit": ("transaction", "commit() controls transactions", "Queries are read-only; remove commit()."),
    "rollback": ("transaction", "rollback() controls transactions", "Queries are read-only; remove rollback()."),
    "close": ("transaction", "close() closes the connection", "Remove close()."),
    "fail": ("step_not_allowed", "fail() aborts the query", "Filter instead, with where() or not()."),
    "discard": ("step_not_allowed", "discard() throws every result away", "Remove discard()."),
    "subgraph": ("step_not_allowed", "subgraph() collects a graph that cannot be returned", "Use path() instead."),
    "program": ("step_not_allowed", "program() runs server code", "Express the question with ordinary steps."),
    "profile": ("step_not_allowed", "profile() returns timings, not data", "Remove profile()."),
    "pageRank": ("step_not_allowed", "pageRank() needs a graph computer", "Order by a count of edges instead."),
    "peerPressure": ("step_not_allowed", "peerPressure() needs a graph computer", "Group by a property instead."),
    "connectedComponent": (
        "step_not_allowed",
        "connectedComponent() needs a graph computer",
        "Walk with repeat(...).times(n) from a known vertex instead.",
    ),
    "shortestPath": (
        "step_not_allowed",
        "shortestPath() needs a graph computer",
        "Use repeat(__.both().simplePath()).until(__.or(__.hasId('…'), __.loops().is(4))).path() instead.",
    ),
}
"""Known names that policy refuses: name -> (code, message, hint)."""

NEEDING = {
    **dict.fromkeys(
        words("""
        aggregate as cap coin constant dateAdd dateDiff difference disjunct filter flatMap format has hasId hasKey
        hasLabel hasNot hasValue intersect is limit local map math merge not optional option product project repeat
        replace sample select sideEffect skip split store substring timeLimit times until where
        """),
        1,
    ),
    "range": 2,
}
"""How many arguments a step needs at least, where it needs any (``Gremlin.g4``)."""

TERMINAL = frozenset(words("toList toSet toBulkSet next tryNext hasNext iterate explain"))
"""Steps that fetch results; kept apart from the traversal."""

STEPS = READING | MUTATING | SOURCE | frozenset(FORBIDDEN)

PREDICATES: dict[str, str] = {
    **dict.fromkeys(words("eq neq lt lte gt gte inside outside between within without not typeOf"), "P"),
    **dict.fromkeys(
        words("""
        containing notContaining startingWith notStartingWith endingWith notEndingWith regex notRegex
        """),
        "TextP",
    ),
}
"""Predicate name -> the family it is printed with."""

ENUMS: dict[str, tuple[str, ...]] = {
    "T": ("id", "label", "key", "value"),
    "Order": ("asc", "desc", "shuffle"),
    "Scope": ("local", "global"),
    "Column": ("keys", "values"),
    "Pop": ("first", "last", "all", "mixed"),
    "Pick": ("any", "none", "unproductive"),
    "Operator": ("addAll", "and", "assign", "div", "max", "min", "minus", "mult", "or", "sum", "sumLong"),
    "Cardinality": ("single", "set", "list"),
    "Direction": ("IN", "OUT", "BOTH", "from", "to"),
    "Merge": ("onCreate", "onMatch", "outV", "inV"),
    "DT": ("second", "minute", "hour", "day"),
    "Barrier": ("normSack",),
    "GType": tuple(
        words("""
        BIGDECIMAL BIGINT BINARY BOOLEAN BYTE CHAR DATETIME DOUBLE DURATION EDGE FLOAT GRAPH INT LIST LONG MAP
        NULL NUMBER PATH PROPERTY SET SHORT STRING TREE UUID VERTEX VPROPERTY
        """)
    ),
    "WithOptions": words("tokens none ids labels keys values all indexer list map"),
    "IO": words("reader writer gryo graphson graphml"),
    "ConnectedComponent": ("component", "edges", "propertyName"),
    "PageRank": ("edges", "times", "propertyName"),
    "PeerPressure": ("edges", "times", "propertyName"),
    "ShortestPath": ("target", "edges", "distance", "maxDistance", "includeEdges"),
}
"""Enum -> its constants, as printed."""

RENAMED = {
    ("Order", "incr"): "asc",
    ("Order", "decr"): "desc",
    ("Direction", "in"): "IN",
    ("Direction", "out"): "OUT",
}
"""Older spellings of constants."""

BARE: dict[str, str] = {
    name: enum
    for enum in words("DT Merge Direction Cardinality Operator Pick Pop Column Scope Order T")
    for name in ENUMS[enum]
} | {"incr": "Order", "decr": "Order", "normSack": "Barrier"}
"""A constant written without its enum -> the enum (the official grammar leaves no name ambiguous)."""


def folded(name: str) -> str:
    """The form in which ``has_label``, ``HasLabel``, ``haslabel`` and ``hasLabel`` agree."""
    return name.replace("_", "").casefold()


FOLDED_STEPS = {folded(name): name for name in sorted(STEPS | TERMINAL)}
FOLDED_PREDICATES = {folded(name): name for name in PREDICATES}
