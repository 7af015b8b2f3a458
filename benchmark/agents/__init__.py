"""Who acts in an episode: one controller per robot, by name of its policy."""
