"""Typed operators: parameters that a model or the offline backbone fills, compiled to traversals by us."""
