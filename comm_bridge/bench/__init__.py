"""Measure the broker: latency, throughput, memory, and what breaks it (`adhoc comm-bench`)."""
