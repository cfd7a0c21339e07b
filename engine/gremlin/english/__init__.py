"""The English of the read-back: values, filters, nouns, actions. ``engine.gremlin.explain`` puts them together."""
