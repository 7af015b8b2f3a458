"""MoveIt for a robot with an arm: what its nodes are told, from the robot's card and URDF."""
