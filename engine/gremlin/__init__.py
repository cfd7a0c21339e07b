"""The language: Gremlin text to a tree, judgements on the tree, and canonical text from the tree.

``parse`` reads text, ``text`` prints it; ``judge`` refuses, ``add_limit`` bounds, ``verify`` checks P1 to P4,
``canonical`` normalises, ``explain`` reads back in English, ``abstract`` and ``fill`` make templates; ``assess``
does all of it for one text. Traversals are built in Python with ``engine.gremlin.build``.
"""

from engine.gremlin.assess import AssessConfig, Assessment, assess
from engine.gremlin.canonical import CanonicalConfig, canonical
from engine.gremlin.errors import GremlinError, ParseError, PolicyError
from engine.gremlin.explain import explain
from engine.gremlin.limit import DEFAULT_LIMIT, add_limit
from engine.gremlin.parse import parse
from engine.gremlin.policy import PolicyConfig, judge
from engine.gremlin.printer import text
from engine.gremlin.template import Slot, SlotError, Template, abstract, fill
from engine.gremlin.verify import Verification, VerifierConfig, verify

__all__ = [
    "DEFAULT_LIMIT",
    "AssessConfig",
    "Assessment",
    "CanonicalConfig",
    "GremlinError",
    "ParseError",
    "PolicyConfig",
    "PolicyError",
    "Slot",
    "SlotError",
    "Template",
    "Verification",
    "VerifierConfig",
    "abstract",
    "add_limit",
    "assess",
    "canonical",
    "explain",
    "fill",
    "judge",
    "parse",
    "text",
    "verify",
]
