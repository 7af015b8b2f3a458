"""A person as a teammate: what is typed, what it means to the team, what is shown."""
