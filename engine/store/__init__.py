"""SQLModel tables and their migrations: tasks, steps, artifacts. Knows none of the other rooms."""
