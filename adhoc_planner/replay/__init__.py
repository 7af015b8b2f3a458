"""Recorded decisions, made once more: by the same code, by another, by another model."""
