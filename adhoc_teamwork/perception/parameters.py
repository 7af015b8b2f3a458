# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The parameters of the perception node."""

from adhoc_teamwork.perception.mask_sources import MaskKind
from adhoc_teamwork.teamwork.settings.parameters import Parameter, ParameterTable
from adhoc_teamwork.teamwork.team.llm_call import MOST_PICTURES

PARAMETERS = ParameterTable(
    "perception",
    (
        Parameter("robot_card", "", "File that says what the robot can do.", is_needed=True),
        Parameter("config", "", "File of settings of perception; empty for the defaults."),
        Parameter(
            "max_rate",
            5.0,
            "Pictures taken in per second of ROS time at most.",
            least=0.05,
            most=100.0,
            is_live=True,
        ),
        Parameter(
            "graph_rate",
            2.0,
            "Scene graphs published per second of ROS time at most.",
            least=0.05,
            most=100.0,
            is_live=True,
        ),
        Parameter(
            "map_rate",
            1.0,
            "Maps published per second of ROS time at most.",
            least=0.05,
            most=100.0,
            is_live=True,
        ),
        Parameter(
            "tf_wait",
            1.0,
            "Seconds of wall time for which a late transform is waited for.",
            least=0.02,
            most=10.0,
            is_live=True,
        ),
        Parameter(
            "masks",
            MaskKind.INSTANCES.value,
            "Where masks come from: an image of instance ids or of classes, a detector's boxes in "
            "the picture or in space, or yolo_ros's detections.",
            choices=tuple(kind.value for kind in MaskKind),
        ),
        Parameter(
            "task_config",
            "",
            "Folder of the task, whose goal says what a detector is asked for; empty: all classes.",
        ),
        Parameter("goal", "", "File of a goal in the place of the task's own; empty for that."),
        Parameter("classes", "", "Table of a detector's classes, where masks are not instances."),
        Parameter(
            "least_score",
            0.35,
            "Boxes of a lower score are left out.",
            least=0.0,
            most=1.0,
            is_live=True,
        ),
        Parameter(
            "crops",
            0,
            "Small pictures of things that are told of one picture at most; 0: none.",
            least=0,
            most=MOST_PICTURES,
        ),
    ),
    lambda values: (
        f"classes: expected a file where masks are {values['masks']}, got ''"
        if values["masks"] != MaskKind.INSTANCES and not values["classes"]
        else ""
    ),
)
