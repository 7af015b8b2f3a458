"""The broker and the robots' radios as parts of ROS 2 nodes."""
