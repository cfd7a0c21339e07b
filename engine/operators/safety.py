"""What a profile tells the policy and the verifier."""

from __future__ import annotations

from engine.graph.profile import Profile
from engine.graph.schema import Schema
from engine.gremlin.policy import PolicyConfig
from engine.gremlin.verify import VerifierConfig


def policy_config(profile: Profile, schema: Schema | None = None) -> PolicyConfig:
    """Private properties and similarity edges of the profile; property names of the schema when there is one."""
    known = None
    if schema is not None:
        held = [label.properties for label in schema.vertices.values()]
        held += [edge.properties for edge in schema.edges.values()]
        known = frozenset(name for properties in held for name in properties)
    return PolicyConfig(
        private_properties=frozenset(profile.private_properties),
        similarity_edges=frozenset(pair.edge for pair in profile.similarity),
        known_properties=known,
    )


def verifier_config(profile: Profile, *, strict: bool = False) -> VerifierConfig:
    """Similarity pairs, window, score and anchor of the profile.

    A rolling window (``days``) has no fixed ends, so any window of two moments passes P1.
    """
    window = profile.window
    return VerifierConfig(
        pairs=tuple((pair.edge, pair.bracket) for pair in profile.similarity),
        low=window.low,
        high=window.high,
        windowed=window.low is not None or window.high is not None or window.days is not None,
        score_property=profile.score_property,
        threshold=profile.threshold,
        case_label=profile.case_label or "case",
        time_property=profile.time_property,
        strict=strict,
    )
