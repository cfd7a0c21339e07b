"""How graphdesk is run: command line, demo, test script, servers for tests."""
