"""The shared vocabulary on ROS: conversions, QoS profiles, topic names, transforms."""
