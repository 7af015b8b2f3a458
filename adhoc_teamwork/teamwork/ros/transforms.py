# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Look up transforms: through tf2_ros where it is importable, else in a buffer of our own."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from rclpy.clock import ClockType
from rclpy.time import Time
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.teamwork.maps.transform_buffer import Transform, TransformBuffer, TransformError
from adhoc_teamwork.teamwork.ros.clock_jumps import on_set_back
from adhoc_teamwork.teamwork.ros.qos import TF, TF_STATIC

try:
    import tf2_ros
except ImportError:
    tf2_ros = None

__all__ = ["TransformError", "Transforms", "make_buffer"]


class Transforms(Protocol):
    """What `make_buffer` returns."""

    rejected: int
    """Transforms that were not usable: not finite, or a frame that is its own parent."""
    last_rejected: str
    """The last of those, in words."""

    def lookup(
        self, target_frame: str, source_frame: str, stamp_seconds: float | None = None
    ) -> NDArray[np.float64]:
        """Return the 4x4 matrix that takes points of `source_frame` into `target_frame`.

        `stamp_seconds` is of the ROS clock; None asks for the newest. Never waits.

        Raises:
            TransformError: The transform is not known, or not at that time.
        """

    def close(self) -> None:
        """End the subscriptions."""


def make_buffer(node: Any) -> Transforms:
    """Return a buffer that listens to /tf and /tf_static through `node`."""
    return Tf2Transforms(node) if tf2_ros is not None else OwnTransforms(node)


class OwnTransforms:
    """Feed a `TransformBuffer` from /tf and /tf_static; callbacks only store."""

    def __init__(self, node: Any, callback_group: Any = None, moving: bool = True) -> None:
        """Listen to /tf_static and, where `moving`, to /tf."""
        self._node, self._group = node, callback_group
        self.buffer = TransformBuffer()
        self.rejected = 0
        self.last_rejected = ""
        self._subscriptions: dict[str, Any] = {}
        self._subscribe("/tf_static", True, TF_STATIC)
        if moving:
            self.hear_moving()
        self._jumps = on_set_back(node, self.buffer.clear)

    def hear_moving(self) -> None:
        """Listen to /tf from now on."""
        if "/tf" not in self._subscriptions:
            self._subscribe("/tf", False, TF)

    def lookup(
        self, target_frame: str, source_frame: str, stamp_seconds: float | None = None
    ) -> NDArray[np.float64]:
        """Return a 4x4 matrix; see `Transforms.lookup`."""
        return self.buffer.lookup(target_frame, source_frame, stamp_seconds)

    def close(self) -> None:
        """End the subscriptions."""
        self._jumps.unregister()
        for subscription in self._subscriptions.values():
            self._node.destroy_subscription(subscription)
        self._subscriptions.clear()

    def _subscribe(self, topic: str, static: bool, profile: Any) -> None:
        def store(message: Any) -> None:
            unusable = self.buffer.take(message, static)
            self.rejected += len(unusable)
            self.last_rejected = next(iter(unusable), self.last_rejected)

        self._subscriptions[topic] = self._node.create_subscription(
            TFMessage, topic, store, profile, callback_group=self._group
        )


class Tf2Transforms:
    """Ask a tf2_ros buffer."""

    def __init__(self, node: Any) -> None:
        # tf2 refuses what is unusable by itself, and says so in the log.
        self.rejected = 0
        self.last_rejected = ""
        self._buffer = tf2_ros.Buffer(node=node)
        self._listener = tf2_ros.TransformListener(self._buffer, node, spin_thread=False)
        self._jumps = on_set_back(node, self._buffer.clear)

    def lookup(
        self, target_frame: str, source_frame: str, stamp_seconds: float | None = None
    ) -> NDArray[np.float64]:
        """Return a 4x4 matrix; see `Transforms.lookup`."""
        nanoseconds = round((stamp_seconds or 0.0) * 1e9)
        when = Time(nanoseconds=nanoseconds, clock_type=ClockType.ROS_TIME)
        try:
            found = self._buffer.lookup_transform(target_frame, source_frame, when)
        except tf2_ros.TransformException as error:
            raise TransformError(str(error)) from error
        return _transform_from_ros(found.transform).matrix()

    def close(self) -> None:
        """End the subscriptions."""
        self._jumps.unregister()
        self._listener.unregister()


def _transform_from_ros(transform: Any) -> Transform:
    translation, rotation = transform.translation, transform.rotation
    return Transform(
        (translation.x, translation.y, translation.z),
        (rotation.x, rotation.y, rotation.z, rotation.w),
    )
