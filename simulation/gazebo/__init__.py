"""A robot and its house in Gazebo Harmonic: descriptions, bridges, and what Gazebo leaves open."""
