# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The graphs of Isaac Sim's ROS 2 bridge for a team, as plain data made from the contract."""

import json
from dataclasses import dataclass
from typing import Any

STEPS = 60.0
"""Steps of the simulation in a second, each of which draws a picture."""
TICK, TIME, CONTEXT, CAMERA, RAYS, MOTION, JOINTS = (
    *("tick", "time", "context", "camera", "lidar", "motion", "joints"),
)
SHARED = {
    TICK: "omni.graph.action.OnPlaybackTick",
    TIME: "isaacsim.core.nodes.IsaacReadSimulationTime",
    CONTEXT: "isaacsim.ros2.bridge.ROS2Context",
    CAMERA: "isaacsim.core.nodes.IsaacCreateRenderProduct",
    RAYS: "isaacsim.core.nodes.IsaacCreateRenderProduct",
    MOTION: "isaacsim.core.nodes.IsaacComputeOdometry",
    JOINTS: "isaacsim.core.nodes.IsaacArticulationController",
}
"""Nodes of a robot's graph that are not of one topic."""
_TICKED = {"execIn": f"{TICK}.outputs:tick", "context": f"{CONTEXT}.outputs:context"}
_TIMED = _TICKED | {"timeStamp": f"{TIME}.outputs:simulationTime"}
_PICTURE = {
    "execIn": f"{CAMERA}.outputs:execOut",
    "context": f"{CONTEXT}.outputs:context",
    "renderProductPath": f"{CAMERA}.outputs:renderProductPath",
}
_MOVED = {
    "execIn": f"{MOTION}.outputs:execOut",
    "context": f"{CONTEXT}.outputs:context",
    "timeStamp": f"{TIME}.outputs:simulationTime",
}
WIRES = {
    "ROS2PublishClock": _TIMED,
    "ROS2CameraHelper": _PICTURE,
    "ROS2CameraInfoHelper": _PICTURE,
    "ROS2RtxLidarHelper": {
        "execIn": f"{RAYS}.outputs:execOut",
        "context": f"{CONTEXT}.outputs:context",
        "renderProductPath": f"{RAYS}.outputs:renderProductPath",
    },
    "ROS2PublishOdometry": _MOVED
    | {
        name: f"{MOTION}.outputs:{name}"
        for name in ("position", "orientation", "linearVelocity", "angularVelocity")
    },
    "ROS2PublishRawTransformTree": _MOVED
    | {
        "translation": f"{MOTION}.outputs:position",
        "rotation": f"{MOTION}.outputs:orientation",
    },
    "ROS2PublishJointState": _TIMED,
    "ROS2SubscribeJointState": _TICKED,
    "ROS2SubscribeTwist": _TICKED,
}
"""Where each of the bridge's nodes takes its inputs from."""
_COMMANDS = ("jointNames", "positionCommand", "velocityCommand", "effortCommand")


@dataclass(frozen=True)
class Graph:
    """Hold what `og.Controller.edit` takes; `targets` are inputs that name prims."""

    nodes: list[tuple[str, str]]
    wires: list[tuple[str, str]]
    values: list[tuple[str, Any]]
    targets: list[tuple[str, str]]


def node_name(topic: str) -> str:
    """Return the name of a topic's node in the graph."""
    return topic.strip("/").replace("/", "_")


def clock_graph(contract: dict[str, Any]) -> Graph:
    """Return the graph of what there is once for all robots."""
    entries = [e for e in contract["topics"] if e["topic"].startswith("/") and not _moving(e)]
    return _graph(contract, entries, "", (TICK, TIME, CONTEXT))


def graph_of(
    contract: dict[str, Any],
    robot: str,
    width: int,
    height: int,
    lidar: str = "",
    articulation: str = "",
) -> Graph:
    """Return a robot's graph: its topics, its transform, and its joints' commands.

    Args:
        contract: What contract.yaml says.
        robot: The robot's name.
        width: Of its camera's pictures, pixels.
        height: The same.
        lidar: Its lidar's prim; empty for that in the contract.
        articulation: The prim from which its joints are moved; empty for the robot's own.
    """
    entries = [e for e in contract["topics"] if not e["topic"].startswith("/") or _moving(e)]
    graph = _graph(contract, entries, robot, tuple(SHARED))
    stage = contract["stage"]
    prim = f"{stage['robots']}/{robot}"
    for name in (CAMERA, RAYS, MOTION):
        graph.wires.append((f"{TICK}.outputs:tick", f"{name}.inputs:execIn"))
    graph.wires.append((f"{TICK}.outputs:tick", f"{JOINTS}.inputs:execIn"))
    graph.values.extend(
        [
            (f"{CAMERA}.inputs:width", width),
            (f"{CAMERA}.inputs:height", height),
            (f"{RAYS}.inputs:width", 1),
            (f"{RAYS}.inputs:height", 1),
        ]
    )
    graph.targets.extend(
        [
            (f"{CAMERA}.inputs:cameraPrim", f"{prim}/{stage['camera']}"),
            (f"{RAYS}.inputs:cameraPrim", lidar or f"{prim}/{stage['lidar']}"),
            (f"{MOTION}.inputs:chassisPrim", f"{prim}/{stage['base']}"),
            (f"{JOINTS}.inputs:targetPrim", articulation or prim),
        ]
    )
    for entry in entries:
        kind, name = _kind(entry), node_name(entry["topic"])
        if kind == "ROS2PublishJointState":
            graph.targets.append((f"{name}.inputs:targetPrim", articulation or prim))
        if kind == "ROS2SubscribeJointState":
            graph.wires.extend([(f"{name}.outputs:{c}", f"{JOINTS}.inputs:{c}") for c in _COMMANDS])
    return graph


def _graph(
    contract: dict[str, Any], entries: list[Any], robot: str, shared: tuple[str, ...]
) -> Graph:
    graph = Graph([(name, SHARED[name]) for name in shared], [], [], [])
    for entry in entries:
        if not entry.get("node"):
            continue
        name = node_name(entry["topic"])
        graph.nodes.append((name, entry["node"]))
        graph.wires.extend([(s, f"{name}.inputs:{i}") for i, s in WIRES[_kind(entry)].items()])
        values = dict(entry.get("inputs", {})) | {"topicName": entry["topic"].strip("/")}
        values["nodeNamespace"] = "" if entry["topic"].startswith("/") else robot
        values["qosProfile"] = json.dumps(contract["qos"][entry["qos"]])
        if entry.get("frame"):
            values["frameId"] = entry["frame"]
        if entry.get("rate"):
            values["frameSkipCount"] = max(0, round(STEPS / entry["rate"]) - 1)
        for key, value in values.items():
            filled = value.replace("{robot}", robot) if isinstance(value, str) else value
            graph.values.append((f"{name}.inputs:{key}", filled))
    return graph


def _moving(entry: dict[str, Any]) -> bool:
    """Tell whether a topic that all robots share is published once for each of them."""
    return "{robot}" in json.dumps(entry.get("inputs", {}))


def _kind(entry: dict[str, Any]) -> str:
    return str(entry.get("node", "")).rpartition(".")[2]
