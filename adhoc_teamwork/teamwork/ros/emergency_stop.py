# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hear the emergency stop for one robot, tell what the robot does about it, and keep it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adhoc_interfaces.msg import EmergencyStop as RosEmergencyStop
from adhoc_interfaces.msg import StopState
from rclpy.clock import Clock, ClockType
from std_msgs.msg import Bool

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.emergency_stop import (
    stop_command_from_ros,
    stop_command_to_ros,
)
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import stop_record
from adhoc_teamwork.teamwork.team.emergency_stop import (
    LOST_RECORD,
    SETTLING,
    EmergencyStop,
    StopCommand,
    StopRecord,
)

PERIOD = 0.1
"""Wall seconds between two looks at whether the robot stands still."""
HEARTBEAT = 0.5
"""Wall seconds after which a state is told again though it is the same."""
_NOBODY = b""
"""The owner of a press that came from one of several publishers."""


class StopRelay:
    """Feed one robot's `EmergencyStop` from ROS, and tell the robot's state about it.

    Words come as adhoc_interfaces/EmergencyStop, each source's apart. A std_msgs/Bool on
    `/emergency_stop` or `emergency_stop`, latched or not, presses as well; since such a message
    does not say who sent it, false releases only where the topic has one publisher and that one
    pressed. Teammates' states tell of presses that were missed; they release nothing. Callbacks
    only set values; the record is written by a timer.

    Args:
        node: Whose subscriptions they are.
        stop: What is fed.
        part: Which part of the robot this is, as StopState.msg has it.
        moving: Returns what is not at rest or cannot be measured, empty where all stands still.
        records: The folder of records, None for the usual one.
        settling: Seconds of listening before silence counts as released.
        on_change: Called when a word was new, on the executor's thread.
        group: The callback group.
    """

    def __init__(
        self,
        node: Any,
        stop: EmergencyStop,
        part: str,
        moving: Callable[[], str],
        records: Path | None = None,
        settling: float = SETTLING,
        on_change: Callable[[], None] = lambda: None,
        group: Any = None,
    ) -> None:
        self.stop = stop
        self._node, self._part, self._moving, self._group = node, part, moving, group
        self._settling, self._on_change = settling, on_change
        self._record = StopRecord(stop_record(records, stop.robot, part))
        self._kept: tuple[StopCommand, ...] = ()
        self._owners: dict[str, bytes] = {}
        self._states: Any = None
        self._told: tuple[bool, bool, str, tuple[StopCommand, ...]] | None = None
        self._told_at = 0.0

    def setup(self) -> None:
        """Take up what was kept, and listen."""
        self._restore()
        self.stop.listen(self._settling)
        self._subscribe(RosEmergencyStop, topics.STOP_COMMANDS, self._on_command, qos.STOPS)
        self._subscribe(StopState, topics.STOP_STATES, self._on_state, qos.STOPS)
        own = f"/{self.stop.robot}/{topics.EMERGENCY_STOP}"
        for topic in (f"/{topics.EMERGENCY_STOP}", own):
            for profile in (qos.LATCHED, qos.RELIABLE):
                self._subscribe(Bool, topic, self._switch(topic), profile)
        self._states = self._node.create_publisher(StopState, topics.STOP_STATES, qos.LATCHED)
        wall = Clock(clock_type=ClockType.STEADY_TIME)
        self._node.create_timer(PERIOD, self.tell, callback_group=self._group, clock=wall)

    def tell(self) -> None:
        """Keep what is new, and tell the state where it is new or was told long ago."""
        self._keep()
        stop, now = self.stop, time.monotonic()
        state = (stop.known, stop.stopped, self._moving(), stop.pressed)
        if state == self._told and now - self._told_at < HEARTBEAT:
            return
        self._told, self._told_at = state, now
        known, stopped, moving, pressed = state
        self._states.publish(
            StopState(
                stamp=self._node.get_clock().now().to_msg(),
                robot=stop.robot,
                part=self._part,
                known=known,
                stopped=stopped,
                standing=not moving,
                moving=text_to_ros(moving),
                presses=[stop_command_to_ros(word) for word in pressed],
            )
        )

    def _restore(self) -> None:
        try:
            self._kept = self._record.read()
            self.stop.take(self._kept)
        except ConfigError as error:
            self._node.get_logger().error(
                f"{error}: whether the emergency stop was pressed is not known, so it counts as "
                "pressed"
            )
            self.stop.press(LOST_RECORD)

    def _keep(self) -> None:
        words = self.stop.words
        if words == self._kept:
            return
        try:
            self._record.write(words)
        except OSError as error:
            self._node.get_logger().error(
                f"{self._record.path}: {error.strerror or error}; a restart would not know of the "
                "emergency stop",
                throttle_duration_sec=10.0,
            )
            return
        self._kept = words

    # Callbacks

    def _on_command(self, message: Any) -> None:
        self._take(stop_command_from_ros(message))

    def _on_state(self, message: Any) -> None:
        own = message.robot == self.stop.robot
        if own and message.part == self._part:
            return
        self._take(*(stop_command_from_ros(word) for word in message.presses if word.pressed))
        if own and message.known and not self.stop.known:
            self.stop.become_known()
            self._on_change()

    def _switch(self, topic: str) -> Callable[[Any], None]:
        def take(message: Any) -> None:
            known = next((w for w in self.stop.pressed if w.source == topic), None)
            if known is None and not message.data:
                return
            publishers = self._node.get_publishers_info_by_topic(topic)
            sender = bytes(publishers[0].endpoint_gid) if len(publishers) == 1 else None
            if message.data:
                self._press(topic, sender, known)
            elif known is not None and sender is not None and sender == self._owners.get(topic):
                self._take(known.release(topic))

        return take

    def _press(self, topic: str, sender: bytes | None, known: StopCommand | None) -> None:
        """Press for a switch; pressed by a second one, it is neither's to release."""
        if known is None:
            self.stop.press(topic)
            self._on_change()
        if sender is None or (known is not None and self._owners.get(topic) not in (None, sender)):
            self._owners[topic] = _NOBODY
        elif known is None or topic not in self._owners:
            self._owners[topic] = sender

    def _take(self, *words: StopCommand) -> None:
        if self.stop.take(words):
            self._on_change()

    def _subscribe(self, kind: Any, topic: str, callback: Callable[[Any], None], qos_: Any) -> None:
        self._node.create_subscription(kind, topic, callback, qos_, callback_group=self._group)
