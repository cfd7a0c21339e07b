"""Loading: GraphSON, or CSV with a mapping file, into the embedded graph or a server."""
