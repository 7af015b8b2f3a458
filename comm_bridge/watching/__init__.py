"""The team from outside: who is there, where, doing what, and how its links do."""
