# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Every topic of the ROS graph with its type, as docs/ros_graph.md lists them: what is recorded.

Names without a slash before them are relative to a robot's namespace.
"""

from dataclasses import dataclass
from types import MappingProxyType

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.enums import StrEnum


class Flow(StrEnum):
    """Say how a topic is published, so that recorders and players can do in kind."""

    SENSOR = "sensor"
    RELIABLE = "reliable"
    KEPT = "kept"
    """Reliable, and whoever comes late gets what was said last."""
    LOGGED = "logged"
    """Kept, and none of it may be lost."""

    @property
    def is_kept(self) -> bool:
        """Tell whether whoever comes late hears what was said."""
        return self in (Flow.KEPT, Flow.LOGGED)


class Weight(StrEnum):
    """Say what it costs to record a topic."""

    LIGHT = "light"
    HEAVY = "heavy"
    """Pictures, and what is only computed while somebody listens: recorded on request."""


@dataclass(frozen=True)
class Recorded:
    """Describe one topic: its message type in full, how it flows, what it weighs."""

    topic: str
    kind: str
    flow: Flow = Flow.RELIABLE
    weight: Weight = Weight.LIGHT

    def of(self, robot: str) -> str:
        """Return the topic's full name for one robot."""
        return self.topic if self.topic.startswith("/") else f"/{robot}/{self.topic}"


_OURS = "adhoc_interfaces/msg"
_IMAGE = "sensor_msgs/msg/Image"
_STATUS = "action_msgs/msg/GoalStatusArray"
_TEAM = f"{_OURS}/TeamMessage"
_RECEIPT = f"{_OURS}/TeamReceipt"
_BOOL = "std_msgs/msg/Bool"
_TIME = "builtin_interfaces/msg/Time"
_HEAVY = Weight.HEAVY

OF_ROBOT = (
    Recorded(topics.COLOR_IMAGE, _IMAGE, Flow.SENSOR, _HEAVY),
    Recorded(topics.DEPTH_IMAGE, _IMAGE, Flow.SENSOR, _HEAVY),
    Recorded(topics.CAMERA_INFO, "sensor_msgs/msg/CameraInfo", Flow.SENSOR, _HEAVY),
    Recorded(topics.INSTANCES, _IMAGE, Flow.SENSOR, _HEAVY),
    Recorded(topics.BOXES, "vision_msgs/msg/Detection2DArray", Flow.SENSOR, _HEAVY),
    Recorded(topics.SOLID_BOXES, "vision_msgs/msg/Detection3DArray", Flow.SENSOR, _HEAVY),
    Recorded(topics.CLASS_IMAGE, _IMAGE, Flow.SENSOR, _HEAVY),
    Recorded(topics.LABEL_INFO, "vision_msgs/msg/LabelInfo", Flow.SENSOR, _HEAVY),
    Recorded(topics.WANTED_CLASSES, "vision_msgs/msg/LabelInfo", Flow.KEPT),
    Recorded(topics.INSTANCE_LABELS, f"{_OURS}/InstanceLabels", Flow.KEPT),
    Recorded(topics.ODOM, "nav_msgs/msg/Odometry", Flow.SENSOR),
    Recorded(topics.SCAN, "sensor_msgs/msg/LaserScan", Flow.SENSOR, _HEAVY),
    Recorded(topics.JOINT_STATES, "sensor_msgs/msg/JointState", Flow.SENSOR),
    Recorded(topics.BATTERY_STATE, "sensor_msgs/msg/BatteryState", Flow.SENSOR),
    Recorded(topics.BODY, f"{_OURS}/Capability", Flow.KEPT),
    Recorded(topics.DETECTIONS, f"{_OURS}/DetectionArray"),
    Recorded(topics.SCENE_GRAPH, f"{_OURS}/SceneGraph", Flow.KEPT),
    Recorded(topics.CROPS, f"{_OURS}/Crop"),
    Recorded(topics.KNOWN_OBJECTS, "vision_msgs/msg/Detection3DArray", Flow.KEPT, _HEAVY),
    Recorded(topics.SEMANTIC_MAP, "nav_msgs/msg/OccupancyGrid", Flow.KEPT),
    Recorded(topics.INSPECTED_SURFACES, "nav_msgs/msg/OccupancyGrid", Flow.KEPT, _HEAVY),
    Recorded(topics.OBJECT_ROOM_MAP, f"{_OURS}/ObjectRoomMap", Flow.KEPT, _HEAVY),
    Recorded(topics.SEMANTIC_CLOUD, "sensor_msgs/msg/PointCloud2", Flow.KEPT, _HEAVY),
    Recorded(topics.MARKERS, "visualization_msgs/msg/MarkerArray", Flow.KEPT, _HEAVY),
    Recorded(
        f"{topics.EXECUTE_SKILL}/_action/feedback",
        "adhoc_interfaces/action/ExecuteSkill_FeedbackMessage",
    ),
    Recorded(f"{topics.EXECUTE_SKILL}/_action/status", _STATUS, Flow.KEPT),
    Recorded(
        f"{topics.NAVIGATE_TO_POSE}/_action/feedback",
        "nav2_msgs/action/NavigateToPose_FeedbackMessage",
    ),
    Recorded(f"{topics.NAVIGATE_TO_POSE}/_action/status", _STATUS, Flow.KEPT),
    Recorded(f"{topics.BACK_UP}/_action/status", _STATUS, Flow.KEPT),
    Recorded(f"{topics.FOLLOW_JOINT_TRAJECTORY}/_action/status", _STATUS, Flow.KEPT),
    Recorded(f"{topics.GRIPPER_COMMAND}/_action/status", _STATUS, Flow.KEPT),
    Recorded(topics.TEAM_OUT, _TEAM, Flow.LOGGED),
    Recorded(topics.TEAM_IN, _TEAM, Flow.LOGGED),
    Recorded(topics.TEAM_TOLD, _TEAM, Flow.KEPT),
    Recorded(topics.TEAM_HEARD, _RECEIPT),
    Recorded(topics.TEAM_PASSED_ON, _TEAM, Flow.KEPT),
    Recorded(topics.LLM_CALLS, f"{_OURS}/LlmCall", Flow.LOGGED),
    Recorded(topics.PLANNER_JOURNAL, "std_msgs/msg/String", Flow.LOGGED),
    Recorded(topics.SEAT_OFFER, "std_msgs/msg/String", Flow.KEPT),
    Recorded(topics.SEAT_ORDER, "std_msgs/msg/String"),
    Recorded(topics.CELL_ROUND, "std_msgs/msg/String", Flow.KEPT),
    Recorded(topics.CELL_TALK, "std_msgs/msg/String"),
    Recorded(topics.EMERGENCY_STOP, _BOOL),
    Recorded(topics.DEADMAN, _BOOL),
    Recorded(topics.CMD_VEL_STOP, "geometry_msgs/msg/Twist"),
    Recorded(topics.CMD_VEL, "geometry_msgs/msg/Twist"),
    Recorded(topics.SPEED_LIMIT, "nav2_msgs/msg/SpeedLimit"),
    Recorded(topics.KEEP_OUT_FILTER, "nav2_msgs/msg/CostmapFilterInfo", Flow.KEPT),
    Recorded(topics.KEEP_OUT_MASK, "nav_msgs/msg/OccupancyGrid", Flow.KEPT),
    Recorded(topics.LOCALIZED, "geometry_msgs/msg/PoseWithCovarianceStamped", Flow.KEPT),
    *(
        Recorded(topics.worked_off(node), _TIME, Flow.KEPT, _HEAVY)
        for node in topics.WORKED_OFF_BY_ROBOT
    ),
)
"""What each robot has."""

OF_TEAM = (
    Recorded("/tf", "tf2_msgs/msg/TFMessage"),
    Recorded("/tf_static", "tf2_msgs/msg/TFMessage", Flow.KEPT),
    Recorded("/clock", "rosgraph_msgs/msg/Clock", Flow.SENSOR),
    Recorded(topics.FLOOR_PLAN, f"{_OURS}/SceneGraph", Flow.KEPT),
    Recorded(topics.GROUND, "sensor_msgs/msg/PointCloud2", Flow.KEPT),
    Recorded(topics.BROKER_TOLD, _TEAM),
    Recorded(topics.BROKER_HEARD, _RECEIPT),
    Recorded(f"/{topics.EMERGENCY_STOP}", _BOOL),
    Recorded(topics.STOP_COMMANDS, f"{_OURS}/EmergencyStop", Flow.KEPT),
    Recorded(topics.STOP_STATES, f"{_OURS}/StopState", Flow.KEPT),
    Recorded(topics.CELL_DOORS, "sensor_msgs/msg/JointState", Flow.SENSOR),
    Recorded(topics.CELL_BODIES, "sensor_msgs/msg/MultiDOFJointState", Flow.SENSOR),
    Recorded(topics.RADIO_LINKS, f"{_OURS}/RadioLinks", Flow.KEPT),
    Recorded(topics.WORLD_EVENTS, f"{_OURS}/WorldEvent", Flow.LOGGED),
    Recorded(topics.DIAGNOSTICS, "diagnostic_msgs/msg/DiagnosticArray"),
    *(
        Recorded(f"/{topics.worked_off(node)}", _TIME, Flow.KEPT, _HEAVY)
        for node in topics.WORKED_OFF_BY_TEAM
    ),
)
"""What there is once."""


def recorded_topics(robots: tuple[str, ...]) -> MappingProxyType[str, Recorded]:
    """Return the topics of a team of `robots` by their full names, in the order of the tables."""
    found = {entry.topic: entry for entry in OF_TEAM}
    for robot in robots:
        found |= {entry.of(robot): entry for entry in OF_ROBOT}
    return MappingProxyType(found)


_FLOWS = {entry.topic: entry.flow for entry in (*OF_TEAM, *OF_ROBOT)}


def flow_of(topic: str) -> Flow:
    """Return how a topic, by its full name, is published; one that is not known here is kept."""
    own = topic.lstrip("/").partition("/")[2]
    return _FLOWS.get(topic, _FLOWS.get(own, Flow.KEPT))
