"""The ROS side of perception."""
