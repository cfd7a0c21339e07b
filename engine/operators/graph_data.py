"""The graph-data operators by name, each with the descriptor text that a model chooses it by."""

from __future__ import annotations

from functools import cache

from engine.operators.aggregate import aggregate
from engine.operators.compare import compare
from engine.operators.explore import DescribeSchema, SampleVertices, describe_schema, sample_vertices
from engine.operators.find import find
from engine.operators.gremlin_query import RunGremlin, run_gremlin
from engine.operators.operator import Operator, Registry
from engine.operators.params import Aggregate, Compare, Find
from engine.operators.taxonomy import TaxonomyLookup, taxonomy_lookup
from engine.operators.topic import TopicSearch, topic_search
from engine.operators.walk import Expand, KHop, expand, k_hop


@cache
def graph_operators() -> Registry:
    """All graph-data operators, the ones to look around with first."""
    return Registry(
        (
            Operator(
                "describe_schema",
                "Labels with counts, properties with types, edges with their ends; for one label its values too.",
                DescribeSchema,
                describe_schema,
            ),
            Operator(
                "taxonomy_lookup",
                "What a topic means in the taxonomy: strong matches hold the topic in their name (use them in a "
                "within filter), weak ones only in their description (use one only if that confirms it).",
                TaxonomyLookup,
                taxonomy_lookup,
            ),
            Operator(
                "sample_vertices",
                "Up to three real vertices of a label with their properties, to see how values are written.",
                SampleVertices,
                sample_vertices,
            ),
            Operator(
                "topic_search",
                "Search the free texts for a topic that the taxonomy has no entry for: vertices and cases for "
                "each label, and three sample texts.",
                TopicSearch,
                topic_search,
            ),
            Operator(
                "find",
                "List vertices of one label that pass filters, with chosen properties of them and of their "
                "neighbours, ordered and limited; or the distinct values of properties. Looks up a name too.",
                Find,
                find,
            ),
            Operator(
                "aggregate",
                "Count or measure vertices of one label: count, distinct count, min, max, average, sum, median "
                "(of a number, or of the time between two datetimes), share; over all, or per group (own or "
                "neighbour's property, or time bucket). Filters work on own properties and along edges.",
                Aggregate,
                aggregate,
            ),
            Operator(
                "compare",
                "The same aggregate over two or more named sides, with the difference: X or Y, which has more.",
                Compare,
                compare,
            ),
            Operator(
                "expand",
                "Follow a path of edges from filtered vertices and list the distinct vertices at its end.",
                Expand,
                expand,
            ),
            Operator(
                "k_hop",
                "Everything within one to three hops, in either direction, of a few vertices.",
                KHop,
                k_hop,
            ),
            Operator(
                "run_gremlin",
                "Run one read-only Gremlin traversal of your own, where no other operator fits. It is checked, "
                "and limited unless it aggregates; a refusal says what to correct.",
                RunGremlin,
                run_gremlin,
            ),
        )
    )
