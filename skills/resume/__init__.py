"""The robot resume: what an URDF's body can do, from its kinematics (EMOS section 3.3)."""
