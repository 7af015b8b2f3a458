"""Sub-skill execution: what a robot can be told to do, and how it says why it could not."""
