"""One module of pages each: what is asked over HTTP, and which template answers."""
