"""The offline model, a rule-based stand-in for a language model: it reads the same prompt text."""
