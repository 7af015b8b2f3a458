"""Bring a team up: set-up, doctor, the command line, the processes of a team, reports."""
