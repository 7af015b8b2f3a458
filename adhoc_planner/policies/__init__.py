"""Policies that decide the next sub-task without a language model (paper sections V-B and V-C)."""
