"""What a robot knows, in the few clean words that a prompt has room for."""
