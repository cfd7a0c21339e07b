"""Generators of the sample graphs."""
