# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The node in a ROS graph of its own: topics in, topics out."""

import io
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from adhoc_interfaces import msg as ros
from adhoc_interfaces.srv import LastSeen
from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticStatus
from node_manager import ACTIVATE, CLEANUP, CONFIGURE, DEACTIVATE, NodeManager, set_up
from perception_rig import CARD, LIMIT, Rig
from PIL import Image
from rclpy.parameter import Parameter
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState, PointCloud2
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.perception.ros.node import PerceptionNode
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.crop import jpeg_of
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.ros.conversions.crop import crop_from_ros
from adhoc_teamwork.teamwork.ros.conversions.object_room_map import object_room_map_from_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import detection_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_to_ros
from adhoc_teamwork.teamwork.ros.qos import CLOCK, LATCHED, RELIABLE, TEAM
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState


@pytest.fixture
def rig(ros_context: Any, tmp_path: Path) -> Iterator[Rig]:
    card = tmp_path / "rover.yaml"
    card.write_text(CARD, encoding="utf-8")
    rig = Rig(ros_context, card)
    yield rig
    rig.close()


VIEW, NEAR = Pose(1.0, 2.0, 0.0), Pose(2.0, 2.0, 0.0)


def test_picture_becomes_detections_graph_map_and_markers(rig: Rig) -> None:
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    mug = rig.graph().object("Mug_0")
    assert mug is not None
    assert mug.receptacle == "DiningTable_0"
    assert mug.position.distance_to(Point(2.8, 2.1, 0.76)) < 0.05
    arrays = rig.until(lambda: rig.heard[topics.DETECTIONS])
    ids = {detection_from_ros(d).object_id for d in arrays[-1].detections}
    assert ids == {"DiningTable_0", "Mug_0"}
    assert arrays[-1].header.frame_id == "map"
    maps = rig.heard[topics.SEMANTIC_MAP]
    rig.until(lambda: any(0 in grid.data for grid in maps[-1:]), lambda: rig.see(VIEW))
    grid = maps[-1]
    assert set(grid.data) == {-1, 0, 100}
    assert len(grid.data) == grid.info.width * grid.info.height
    markers = rig.until(lambda: rig.heard[topics.MARKERS])
    assert markers


def test_layers_and_cloud_are_published_once_somebody_listens(rig: Rig) -> None:
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    heard: list[Any] = []
    rig.world.create_subscription(
        ros.ObjectRoomMap, topics.OBJECT_ROOM_MAP, heard.append, LATCHED
    )  # fmt: skip
    rig.world.create_subscription(PointCloud2, topics.SEMANTIC_CLOUD, heard.append, LATCHED)
    rig.until(lambda: len({type(m) for m in heard}) == 2, lambda: rig.see(VIEW))
    found = object_room_map_from_ros(next(m for m in heard if isinstance(m, ros.ObjectRoomMap)))
    assert set(found.classes) == {"DiningTable", "Mug"}
    assert found.layers[found.classes.index("Mug")].any()
    assert found.room_ids == ("room_0",)
    cloud = next(m for m in heard if isinstance(m, PointCloud2))
    assert cloud.width > 100
    assert cloud.header.frame_id == "map"


def test_things_are_shown_in_small_pictures_where_that_is_asked_for(
    ros_context: Any, tmp_path: Path
) -> None:
    card = tmp_path / "rover.yaml"
    card.write_text(CARD, encoding="utf-8")
    rig = Rig(ros_context, card, crops=2)
    heard: list[Any] = []
    rig.world.create_subscription(ros.Crop, topics.CROPS, heard.append, RELIABLE)
    mug = next(number for number, label in rig.room.labels().items() if label.category == "Mug")
    try:
        rig.until(lambda: heard, lambda: rig.see(NEAR, red=mug))
        crop = crop_from_ros(heard[0])
        assert (crop.object_id, crop.after_grasp) == ("Mug_0", False)
        assert heard[0].header.frame_id == "rover/camera_optical_frame"
        look = Image.open(io.BytesIO(jpeg_of(crop.picture))).convert("RGB")
        red, green, _ = look.getpixel((look.width // 2, look.height // 2))
        assert red > 150 > green
        # The planner says that a hand that feels nothing holds the mug.
        held = TeamMessage(
            "rover", 1, 1, rig.stamp, MessageKind.STATE, state=RobotState(NEAR, held_object="Mug_0")
        )
        says = rig.world.create_publisher(ros.TeamMessage, topics.TEAM_OUT, TEAM)
        says.publish(team_message_to_ros(held))
        rig.until(lambda: any(one.after_grasp for one in heard), lambda: rig.see(NEAR, red=mug))
        assert heard[-1].object_id == "Mug_0"
    finally:
        rig.close()


def test_by_default_no_picture_is_cut_out_and_colour_is_not_even_heard(rig: Rig) -> None:
    heard: list[Any] = []
    rig.world.create_subscription(ros.Crop, topics.CROPS, heard.append, RELIABLE)
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    assert heard == []
    assert rig.world.count_subscribers(f"/rover/{topics.COLOR_IMAGE}") == 0


def test_time_is_worked_off_once_the_picture_of_before_is(ros_context: Any, tmp_path: Path) -> None:
    card = tmp_path / "rover.yaml"
    card.write_text(CARD, encoding="utf-8")
    rig = Rig(ros_context, card, use_sim_time=True)
    clock = rig.world.create_publisher(Clock, "/clock", CLOCK)
    told: list[float] = []
    rig.world.create_subscription(
        Time, topics.worked_off("perception"), lambda m: told.append(time_from_ros(m)), LATCHED
    )

    def show(now: float) -> None:
        clock.publish(Clock(clock=time_to_ros(now)))

    try:
        rig.until(lambda: told and told[-1] == 100.0, lambda: show(100.0))
        rig.until(lambda: rig.heard[topics.DETECTIONS], lambda: (rig.see(VIEW), show(rig.stamp)))
        assert rig.perception._worker is not None
        belief, begun, may_end = rig.perception._worker._belief, Event(), Event()
        process = belief.process

        def process_slowly(frame: Any) -> Any:
            begun.set()
            assert may_end.wait(LIMIT)
            return process(frame)

        belief.process = process_slowly  # type: ignore[method-assign]
        rig.until(begun.is_set, lambda: None if begun.is_set() else rig.see(VIEW))
        show(rig.stamp + 5.0)
        rig.until(lambda: rig.perception.get_clock().now().nanoseconds == round(
            (rig.stamp + 5.0) * 1e9))  # fmt: skip
        assert told[-1] <= rig.stamp, "a picture of then is under way"
        may_end.set()
        rig.until(lambda: told[-1] == rig.stamp + 5.0)
    finally:
        may_end.set()
        rig.close()


def test_boxes_of_a_detector_serve_as_masks(ros_context: Any, tmp_path: Path) -> None:
    pytest.importorskip("vision_msgs", reason="vision_msgs is not built")
    card = tmp_path / "rover.yaml"
    card.write_text(CARD, encoding="utf-8")
    table = Path(__file__).parents[3] / "config" / "segmenter" / "coco.yaml"
    rig = Rig(ros_context, card, masks="boxes", classes=str(table))
    try:
        rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see_boxes(VIEW))
        mug = rig.graph().object("Mug_0")
        assert mug is not None
        assert mug.position.distance_to(Point(2.8, 2.1, 0.76)) < 0.1
        assert rig.graph().object("DiningTable_0") is not None
    finally:
        rig.close()


def test_an_image_of_classes_with_its_names_serves_as_masks(
    ros_context: Any, tmp_path: Path
) -> None:
    pytest.importorskip("vision_msgs", reason="vision_msgs is not built")
    card = tmp_path / "rover.yaml"
    card.write_text(CARD, encoding="utf-8")
    table = Path(__file__).parents[3] / "config" / "segmenter" / "coco.yaml"
    rig = Rig(ros_context, card, masks="classes", classes=str(table))
    try:
        rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see_classes(VIEW))
        mug = rig.graph().object("Mug_0")
        assert mug is not None
        assert mug.position.distance_to(Point(2.8, 2.1, 0.76)) < 0.05
        assert mug.receptacle == "DiningTable_0"
    finally:
        rig.close()


def test_others_are_told_what_is_known_and_where_it_was_seen_last(rig: Rig) -> None:
    vision = pytest.importorskip("vision_msgs.msg", reason="vision_msgs is not built")
    told: list[Any] = []
    rig.world.create_subscription(
        vision.Detection3DArray, topics.KNOWN_OBJECTS, told.append, LATCHED
    )
    rig.until(lambda: told and len(told[-1].detections) == 2, lambda: rig.see(VIEW))
    mug = next(one for one in told[-1].detections if one.id == "Mug_0")
    assert told[-1].header.frame_id == "map"
    assert mug.results[0].hypothesis.class_id == "Mug"
    assert mug.bbox.center.position.x == pytest.approx(2.8, abs=0.05)
    assert (mug.bbox.size.z > 0.05, mug.results[0].pose.covariance[0] > 0.0) == (True, True)
    asking = rig.world.create_client(LastSeen, topics.LAST_SEEN)
    assert asking.wait_for_service(LIMIT)
    asked = asking.call_async(LastSeen.Request(thing="mug"))
    (seen,) = rig.until(lambda: asked.done() and asked.result().sightings)
    assert (seen.now.object_id, list(seen.before)) == ("Mug_0", [])
    assert 0.0 < time_from_ros(seen.first_seen) <= time_from_ros(seen.now.seen)


def test_bad_input_is_counted_and_survived(rig: Rig) -> None:
    def publish_bad() -> None:
        rig.see(VIEW, encoding="rgb8")
        rig.see(VIEW, width=17)
        rig.see(VIEW, no_intrinsics=True)
        rig.labels.publish(ros.InstanceLabels(ids=[1, 2], categories=["A"]))
        rig.team.publish(ros.TeamMessage(sender="tall", kind=0))

    kinds = ("bad_encoding", "bad_size", "bad_intrinsics", "bad_labels", "bad_team")
    rig.until(lambda: all(rig.counts().get(kind) for kind in kinds), publish_bad)
    rig.labels.publish(rig.label_message())
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))


def test_what_cannot_be_is_told_in_words_and_forgotten(rig: Rig) -> None:
    """Loops, stamps that never pair, NaN efforts and transforms, stray stamps: all in one go."""

    def publish_bad() -> None:
        nan = rig._transform("map", "rover/base_link", np.eye(4))
        nan.transform.translation.x = math.nan
        rig.tf.publish(TFMessage(transforms=[nan]))
        rig.joints.publish(JointState(name=[topics.GRIPPER_JOINT], effort=[math.nan]))
        for _ in range(8):
            rig.stamp += 0.5
            rig.depth.publish(rig._image(np.ones((2, 2), np.float32), "32FC1"))
        stamp, rig.stamp = rig.stamp, -0.5
        rig.see(VIEW, transforms=False)
        rig.stamp = stamp

    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    kinds = ("bad_tf", "bad_joints", "unpaired", "bad_stamp")
    rig.until(lambda: all(rig.counts().get(kind) for kind in kinds), publish_bad)
    rig.until(lambda: "instances and info did not" in rig.text(), publish_bad)
    assert any(a.status[0].level == DiagnosticStatus.WARN for a in rig.heard[topics.DIAGNOSTICS])
    assert rig.graph().object("Mug_0") is not None
    rig.until(lambda: "frames taken in; last problem" in rig.text(), lambda: rig.see(VIEW))


def test_loop_of_transforms_is_told_and_ends(rig: Rig) -> None:
    loop = rig._transform("rover/base_link", "map", np.eye(4))

    def see_in_a_loop() -> None:
        rig.tf.publish(TFMessage(transforms=[loop]))
        rig.see(VIEW)

    rig.until(lambda: "loop" in rig.text(), see_in_a_loop)
    assert rig.counts()["late_tf"] > 0
    assert not rig.graph().objects


def test_missing_transforms_are_waited_for_bounded_and_counted(rig: Rig) -> None:
    rig.until(lambda: rig.counts().get("late_tf"), lambda: rig.see(VIEW, transforms=False))
    rig.until(lambda: rig.level() == DiagnosticStatus.WARN)
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    rig.until(lambda: rig.level() == DiagnosticStatus.OK, lambda: rig.see(VIEW))


def test_late_transform_is_waited_for(rig: Rig) -> None:
    def picture_then_transform() -> None:
        rig.see(VIEW, transforms=False)
        rig.publish_transforms(VIEW)

    rig.until(lambda: rig.graph().object("Mug_0"), picture_then_transform)


def test_clock_jump_back_starts_anew(rig: Rig) -> None:
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    rig.stamp = 1.0
    del rig.room.blocks["mug"]
    rig.until(
        lambda: rig.counts().get("restarts") and rig.graph().objects
        and rig.graph().object("Mug_0") is None,
        lambda: rig.see(VIEW),
    )  # fmt: skip
    assert rig.graph().object("DiningTable_0") is not None


def test_teammates_and_the_hand_are_listened_to(rig: Rig) -> None:
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    cup = Detection("Cup_3", "Cup", Point(4.5, 3.5, 0.1), pickupable=True, seen=rig.stamp)
    said = TeamMessage("tall", 1, 1, rig.stamp, MessageKind.DETECTION, detections=(cup,))
    rig.team.publish(team_message_to_ros(said))
    rig.until(lambda: rig.graph().object("Cup_3"))
    near = Pose(2.0, 2.1, 0.0)

    def grip() -> None:
        rig.joints.publish(JointState(name=[topics.GRIPPER_JOINT], effort=[-5.0]))
        rig.see(near)

    del rig.room.blocks["mug"]

    def held() -> bool:
        mug = rig.graph().object("Mug_0")
        return mug is not None and mug.status is Presence.HELD

    rig.until(held, grip)


def test_graph_is_repeated_though_nothing_happens(rig: Rig) -> None:
    rig.until(lambda: len(rig.heard[topics.SCENE_GRAPH]) >= 2)


@pytest.mark.parametrize(
    ("namespace", "parameters", "names"),
    [
        ("", {}, "namespace"),
        ("rover", {}, "robot_card"),
        ("rover", {"robot_card": "/nowhere/card.yaml"}, "card.yaml"),
        ("rover", {"robot_card": "CARD", "max_rate": -1.0}, "max_rate"),
    ],
)
def test_wrong_settings_are_named_in_one_line(
    ros_context: Any, tmp_path: Path, namespace: str, parameters: dict[str, Any], names: str
) -> None:
    card = tmp_path / "rover.yaml"
    card.write_text(CARD, encoding="utf-8")
    given = {k: str(card) if v == "CARD" else v for k, v in parameters.items()}
    overrides = [Parameter(name, value=value) for name, value in given.items()]
    with pytest.raises(ConfigError, match=names) as error:
        set_up(
            PerceptionNode(context=ros_context, namespace=namespace, parameter_overrides=overrides)
        )
    assert "\n" not in str(error.value)


def test_inactive_it_sees_nothing_and_then_goes_on_where_it_was(
    rig: Rig, manage: Callable[..., NodeManager]
) -> None:
    manager = manage("/rover/perception")
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    assert manager.change(DEACTIVATE)
    assert manager.status("rover/perception", "inactive: waits to be activated")
    rig.heard[topics.DETECTIONS].clear()
    rig.heard[topics.SCENE_GRAPH].clear()
    for _ in range(3):
        rig.see(VIEW)
        manager.status("rover/perception")
    assert rig.heard[topics.DETECTIONS] == []
    assert manager.change(ACTIVATE)
    rig.until(lambda: rig.heard[topics.SCENE_GRAPH])
    assert rig.graph().object("Mug_0") is not None
    rig.until(lambda: rig.heard[topics.DETECTIONS], lambda: rig.see(VIEW))


def test_it_is_cleaned_up_and_configured_anew(rig: Rig, manage: Callable[..., NodeManager]) -> None:
    manager = manage("/rover/perception")
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    for transition in (DEACTIVATE, CLEANUP):
        assert manager.change(transition)
    assert not rig.perception.get_subscriptions_info_by_topic("/rover/camera/depth/image_raw")
    rig.heard[topics.SCENE_GRAPH].clear()
    for transition in (CONFIGURE, ACTIVATE):
        assert manager.change(transition)
    rig.until(lambda: rig.heard[topics.SCENE_GRAPH])
    assert rig.graph().object("Mug_0") is None
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))


def test_a_changed_rate_takes_effect(rig: Rig, manage: Callable[..., NodeManager]) -> None:
    manager = manage("/rover/perception")
    rig.until(lambda: rig.counts().get("frames", 0) >= 2, lambda: rig.see(VIEW))
    assert rig.counts().get("skipped", 0) == 0
    # Pictures come half a second apart in ROS time.
    assert manager.refusal(max_rate=0.1) == ""
    rig.until(lambda: rig.counts().get("skipped", 0) >= 3, lambda: rig.see(VIEW))
    assert "out of range" in manager.refusal(graph_rate=0.0)
    assert "read-only" in manager.refusal(robot_card="other.yaml")
