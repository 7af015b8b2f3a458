"""The simulator as a ROS 2 node."""
