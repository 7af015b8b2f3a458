"""The planner: language-model port, prompts, IRoT, sub-skill planning, state assessment."""
