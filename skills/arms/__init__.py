"""Plan how arms move: kinematics and collisions from the robot's URDF, sampling by OMPL."""
