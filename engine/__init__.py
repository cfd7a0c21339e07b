"""The question-answering engine: language, graph, catalog, operators, agent, stores."""
