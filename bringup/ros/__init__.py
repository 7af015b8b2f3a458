"""The observer as a ROS 2 node."""
