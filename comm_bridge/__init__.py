"""The message broker: what robots say to each other, and what a late joiner is told."""
