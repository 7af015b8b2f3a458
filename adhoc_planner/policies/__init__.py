"""Policies: how a robot decides what to do next (paper sections IV-D, V-B and V-C)."""
