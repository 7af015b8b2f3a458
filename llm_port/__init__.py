"""The language-model port: one protocol, any endpoint; every room may ask through it."""
