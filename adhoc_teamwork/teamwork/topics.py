# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Topic, service and action names; relative ones live in the robot's namespace."""

COLOR_IMAGE = "camera/color/image_raw"
DEPTH_IMAGE = "camera/depth/image_raw"
CAMERA_INFO = "camera/color/camera_info"
INSTANCES = "camera/instances"
INSTANCE_LABELS = "camera/instance_labels"
BOXES = "camera/detections"
SOLID_BOXES = "camera/detections_3d"
WANTED_CLASSES = "camera/wanted_classes"
SET_CLASSES = "camera/set_classes"
"""What a detector is to look for: a topic, and a service of yolo_ros."""
YOLO_DETECTIONS = "camera/yolo_detections"
CLASS_IMAGE = "camera/label_mask"
LABEL_INFO = "camera/label_info"
"""What stands in the place of `INSTANCES` where masks come from elsewhere; docs/perception.md."""
ISAAC_INSTANCES = "camera/isaac/instances"
ISAAC_LABELS = "camera/isaac/labels"
ISAAC_JOINTS = "isaac/joint_states"
"""What Isaac Sim's ROS 2 bridge gives in the place of `INSTANCES`, `INSTANCE_LABELS` and
`JOINT_STATES`."""
ODOM = "odom"
SCAN = "scan"
JOINT_STATES = "joint_states"
BATTERY_STATE = "battery_state"
"""Its percentage, 0 to 1, is the share left of the seconds of work that a robot's card tells."""
BODY = "body"
"""What a robot's body can do from now on, where that is not what its card says any more."""

DETECTIONS = "detections"
SCENE_GRAPH = "scene_graph"
KNOWN_OBJECTS = "objects"
LAST_SEEN = "last_seen"
"""Service: where things were seen last."""
CROPS = "crops"
"""Small pictures of things, cut from the robot's own, where a model is to be shown some."""
SEMANTIC_MAP = "semantic_map"
INSPECTED_SURFACES = "inspected_surfaces"
"""Like the map: 100 where a small thing on furniture would have shown to the camera, else 0."""
OBJECT_ROOM_MAP = "object_room_map"
SEMANTIC_CLOUD = "semantic_cloud"
MARKERS = "markers"

EXECUTE_SKILL = "execute_skill"
NAVIGATE_TO_POSE = "navigate_to_pose"
BACK_UP = "backup"
"""As Nav2's behavior server calls it."""
MANIPULATE = "manipulate"
FOLLOW_JOINT_TRAJECTORY = "arm_controller/follow_joint_trajectory"
GRIPPER_COMMAND = "gripper_controller/gripper_cmd"
"""Its position is the gap between the fingers, metres."""
SPEED_LIMIT = "speed_limit"
KEEP_OUT_FILTER = "keepout_filter_info"
KEEP_OUT_MASK = "keepout_mask"
"""Zones that plans go round, as Nav2's keepout filter hears of them: which topic, and the mask."""
LOCALIZED = "amcl_pose"
EMERGENCY_STOP = "emergency_stop"
"""Relative for one robot, and with a slash before it for all of them."""
CMD_VEL = "cmd_vel"
CMD_VEL_AUTONOMOUS = "cmd_vel_autonomous"
CMD_VEL_STOP = "cmd_vel_stop"
"""What the base obeys, what Nav2 wants, and what goes before it."""
STOP_COMMANDS = "/emergency_stop/commands"
STOP_STATES = "/emergency_stop/states"
DEADMAN = "deadman"

TEAM_OUT = "team/out"
TEAM_IN = "team/in"
TEAM_HEARD = "team/heard"
TEAM_PASSED_ON = "team/passed_on"
TEAM_TOLD = "team/told"
BROKER_TOLD = "/team/told"
BROKER_HEARD = "/team/heard"
TEAM_QUERY = "/team/query"
LLM_CALLS = "llm_calls"
PLANNER_JOURNAL = "planner_journal"
SEAT_OFFER = "seat/offer"
SEAT_ORDER = "seat/order"
"""What a person who sits in for a robot's model is offered, and what the person says to it."""

CELL_ROUND = "cell/round"
CELL_TALK = "cell/talk"
"""What an arm of a cell knows before a dialog, and what the dialog came to."""
CELL_DOORS = "/cell/joint_states"
CELL_BODIES = "/cell/multi_dof_joint_states"
"""What is seen of a cell beside its arms: doors, and what moves freely."""

RADIO_LINKS = "/radio_links"
FLOOR_PLAN = "/floor_plan"
GROUND = "/ground"
"""How high the floor is, where it is not everywhere at z = 0."""
WORLD_EVENTS = "/world_events"
DIAGNOSTICS = "/diagnostics"

MAP_FRAME = "map"
GRIPPER_JOINT = "gripper_joint"
"""Joint of `joint_states` whose effort shows whether the hand holds something: `bodies.grip`."""


def clear_costmap(which: str) -> str:
    """Return Nav2's service that empties the `global` or `local` costmap."""
    return f"{which}_costmap/clear_entirely_{which}_costmap"


WORKED_OFF_BY_ROBOT = ("perception", "skills", "planner")
"""Nodes of each robot that tell up to when they have worked simulated time off."""
WORKED_OFF_BY_TEAM = ("broker",)
"""Those of the team."""


def worked_off(node: str) -> str:
    """Return where a node tells up to when it has worked simulated time off."""
    return f"{node}/worked_off"


def frame(robot: str, name: str) -> str:
    """Return the tf frame of a robot's link, such as ``quadruped/base_link``."""
    return f"{robot}/{name}"
