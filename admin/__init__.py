"""The Flask console: chat, questions, trace, graph pages."""
