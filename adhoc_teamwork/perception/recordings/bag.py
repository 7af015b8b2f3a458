# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play a recorded rosbag2, SQLite or MCAP, without ROS."""

from collections import deque
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rosbags.highlevel import AnyReader, AnyReaderError

from adhoc_teamwork.perception.frames.camera import BadFrameError, Frame
from adhoc_teamwork.perception.frames.pairing import ExactPairing
from adhoc_teamwork.perception.messages import (
    depth_from_ros,
    floor_plan_from_ros,
    instances_from_ros,
    intrinsics_from_ros,
    labels_from_ros,
    seconds_from_ros,
)
from adhoc_teamwork.perception.recordings.bag_topics import TF, TF_STATIC, find_topics
from adhoc_teamwork.perception.recordings.recording import (
    Event,
    Grip,
    NewFloorPlan,
    NewGround,
    NewLabels,
    OwnHold,
    Refused,
)
from adhoc_teamwork.teamwork.bodies.grip import felt_grip
from adhoc_teamwork.teamwork.maps.height_cloud import height_map_from_ros
from adhoc_teamwork.teamwork.maps.transform_buffer import (
    TransformBuffer,
    TransformError,
    planar_pose,
)
from adhoc_teamwork.teamwork.recordings.bag_reading import READING_FAILS, check_bag
from adhoc_teamwork.teamwork.recordings.bag_types import make_typestore
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.topics import (
    CAMERA_INFO,
    DEPTH_IMAGE,
    FLOOR_PLAN,
    GROUND,
    INSTANCE_LABELS,
    INSTANCES,
    JOINT_STATES,
    MAP_FRAME,
    TEAM_OUT,
)

TF_WAIT = 1_000_000_000
"""A picture waits so long for its transforms, nanoseconds of the recording."""
_PICTURES = (DEPTH_IMAGE, INSTANCES, CAMERA_INFO)


@dataclass(frozen=True)
class _Picture:
    """Hold the messages of one picture and when the last of them was recorded, nanoseconds."""

    recorded: int
    stamp: float
    messages: dict[str, Any]


@dataclass(frozen=True)
class _Grasp:
    """Hold that the gripper closed or opened, and when that was recorded, nanoseconds."""

    recorded: int
    stamp: float
    holds: bool


class BagRecording:
    """Play one robot's part of a bag.

    Pictures are brought together by their stamps and wait for their transforms, as in the node.
    Teammates' messages are left out: the bag shows what the robot itself saw.
    """

    def __init__(self, path: Path, robot: str, camera_range: float) -> None:
        self._path = path
        self._robot = robot
        self._range = camera_range
        self._transforms = TransformBuffer()
        self._pairing: ExactPairing[Any] = ExactPairing(_PICTURES)
        self._waiting: deque[_Picture | _Grasp] = deque()
        self._holds = False
        self.total = 0
        self.done = 0

    def events(self) -> Iterator[Event]:
        """Yield what the bag holds, in the order of recording.

        Raises:
            ConfigError: The bag cannot be read, or lacks a topic.
        """
        check_bag(self._path)
        try:
            with AnyReader([self._path], default_typestore=make_typestore()) as reader:
                found = find_topics(reader.topics, self._robot, str(self._path))
                self._robot = found.robot
                wanted = [c for c in reader.connections if c.topic in found.streams]
                self.total = sum(connection.msgcount for connection in wanted)
                with closing(reader.messages(wanted)) as messages:
                    for connection, recorded, raw in messages:
                        self.done += 1
                        stream = found.streams[connection.topic]
                        try:
                            message = reader.deserialize(raw, connection.msgtype)
                        except AnyReaderError as error:
                            yield Refused("bad_message", f"{connection.topic}: {error}")
                            continue
                        yield from self._take(stream, message, recorded)
                        yield from self._complete(recorded)
        except ConfigError:
            raise
        except READING_FAILS as error:
            reason = str(error).replace("\n", " ")
            raise ConfigError(f"{self._path}: {reason}; expected a readable rosbag2") from None
        yield from self._complete(None)
        if self._pairing.dropped:
            yield Refused("unpaired", f"{self._pairing.dropped} stamps lack one of {_PICTURES}")

    def _take(self, stream: str, message: Any, recorded: int) -> Iterator[Event]:
        """Yield what one message says, but for pictures, which may have to wait."""
        if stream in _PICTURES:
            stamp = message.header.stamp
            nanoseconds = stamp.sec * 10**9 + stamp.nanosec
            complete = self._pairing.add(stream, nanoseconds, message)
            if complete is not None:
                self._waiting.append(_Picture(recorded, nanoseconds * 1e-9, complete))
        elif stream in (TF, TF_STATIC):
            for unusable in self._transforms.take(message, stream == TF_STATIC):
                yield Refused("bad_tf", unusable)
        else:
            try:
                yield from self._note(stream, message, recorded)
            except ValueError as error:
                yield Refused(f"bad_{stream.rpartition('/')[2]}", str(error))

    def _note(self, stream: str, message: Any, recorded: int) -> Iterator[Event]:
        """Yield what a message other than a picture or a transform says; a grasp may have to wait.

        Raises:
            ValueError: It is unusable.
        """
        if stream == INSTANCE_LABELS:
            yield NewLabels(labels_from_ros(message), seconds_from_ros(message.header.stamp))
        elif stream == FLOOR_PLAN:
            yield NewFloorPlan(floor_plan_from_ros(message))
        elif stream == GROUND:
            yield NewGround(height_map_from_ros(message))
        elif stream == TEAM_OUT:
            for state in message.state:
                yield OwnHold(state.held_object)
        elif stream == JOINT_STATES:
            holds = felt_grip(message.name, message.effort)
            if holds is not None and holds != self._holds:
                self._holds = holds
                stamp = seconds_from_ros(message.header.stamp)
                self._waiting.append(_Grasp(recorded, stamp, holds))

    def _complete(self, now: int | None) -> Iterator[Event]:
        """Yield what waited and has its transforms; at the end (None) all that waits."""
        while self._waiting:
            item = self._waiting[0]
            may_wait = now is not None and now - item.recorded < TF_WAIT
            try:
                yield self._frame(item) if isinstance(item, _Picture) else self._grip(item)
            except TransformError as error:
                if may_wait:
                    return
                yield Refused("late_tf", str(error))
                if isinstance(item, _Grasp):
                    yield Grip(item.holds, None)
            except BadFrameError as error:
                yield Refused(f"bad_{error.kind}", str(error))
            self._waiting.popleft()

    def _grip(self, grasp: _Grasp) -> Grip:
        """Return a grasp with where the robot stood then.

        Raises:
            TransformError: That is not known, or not yet.
        """
        return Grip(grasp.holds, planar_pose(self._base(grasp.stamp)))

    def _frame(self, picture: _Picture) -> Frame:
        """Return a picture as a frame.

        Raises:
            TransformError: Where it was taken is not known, or not yet.
            BadFrameError: It cannot be used.
        """
        depth, info = picture.messages[DEPTH_IMAGE], picture.messages[CAMERA_INFO]
        optical = depth.header.frame_id or self._frame_name("camera_optical_frame")
        return Frame(
            stamp=picture.stamp,
            pose=self._transforms.lookup(MAP_FRAME, optical, picture.stamp),
            base=planar_pose(self._base(picture.stamp)),
            depth=depth_from_ros(depth),
            instances=instances_from_ros(picture.messages[INSTANCES]),
            intrinsics=intrinsics_from_ros(info),
            camera_range=self._range,
        )

    def _base(self, stamp: float) -> Any:
        return self._transforms.lookup(MAP_FRAME, self._frame_name("base_link"), stamp)

    def _frame_name(self, link: str) -> str:
        return f"{self._robot}/{link}" if self._robot else link
