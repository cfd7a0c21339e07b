"""The language: Gremlin text to a tree, judgements on the tree, and canonical text from the tree."""
