# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start perception alone, over an RGB-D camera that is none of ours: map, objects, scene graph.

docs/tutorials/perception_alone.md leads through it.
"""

import math
from dataclasses import replace
from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, GroupAction, OpaqueFunction
from launch_ros.actions import Node, SetRemap

from adhoc_teamwork.bringup.process_control.nodes import NodeSpec, Per, When
from adhoc_teamwork.bringup.process_control.paths import robot_card_path
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    boolean,
    check_file,
    network_arguments,
    node_arguments,
    segmenter_arguments,
    segmenter_values,
)
from adhoc_teamwork.bringup.ros.launch_files.launching import (
    nodes_for,
    start_given_nodes,
    values_without_run,
)
from adhoc_teamwork.bringup.ros.launch_files.packages import need
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

STREAMS = {
    "color": topics.COLOR_IMAGE,
    "depth": topics.DEPTH_IMAGE,
    "camera_info": topics.CAMERA_INFO,
}
"""What the camera's driver gives: launch argument and our own topic."""
MASKS = {
    "instances": topics.INSTANCES,
    "classes": topics.CLASS_IMAGE,
    "boxes": topics.BOXES,
    "boxes3d": topics.SOLID_BOXES,
    "yolo": topics.YOLO_DETECTIONS,
}
"""Kinds of masks, as perception's parameter names them, and our own topic for each."""
NAMES = {"instances": topics.INSTANCE_LABELS, "classes": topics.LABEL_INFO}
"""Topics that say what numbers in a mask stand for."""
_POSE = 6
OPTIONS = {
    "namespace": ("camera", "The camera's name, and the namespace of what is published."),
    "robot_card": ("camera", "What the camera is: a file, or a name in config/robots."),
    "color": ("", "Colour pictures, which only segmenter_model reads; empty: our own topic."),
    "depth": ("", "Depth images, aligned to the colour camera; empty: our own topic."),
    "camera_info": ("", "The intrinsics of both; empty: our own topic."),
    "masks": ("instances", "Where masks come from: instances, classes, boxes, boxes3d or yolo."),
    "mask_topic": ("", "Topic of the masks; empty: our own for that kind."),
    "names_topic": ("", "Topic that names numbers in masks; empty: our own for that kind."),
    "classes": ("", "Table of a detector's classes; empty: config/segmenter/coco.yaml."),
    "set_classes": ("", "yolo_ros's service of that name; empty: our own name for it."),
    "camera_frame": ("", "The camera's body in /tf, x ahead; empty: NAMESPACE/base_link."),
    "camera_pose": (
        "",
        "X,Y,Z,ROLL,PITCH,YAW of a camera that stands still, in map; metres, radians. Empty: "
        "something else tells where its frame is in map.",
    ),
}
"""Name, default and description of the arguments that other launch files do not have, too."""


def generate_launch_description() -> LaunchDescription:
    """Describe perception over one camera."""
    return LaunchDescription(
        [
            *(
                DeclareLaunchArgument(name, default_value=default, description=description)
                for name, (default, description) in OPTIONS.items()
            ),
            *node_arguments(),
            *network_arguments(),
            *segmenter_arguments(),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    namespace = argument(context, "namespace").strip("/")
    masks, segmenter = argument(context, "masks"), segmenter_values(context)
    if masks not in MASKS:
        raise ConfigError(f"masks:={masks}: expected one of {', '.join(MASKS)}")
    if segmenter and masks != "instances":
        raise ConfigError(f"masks:={masks}: not with segmenter_model, which gives instances")
    table = check_file(argument(context, "classes"), "classes")
    own = {
        "masks": masks,
        "classes": table or str(config_dir() / "segmenter" / "coco.yaml"),
    }
    wanted = {"perception", "segmenter"}
    circumstances = {When.SEGMENTED} if segmenter else set()
    specs = [spec for spec in nodes_for(Per.ROBOT, circumstances) if spec.executable in wanted]
    card = robot_card_path(config_dir(), argument(context, "robot_card"))
    values = {**values_without_run(), **segmenter, "robot_card": str(card), "task_config": ""}
    nodes = start_given_nodes(context, [_told(spec, own) for spec in specs], values, namespace)
    return [GroupAction([*_remaps(context, masks), *nodes]), *_frames(context, namespace)]


def _told(spec: NodeSpec, own: dict[str, str]) -> NodeSpec:
    """Return the entry of a process with what only this file tells perception."""
    mine = own if spec.executable == "perception" else {}
    return replace(spec, parameters={**spec.parameters, **mine})


def _remaps(context: Any, masks: str) -> list[Any]:
    """Return what leads our topics to those of driver and detector."""
    pairs = [(topic, argument(context, name)) for name, topic in STREAMS.items()]
    pairs.append((MASKS[masks], argument(context, "mask_topic")))
    pairs.append((NAMES.get(masks, ""), argument(context, "names_topic")))
    pairs.append((topics.SET_CLASSES, argument(context, "set_classes")))
    return [SetRemap(src=ours, dst=theirs) for ours, theirs in pairs if ours and theirs]


def _frames(context: Any, namespace: str) -> list[Any]:
    """Return what tells where the camera is, and that our base is the camera itself."""
    base = topics.frame(namespace, "base_link")
    camera = argument(context, "camera_frame") or base
    actions = []
    if camera != base:
        actions.append(_fixed(context, camera, base, (0.0,) * _POSE))
    if text := argument(context, "camera_pose"):
        try:
            pose = tuple(float(word) for word in text.split(","))
        except ValueError:
            pose = ()
        if len(pose) != _POSE or not all(map(math.isfinite, pose)):
            raise ConfigError(f"camera_pose:={text}: expected X,Y,Z,ROLL,PITCH,YAW")
        actions.append(_fixed(context, topics.MAP_FRAME, camera, pose))
    return actions


def _fixed(context: Any, parent: str, child: str, pose: tuple[float, ...]) -> Any:
    """Return what publishes a transform that never changes."""
    need("tf2_ros")
    words = ("--x", "--y", "--z", "--roll", "--pitch", "--yaw")
    given = [part for word, number in zip(words, pose, strict=True) for part in (word, str(number))]
    return Node(
        package="tf2_ros",
        executable="static_transform_publisher",
        arguments=[*given, "--frame-id", parent, "--child-frame-id", child],
        parameters=[{"use_sim_time": boolean(context, "use_sim_time")}],
    )
