"""The broker as a ROS 2 node."""
