"""How right perception is: scripted explorations of simulated houses, measured against truth."""
