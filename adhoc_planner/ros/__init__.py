"""The planner as a ROS 2 node."""
