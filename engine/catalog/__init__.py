"""The Semantic Catalog: words for labels, relations, properties and values; taxonomy; selection."""
