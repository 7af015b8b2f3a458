# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Names of topics that only Gazebo and its helper node know."""

LABELS_MAP = "gazebo/labels_map"
"""sensor_msgs/Image: the labels of the segmentation camera, made `camera/instances` by our node."""
MOTION = "gazebo/motion"
"""nav_msgs/Odometry of a robot without wheels, of which only the noisy velocities are used."""
FINGERS = "finger_state_broadcaster/joint_states"
"""sensor_msgs/JointState of the fingers alone, without effort."""


def gazebo_topic(robot: str, name: str) -> str:
    """Return the topic of Gazebo's own transport that stands for a robot's topic."""
    return f"/{robot}/{name}"
