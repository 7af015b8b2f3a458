"""Sub-skills called at random in simulated houses, valid and invalid, without ROS or pictures."""
