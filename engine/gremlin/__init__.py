"""The language: Gremlin text to a tree, judgements on the tree, and canonical text from the tree."""

from engine.gremlin.errors import GremlinError, ParseError, PolicyError
from engine.gremlin.limit import add_limit
from engine.gremlin.parse import parse
from engine.gremlin.policy import PolicyConfig, judge
from engine.gremlin.printer import text
from engine.gremlin.verify import Verification, VerifierConfig, verify

__all__ = [
    "GremlinError",
    "ParseError",
    "PolicyConfig",
    "PolicyError",
    "Verification",
    "VerifierConfig",
    "add_limit",
    "judge",
    "parse",
    "text",
    "verify",
]
