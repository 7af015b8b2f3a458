"""Convert the shared vocabulary to messages and back, x_to_ros and x_from_ros, by subject."""
