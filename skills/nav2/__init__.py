"""Nav2 for a robot: its parameters from the robot's card."""
