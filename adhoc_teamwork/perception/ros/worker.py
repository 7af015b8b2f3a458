# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The thread that does the seeing: takes from the inbox, believes, publishes."""

from typing import Any

from adhoc_teamwork.perception.frames.camera import BadFrameError, Frame
from adhoc_teamwork.perception.frames.crops import Cutter
from adhoc_teamwork.perception.frames.timeline import AHEAD, Timeline
from adhoc_teamwork.perception.mask_sources import MaskSource
from adhoc_teamwork.perception.messages import (
    color_from_ros,
    depth_from_ros,
    intrinsics_from_ros,
    labels_from_ros,
)
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.perception.problems import Problems
from adhoc_teamwork.perception.ros.diagnostics import Diagnostics
from adhoc_teamwork.perception.ros.inbox import Inbox, Triple
from adhoc_teamwork.perception.ros.outputs import Outputs
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.maps.height_cloud import height_map_from_ros
from adhoc_teamwork.teamwork.maps.transform_buffer import planar_pose
from adhoc_teamwork.teamwork.ros.conversions.scene import scene_graph_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now, time_from_ros
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_ros
from adhoc_teamwork.teamwork.ros.transforms import TransformError, Transforms
from adhoc_teamwork.teamwork.ros.worked_off import WorkedOff

_IDLE = 0.1
_TF_POLL = 0.02


class Worker:
    """Own the belief; `failure` holds what ended the thread, if anything did."""

    def __init__(
        self,
        node: Any,
        robot: str,
        belief: Perception,
        transforms: Transforms,
        inbox: Inbox,
        masks: MaskSource,
        outputs: Outputs,
        camera_range: float,
        diagnostics: Diagnostics,
        problems: Problems,
        tf_wait: float,
        worked_off: WorkedOff,
        cutter: Cutter | None = None,
    ) -> None:
        self._node = node
        self._robot = robot
        self._base_link = topics.frame(robot, "base_link")
        self._belief = belief
        self._transforms = transforms
        self._inbox = inbox
        self._masks = masks
        self._outputs = outputs
        self._camera_range = camera_range
        self._set_tf_wait(tf_wait)
        self._diagnostics = diagnostics
        self._problems = problems
        self._worked_off = worked_off
        self._cutter = cutter
        self._longest_wait = 0.0
        self._timeline = Timeline()
        self._refused = self._rejected = 0
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
        self._inbox.wait(_IDLE)
        # Before it is looked what there is: all that came before this time is worked off below.
        began = self._now()
        notes, triple = self._inbox.take()
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
        self._count_rejected_transforms()
        now = self._now()
        self._outputs.update(self._belief, now)
        counts = {**self._belief.counters, **self._masks.counts()}
        counts["objects"] = self._belief.count_objects()
        counts["longest_wait_ms"] = round(1000.0 * self._longest_wait)
        self._diagnostics.update(counts, self._problems, now)
        if not self._inbox.has_frames:
            self._worked_off.tell(began)

    def _now(self) -> float:
        return seconds_now(self._node)

    def _take_note(self, name: str, value: Any) -> None:
        if name == "labels":
            self._belief.set_labels(labels_from_ros(value), time_from_ros(value.header.stamp))
        elif name == "label_info":
            self._masks.take_names(value)
        elif name == "floor_plan":
            self._belief.set_floor_plan(scene_graph_from_ros(value))
        elif name == "ground":
            self._belief.set_ground(height_map_from_ros(value))
        elif name == "team":
            self._hear(value)
        elif name == "grip":
            holds, stamp = value
            self._belief.feel(holds, self._base_at(stamp))
        elif name == "own_hold":
            held, stamp = value
            self._belief.hear_own_planner(held)
            if self._cutter is not None and not self._belief.hand_feels:
                self._cutter.hear_hold(held, self._belief.box(held), stamp)
        elif name == "restart":
            self._restart()
        elif name == "parameters":
            self._outputs.set_rates(value["graph_rate"], value["map_rate"])
            self._set_tf_wait(value["tf_wait"])
            self._masks.set_least_score(value["least_score"])

    def _hear(self, message: Any) -> None:
        """Take in a teammate's message.

        Raises:
            ValueError: It cannot be used, or comes from the future.
        """
        said = team_message_from_ros(message)
        now = self._now()
        if now > 0.0 and not said.stamp <= now + AHEAD:
            raise ValueError(
                f"{said.sender} sends from {said.stamp - now:.1f} s ahead of the clock"
            )
        self._belief.hear(said)
        refused, text = self._belief.refused_reports
        if refused > self._refused:
            self._problem("bad_report", text, refused - self._refused)
        self._refused = refused

    def _take_frame(self, triple: Triple) -> None:
        stamp = triple.stamp * 1e-9
        if self._timeline.check(stamp, self._now()):
            self._restart()
        optical = triple.depth.header.frame_id or f"{self._robot}/camera_optical_frame"
        intrinsics = intrinsics_from_ros(triple.info)
        depth = depth_from_ros(triple.depth)
        instances = self._masks.instances(triple.instances, depth, intrinsics, optical)
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
        self._belief.set_labels(self._masks.labels(), stamp)
        detections = self._belief.process(frame)
        self._timeline.take(stamp)
        self._outputs.detections(detections, stamp)
        self._cut(frame, triple, optical)
        self._longest_wait = max(self._longest_wait, self._now() - stamp)

    def _cut(self, frame: Frame, triple: Triple, optical: str) -> None:
        """Tell what of a picture a model may be shown.

        Raises:
            BadFrameError: The colour image cannot be used.
        """
        colour = triple.colour() if self._cutter is not None else None
        if self._cutter is None or colour is None:
            return
        crops = self._cutter.cut(frame, color_from_ros(colour), self._belief.small_shown)
        self._outputs.crops(crops, optical)

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

    def _set_tf_wait(self, seconds: float) -> None:
        self._tf_polls = max(1, round(seconds / _TF_POLL))

    def _count_rejected_transforms(self) -> None:
        rejected = self._transforms.rejected
        if rejected > self._rejected:
            text = self._transforms.last_rejected
            self._problem("bad_tf", text, rejected - self._rejected)
        self._rejected = rejected

    def _restart(self) -> None:
        self._problems.count("restarts")
        self._timeline.restart()
        self._refused = 0
        self._longest_wait = 0.0
        self._belief.reset()
        if self._cutter is not None:
            self._cutter.restart()
        self._outputs.restart()

    def _problem(self, kind: str, text: str, times: int = 1) -> None:
        self._problems.note(kind, text, times)
        self._node.get_logger().warning(text, throttle_duration_sec=5.0)
