"""The language: Gremlin text to a tree, judgements on the tree, and canonical text from the tree."""

from engine.gremlin.errors import GremlinError, ParseError, PolicyError
from engine.gremlin.parse import parse
from engine.gremlin.printer import text

__all__ = ["GremlinError", "ParseError", "PolicyError", "parse", "text"]
