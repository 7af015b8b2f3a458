# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The parameters of the skills node."""

from adhoc_teamwork.skills.settings import TIME_LIMITS
from adhoc_teamwork.teamwork.settings.parameters import Parameter, ParameterTable
from adhoc_teamwork.teamwork.team.emergency_stop import SETTLING

PARAMETERS = ParameterTable(
    "skills",
    (
        Parameter("robot_card", "", "File that says what the robot is and can do.", is_needed=True),
        Parameter(
            "skills_config", "", "File such as config/skills.yaml; empty for what is built in."
        ),
        Parameter("safety_config", "", "File such as config/safety.yaml; empty for no rules."),
        Parameter(
            "navigation",
            "auto",
            "How Nav2 is spoken to: by its action, or through nav2_simple_commander; auto: the "
            "latter where it can be imported.",
            choices=("auto", "action", "commander"),
        ),
        Parameter(
            "arm",
            "auto",
            "How the arm is moved: joints, planned here or by moveit, or the service manipulate; "
            "auto: joints where the card names an URDF with an arm.",
            choices=("auto", "joints", "moveit", "service"),
        ),
        Parameter(
            "gripper_closed",
            0.0,
            "What gripper_controller is told to shut the fingers, such as a joint's angle; the "
            "same as gripper_open: it is told gaps between them, in metres.",
            least=-10.0,
            most=10.0,
        ),
        Parameter(
            "gripper_open",
            0.0,
            "What gripper_controller is told to open the fingers wide.",
            least=-10.0,
            most=10.0,
        ),
        Parameter("moveit_group", "arm", "Joint group of the arm where MoveIt plans."),
        Parameter(
            "stop_records",
            "",
            "Folder in which the emergency stop is kept over a restart; empty: emergency_stop/ in "
            "ROS_HOME or ~/.ros.",
        ),
        Parameter(
            "stop_settling",
            SETTLING,
            "Seconds after a start for which the robot stands still, to hear whether the emergency "
            "stop is pressed.",
            least=0.0,
            most=60.0,
        ),
        Parameter(
            "max_speed",
            0.0,
            "Metres a second that the base may drive; never above what `safety_config` allows; "
            "0: what that says.",
            least=0.0,
            most=20.0,
            is_live=True,
        ),
        *(
            Parameter(
                f"time_limit.{name}",
                0.0,
                f"Seconds of ROS time that {name} may take; 0: what `skills_config` says.",
                least=0.0,
                most=3600.0,
                is_live=True,
            )
            for name in TIME_LIMITS
        ),
    ),
)
