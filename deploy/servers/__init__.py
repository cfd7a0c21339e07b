"""Real graph servers for tests and trials, resolved through Maven and run on a free loopback port."""
