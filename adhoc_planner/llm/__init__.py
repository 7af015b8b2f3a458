"""The language-model port: one protocol, any endpoint, and how questions are asked through it."""
