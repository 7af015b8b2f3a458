# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The contract with Isaac Sim's bridge: our names and types, and graph nodes that there are."""

import importlib.util
import json
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from adhoc_teamwork.bringup.isaac_contract import Source, Way, load_contract
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.recordings.bag_topics import recorded_topics
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

PATH = config_dir() / "isaac" / "contract.yaml"
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "isaac"
CONTRACT = load_contract(PATH)
PLAIN = yaml.safe_load(PATH.read_text())
BESIDE_OURS = {
    topics.ISAAC_INSTANCES: "sensor_msgs/msg/Image",
    topics.ISAAC_LABELS: "std_msgs/msg/String",
    topics.ISAAC_JOINTS: "sensor_msgs/msg/JointState",
    "joint_command": "sensor_msgs/msg/JointState",
    "cmd_vel": "geometry_msgs/msg/Twist",
}
"""Topics that none of our nodes publishes or records."""
_PUBLISHES = {"execIn", "context", "nodeNamespace", "topicName", "qosProfile", "queueSize"}
_DRAWN = _PUBLISHES | {
    *("enabled", "frameId", "renderProductPath", "resetSimulationTimeOnStop", "useSystemTime"),
    "frameSkipCount",
}
_BRIDGE, _CORE = "isaacsim.ros2.bridge", "isaacsim.core.nodes"
PUBLISHED: dict[str, tuple[set[str], set[str]]] = {
    "omni.graph.action.OnPlaybackTick": (set(), {"tick"}),
    f"{_CORE}.IsaacReadSimulationTime": ({"resetOnStop"}, {"simulationTime"}),
    f"{_CORE}.IsaacCreateRenderProduct": (
        {"execIn", "width", "height", "cameraPrim", "enabled"},
        {"renderProductPath", "execOut"},
    ),
    f"{_CORE}.IsaacComputeOdometry": (
        {"execIn", "chassisPrim"},
        {"execOut", "position", "orientation", "linearVelocity", "angularVelocity"},
    ),
    f"{_CORE}.IsaacArticulationController": (
        {"execIn", "targetPrim", "robotPath", "jointNames", "jointIndices"}
        | {"positionCommand", "velocityCommand", "effortCommand"},
        set(),
    ),
    f"{_BRIDGE}.ROS2Context": ({"domain_id", "useDomainIDEnvVar"}, {"context"}),
    f"{_BRIDGE}.ROS2PublishClock": (_PUBLISHES | {"timeStamp"}, set()),
    f"{_BRIDGE}.ROS2CameraHelper": (
        _DRAWN | {"type", "enableSemanticLabels", "semanticLabelsTopicName", "stereoOffset"},
        set(),
    ),
    f"{_BRIDGE}.ROS2CameraInfoHelper": (
        _DRAWN | {"frameIdRight", "topicNameRight", "renderProductPathRight"},
        set(),
    ),
    f"{_BRIDGE}.ROS2RtxLidarHelper": (_DRAWN | {"type", "fullScan", "showDebugView"}, set()),
    f"{_BRIDGE}.ROS2PublishOdometry": (
        _PUBLISHES
        | {"odomFrameId", "chassisFrameId", "publishRawVelocities", "timeStamp", "position"}
        | {"orientation", "linearVelocity", "angularVelocity", "robotFront"},
        set(),
    ),
    f"{_BRIDGE}.ROS2PublishRawTransformTree": (
        _PUBLISHES
        | {"parentFrameId", "childFrameId", "timeStamp", "translation", "rotation"}
        | {"staticPublisher"},
        set(),
    ),
    f"{_BRIDGE}.ROS2PublishJointState": (_PUBLISHES | {"targetPrim", "timeStamp"}, set()),
    f"{_BRIDGE}.ROS2SubscribeJointState": (
        _PUBLISHES,
        {"execOut", "timeStamp", "jointNames", "positionCommand", "velocityCommand"}
        | {"effortCommand"},
    ),
    f"{_BRIDGE}.ROS2SubscribeTwist": (_PUBLISHES, {"execOut", "linearVelocity", "angularVelocity"}),
}
"""Inputs and outputs of the graph nodes that Isaac Sim 5.0, 5.1 and 6.0 define alike."""
TYPES = {"rgb", "depth", "depth_pcl", "instance_segmentation", "semantic_segmentation"} | {
    *("bbox_2d_tight", "bbox_2d_loose", "bbox_3d", "laser_scan", "point_cloud"),
}


@pytest.fixture(scope="module")
def graphs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("isaac_graphs", EXAMPLE / "graphs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_topics_are_ours_with_their_types() -> None:
    ours = recorded_topics(("robot",))
    for entry in CONTRACT.topics:
        name = entry.topic if entry.topic.startswith("/") else f"/robot/{entry.topic}"
        expected = BESIDE_OURS.get(entry.topic) or ours[name].kind
        assert entry.type == expected, entry.topic


def test_all_that_drivers_give_is_there() -> None:
    given = {entry.topic for entry in CONTRACT.topics if entry.way is Way.PUBLISH}
    drivers = {topics.COLOR_IMAGE, topics.DEPTH_IMAGE, topics.CAMERA_INFO, topics.ODOM}
    drivers |= {topics.SCAN, topics.ISAAC_JOINTS, topics.ISAAC_INSTANCES, topics.ISAAC_LABELS}
    assert given == drivers | {"/clock", "/tf"}


def _ancestors(link: str, over: dict[str, str]) -> set[str]:
    found = set()
    while link in over:
        link = over[link]
        found.add(link)
    return found


def test_frames_lead_from_the_map_to_the_camera_as_the_urdfs_have_them() -> None:
    parents = {frame.child: frame for frame in CONTRACT.frames}
    frame, chain = "{robot}/camera_optical_frame", []
    while frame != topics.MAP_FRAME:
        chain.append(parents[frame])
        frame = parents[frame].parent
    assert len(chain) == len(CONTRACT.frames)
    for path in sorted((config_dir() / "robots").glob("*.urdf")):
        joints = {
            (j.find("parent").get("link") or "", j.find("child").get("link") or "")  # type: ignore[union-attr]
            for j in ElementTree.parse(path).iter("joint")
            if j.find("parent") is not None
        }
        links = [tuple(n.partition("/")[2] for n in (f.parent, f.child)) for f in CONTRACT.frames
                 if f.by is Source.STATE_PUBLISHER]  # fmt: skip
        over = {child: parent for parent, child in joints}
        for parent, child in links:
            # A gimbal may be in between.
            assert parent in _ancestors(child, over), path
        root = {parent for parent, _ in joints} - {child for _, child in joints}
        assert (
            root == {CONTRACT.frame(Source.ISAAC).child.partition("/")[2]} == {CONTRACT.stage.base}
        )
    tf = next(entry for entry in CONTRACT.topics if entry.topic == "/tf")
    isaac = CONTRACT.frame(Source.ISAAC)
    assert (tf.inputs["parentFrameId"], tf.inputs["childFrameId"]) == (isaac.parent, isaac.child)


def test_every_graph_is_made_of_nodes_that_there_are(graphs: ModuleType) -> None:
    for graph in (graphs.clock_graph(PLAIN), graphs.graph_of(PLAIN, "tall", 320, 240)):
        kinds = dict(graph.nodes)
        assert len(kinds) == len(graph.nodes)
        wired = Counter(target for _, target in graph.wires)
        assert set(wired.values()) == {1}
        for source, target in graph.wires:
            node, output = source.split(".outputs:")
            assert output in PUBLISHED[kinds[node]][1], source
            node, name = target.split(".inputs:")
            assert name in PUBLISHED[kinds[node]][0], target
        for path, value in [*graph.values, *graph.targets]:
            node, name = path.split(".inputs:")
            assert name in PUBLISHED[kinds[node]][0], path
            assert path not in wired
            if name == "qosProfile":
                assert set(json.loads(value)) == set(PLAIN["qos"]["sensor"])
            if name == "type":
                assert value in TYPES
        for name, kind in kinds.items():
            if "execIn" in PUBLISHED[kind][0]:
                assert wired[f"{name}.inputs:execIn"] == 1, name
            if "ROS2" in kind and "context" in PUBLISHED[kind][0]:
                assert wired[f"{name}.inputs:context"] == 1, name


def test_the_graphs_give_every_topic_of_the_contract_once(graphs: ModuleType) -> None:
    found: list[str] = []
    frames: dict[str, str] = {}
    for graph in (graphs.clock_graph(PLAIN), graphs.graph_of(PLAIN, "tall", 320, 240)):
        values = dict(graph.values)
        assert "{robot}" not in json.dumps(values)
        for name, kind in graph.nodes:
            if f"{name}.inputs:topicName" not in values:
                continue
            space = values[f"{name}.inputs:nodeNamespace"]
            for key in ("topicName", "semanticLabelsTopicName"):
                topic = values.get(f"{name}.inputs:{key}")
                if topic is not None:
                    found.append(f"/{space}/{topic}" if space else f"/{topic}")
            frames[found[-1]] = values.get(f"{name}.inputs:frameId", "")
            assert kind.startswith(_BRIDGE)
    wanted = [e.topic if e.topic.startswith("/") else f"/tall/{e.topic}" for e in CONTRACT.topics]
    assert sorted(found) == sorted(wanted)
    assert frames["/tall/scan"] == "tall/base_link"
    assert frames[f"/tall/{topics.DEPTH_IMAGE}"] == "tall/camera_optical_frame"


def test_pictures_of_one_camera_come_at_one_rate() -> None:
    drawn = [e for e in CONTRACT.topics if e.frame == "{robot}/camera_optical_frame"]
    assert len(drawn) == 4
    assert len({entry.rate for entry in drawn}) == 1


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"topics": [*PLAIN["topics"], PLAIN["topics"][0]]}, "listed twice"),
        ({"frames": [*PLAIN["frames"], PLAIN["frames"][0]]}, "listed twice"),
        ({"qos": {"sensor": {}}}, "expected one of sensor"),
        ({"topics": [{**PLAIN["topics"][0], "way": "shout"}]}, "way"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_wrong_contract_is_named(tmp_path: Path, change: dict[str, Any], complaint: str) -> None:
    path = tmp_path / "contract.yaml"
    path.write_text(yaml.safe_dump({**PLAIN, **change}))
    with pytest.raises(ConfigError, match=complaint):
        load_contract(path)
