"""Doors to graphs: embedded and remote backends, live schema, profile, loading."""
