"""The thread that does the seeing: takes from the inbox, believes, publishes."""

from collections import Counter
from typing import Any

from perception.camera import BadFrameError, Frame
from perception.messages import (
    depth_from_ros,
    instances_from_ros,
    intrinsics_from_ros,
    labels_from_ros,
    planar_pose,
)
from perception.pipeline import Perception
from perception.ros.inbox import Inbox, Triple
from perception.ros.outputs import Outputs
from teamwork.geometry import Pose
from teamwork.ros import topics
from teamwork.ros.conversions.scene import scene_graph_from_ros
from teamwork.ros.conversions.team import team_message_from_ros
from teamwork.ros.transforms import TransformError, Transforms

_IDLE = 0.1
_TF_POLL = 0.02
_JUMP_BACK = 1.0


class Worker:
    """Own the belief; `failure` holds what ended the thread, if anything did."""

    def __init__(
        self,
        node: Any,
        robot: str,
        belief: Perception,
        transforms: Transforms,
        inbox: Inbox,
        outputs: Outputs,
        camera_range: float,
        tf_wait: float,
        counters: Counter[str],
    ) -> None:
        self._node = node
        self._robot = robot
        self._base_link = topics.frame(robot, "base_link")
        self._belief = belief
        self._transforms = transforms
        self._inbox = inbox
        self._outputs = outputs
        self._camera_range = camera_range
        self._tf_polls = max(1, round(tf_wait / _TF_POLL))
        self._counters = counters
        self._last_stamp = 0.0
        self._last_problem = ""
        self.failure: Exception | None = None

    def run(self) -> None:
        """Work until the inbox is closed."""
        try:
            while not self._inbox.closed:
                self._step()
        except Exception as error:  # noqa: BLE001 - handed to the node, which ends the process
            self._node.get_logger().error(f"perception ends: {type(error).__name__}: {error}")
            self.failure = error

    def _step(self) -> None:
        notes, triple = self._inbox.take(_IDLE)
        for name, value in notes:
            try:
                self._take_note(name, value)
            except ValueError as error:
                self._problem(f"bad_{name}", f"{name}: {error}")
        if triple is not None:
            try:
                self._take_frame(triple)
            except BadFrameError as error:
                self._problem(f"bad_{error.kind}", str(error))
            except TransformError as error:
                if not self._inbox.closed:
                    self._problem("late_tf", str(error))
        now = self._node.get_clock().now().nanoseconds * 1e-9
        self._outputs.update(self._belief, now)
        counts = Counter({**self._belief.counters, **self._counters})
        counts["objects"] = self._belief.count_objects()
        self._outputs.diagnose(counts, self._last_problem, now)

    def _take_note(self, name: str, value: Any) -> None:
        if name == "labels":
            self._belief.set_labels(labels_from_ros(value))
        elif name == "floor_plan":
            self._belief.set_floor_plan(scene_graph_from_ros(value))
        elif name == "team":
            self._belief.hear(team_message_from_ros(value))
        elif name == "grip":
            holds, stamp = value
            self._belief.feel(holds, self._base_at(stamp))
        elif name == "own_hold":
            self._belief.hear_own_planner(value)
        elif name == "restart":
            self._restart()

    def _take_frame(self, triple: Triple) -> None:
        stamp = triple.stamp * 1e-9
        if stamp < self._last_stamp - _JUMP_BACK:
            self._restart()
        optical = triple.depth.header.frame_id or f"{self._robot}/camera_optical_frame"
        intrinsics = intrinsics_from_ros(triple.info)
        depth = depth_from_ros(triple.depth)
        instances = instances_from_ros(triple.instances)
        camera = self._wait_for_transform(optical, stamp)
        base = self._wait_for_transform(self._base_link, stamp)
        frame = Frame(
            stamp=stamp,
            depth=depth,
            instances=instances,
            intrinsics=intrinsics,
            pose=camera,
            base=planar_pose(base),
            camera_range=self._camera_range,
        )
        self._last_stamp = stamp
        self._outputs.detections(self._belief.process(frame), stamp)

    def _base_at(self, stamp: float) -> Pose | None:
        """Return where the robot stood at `stamp` (s); None where its transforms do not tell."""
        try:
            return planar_pose(self._wait_for_transform(self._base_link, stamp))
        except TransformError as error:
            if not self._inbox.closed:
                self._problem("late_tf", str(error))
            return None

    def _wait_for_transform(self, source: str, stamp: float) -> Any:
        """Return the transform of a frame into `map`, waiting a bounded time for it to arrive."""
        for _ in range(self._tf_polls):
            try:
                return self._transforms.lookup(topics.MAP_FRAME, source, stamp)
            except TransformError:
                if self._inbox.wait_closed(_TF_POLL):
                    raise
        return self._transforms.lookup(topics.MAP_FRAME, source, stamp)

    def _restart(self) -> None:
        self._counters["restarts"] += 1
        self._last_stamp = 0.0
        self._belief.reset()
        self._outputs.restart()

    def _problem(self, kind: str, text: str) -> None:
        self._counters[kind] += 1
        if text != self._last_problem:
            self._node.get_logger().warning(text, throttle_duration_sec=5.0)
        self._last_problem = text
