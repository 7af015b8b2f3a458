"""What a robot's body is, from its URDF: links, joints, kinematics, arms, cameras."""
