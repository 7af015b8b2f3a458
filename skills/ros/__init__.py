"""The skills node: sub-skills as a ROS action over a navigation action and an arm service."""
