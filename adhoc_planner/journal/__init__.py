"""An agent's journal: what it took in, in order, and what came of it; enough to repeat it."""
