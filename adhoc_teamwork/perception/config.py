# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What can be set about perception; lengths in metres, times in seconds of the ROS clock."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PerceptionConfig:
    """Hold every threshold of perception, so that none hides in the code.

    Attributes:
        min_pixels: Fewer valid pixels than this never make a new object.
        min_pixels_cut: The same for things that the image border cuts.
        faint_pixels: Something small of which at least so many show in several pictures is an
            object as well.
        faint_sightings: In so many, at least `look_interval` apart.
        faint_memory: How long a picture counts.
        max_view_points: Points taken of one instance in one frame.
        small_voxel: Edge of a voxel of something that a hand can carry.
        large_voxel: Edge of a voxel of furniture.
        max_voxels: Voxels kept per object.
        moved_gap: Something small seen farther than this from its place has moved.
        grown_gap: Furniture seen this far from its known part is still the same piece.
        looks_to_forget: Looks at an empty place until what was there is gone.
        look_interval: Time between two looks that both count.
        gone_memory: How long what is gone is still reported and recognised.
        robot_margin: Something small and unsupported this near to a robot is carried by it.
        support_gap: Vertical tolerance between an object's bottom and what it lies on.
        near_gap: Free space between two things that are still NEAR each other.
        cell: Edge of a cell of the object-room map.
        obstacle_min: Lowest point above the floor that blocks a robot.
        obstacle_max: Highest point above the floor that blocks a robot.
        cloud_voxel: Edge of a voxel of the semantic point cloud that is given out.
        largest_map: Longest side of a map that grows, where there is no floor plan.
        plan_wait: How long after the first frame a floor plan is waited for, until rooms are found
            on the map itself.
        doorway_width: Widest passage between walls that still parts two rooms.
        doorway_share: Widest passage that parts two rooms, as a share of the smaller one's width.
        room_area: Least floor of a room, square metres.
        room_interval: Least time between two searches for rooms.
    """

    min_pixels: int = 16
    min_pixels_cut: int = 200
    faint_pixels: int = 4
    faint_sightings: int = 3
    faint_memory: float = 30.0
    max_view_points: int = 1500
    small_voxel: float = 0.02
    large_voxel: float = 0.04
    max_voxels: int = 20_000
    moved_gap: float = 0.15
    grown_gap: float = 2.0
    looks_to_forget: int = 2
    look_interval: float = 0.3
    gone_memory: float = 120.0
    robot_margin: float = 0.35
    support_gap: float = 0.1
    near_gap: float = 0.4
    cell: float = 0.1
    obstacle_min: float = 0.08
    obstacle_max: float = 1.0
    cloud_voxel: float = 0.03
    largest_map: float = 60.0
    plan_wait: float = 10.0
    doorway_width: float = 2.1
    doorway_share: float = 0.72
    room_area: float = 1.5
    room_interval: float = 2.0
