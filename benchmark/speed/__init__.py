"""How fast the benchmark is: steps, memory, growth, path planning, and where the time goes."""
