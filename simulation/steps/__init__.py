"""The step-synchronous world of the benchmark: all robots act together, one action a step."""
