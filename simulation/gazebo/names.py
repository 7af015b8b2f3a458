# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

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
