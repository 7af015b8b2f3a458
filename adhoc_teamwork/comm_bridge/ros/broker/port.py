# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The broker's ears and mouth in one ROS domain."""

import time
from collections.abc import Callable
from typing import Any

from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from adhoc_interfaces.msg import TeamReceipt

from adhoc_teamwork.comm_bridge.broker.flood_guard import PAUSE, FloodGuard
from adhoc_teamwork.comm_bridge.broker.links import LinkMeter
from adhoc_teamwork.comm_bridge.broker.relay import Relay
from adhoc_teamwork.comm_bridge.broker.validation import Drop
from adhoc_teamwork.comm_bridge.radio_link.passage import LinkEmulation, clear_air
from adhoc_teamwork.comm_bridge.ros.conversions import receipt_from_ros
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.drain import subscribe_raw
from adhoc_teamwork.teamwork.ros.qos import RECEIPTS, TEAM, TEAM_EARS, TEAM_LIVE
from adhoc_teamwork.teamwork.ros.speakers import find_topics

MAX_ROBOTS = 200
COUNTED_IN = 4
"""Looks in which the publishers of each robot that is known are counted once: it takes long, as ROS
goes through all of a team's for each."""


class Port:
    """Hear every robot of a domain, and speak to one or all of them.

    Args:
        node: Whose publishers and subscriptions they are.
        relay: Takes what is heard, on the node's executor.
        clock: Returns the broker's ROS time, s.
        air: How frames travel; see `LinkEmulation`.
        links: Measures what robots say here.
    """

    def __init__(
        self,
        node: Any,
        relay: Relay,
        clock: Callable[[], float],
        air: LinkEmulation = clear_air,
        links: LinkMeter | None = None,
    ) -> None:
        self._node = node
        self._relay = relay
        self._clock = clock
        self._air = air
        self._links = links or LinkMeter()
        self._mouths: dict[str, Any] = {}
        self._receipts_of: dict[str, Any] = {}
        self._ears: dict[str, dict[str, Any]] = {}
        self._guard = FloodGuard()
        self._looks = 0

    def setup(self) -> None:
        """Connect."""
        self._all = self._node.create_publisher(RosTeamMessage, topics.BROKER_TOLD, TEAM_LIVE)
        self._receipts = self._node.create_publisher(TeamReceipt, topics.BROKER_HEARD, RECEIPTS)

    @property
    def robots(self) -> list[str]:
        """Return the robots that were found here."""
        return list(self._mouths)

    def look(self) -> dict[str, int]:
        """Look who speaks here, listen to whoever is new.

        Returns:
            The publishers of the robots whose turn it was to be counted, and of all new ones.
        """
        counted, now = {}, time.monotonic()
        self._looks += 1
        topics_of = find_topics(self._node, topics.TEAM_OUT, topics.TEAM_PASSED_ON)
        for place, (robot, topic) in enumerate(topics_of[topics.TEAM_OUT].items()):
            if robot not in self._mouths or (place + self._looks) % COUNTED_IN == 0:
                counted[robot] = self._node.count_publishers(topic)
                if counted[robot] and robot not in self._mouths:
                    self._meet(robot)
            if robot in self._mouths and not self._guard.is_muted(robot, now):
                self._listen_to(robot, robot in topics_of[topics.TEAM_PASSED_ON])
        return counted

    def forget(self, robot: str) -> None:
        """Listen and speak to a robot no more, until it is found again."""
        self._close_ears(robot)
        self._guard.forget(robot)
        if robot in self._mouths:
            self._node.destroy_subscription(self._receipts_of.pop(robot))
            self._node.destroy_publisher(self._mouths.pop(robot))

    def tell_all(self, data: bytes) -> None:
        """Send a serialized TeamMessage to every robot here."""
        self._all.publish(data)

    def tell(self, robot: str, data: bytes) -> bool:
        """Send a serialized TeamMessage to one robot; return False where it is not here."""
        mouth = self._mouths.get(robot)
        if mouth is None:
            return False
        mouth.publish(data)
        return True

    def say(self, receipt: Any) -> None:
        """Send a TeamReceipt to every robot here."""
        self._receipts.publish(receipt)

    def _meet(self, robot: str) -> None:
        if len(self._mouths) >= MAX_ROBOTS:
            self._node.get_logger().error(
                f"ignores {robot}: {MAX_ROBOTS} robots is all a broker takes",
                throttle_duration_sec=60.0,
            )
            return
        topic = f"/{robot}/{topics.TEAM_TOLD}"
        self._mouths[robot] = self._node.create_publisher(RosTeamMessage, topic, TEAM)
        self._receipts_of[robot] = self._node.create_subscription(
            TeamReceipt,
            f"/{robot}/{topics.TEAM_HEARD}",
            lambda message: self._air(robot, lambda: self._take_receipt(robot, message)),
            RECEIPTS,
        )
        self._relay.add_member(robot)

    def _listen_to(self, robot: str, passes_on: bool) -> None:
        ears = self._ears.setdefault(robot, {})
        out, passed_on = f"/{robot}/{topics.TEAM_OUT}", f"/{robot}/{topics.TEAM_PASSED_ON}"
        if out not in ears:
            ears[out] = self._hear(robot, out, False)
        if passes_on and passed_on not in ears and self._node.count_publishers(passed_on):
            ears[passed_on] = self._hear(robot, passed_on, True)

    def _close_ears(self, robot: str) -> None:
        for subscription in self._ears.pop(robot, {}).values():
            self._node.destroy_subscription(subscription)

    def _hear(self, robot: str, topic: str, passed_on: bool) -> Any:
        def take(batch: list[bytes]) -> None:
            if self._guard.is_too_much(robot, len(batch), time.monotonic()):
                self._node.get_logger().warning(
                    f"{robot} says too much: not listened to for {PAUSE:.0f} s",
                    throttle_duration_sec=60.0,
                )
                self._close_ears(robot)
            if self._air is clear_air:
                now = time.monotonic()
                self._relay.take_all(robot, batch, now, passed_on)
                self._links.hear(robot, batch, self._clock(), now)
                return
            for data in batch:
                self._air(robot, lambda data=data: arrive(data))  # type: ignore[misc]

        def arrive(data: bytes) -> None:
            now = time.monotonic()
            self._relay.take(robot, data, now, passed_on)
            self._links.hear(robot, (data,), self._clock(), now)

        return subscribe_raw(self._node, RosTeamMessage, topic, take, TEAM_EARS)

    def _take_receipt(self, robot: str, message: Any) -> None:
        try:
            receipt = receipt_from_ros(message)
        except ValueError:
            self._relay.gate.drop(Drop.UNREADABLE, robot)
            return
        self._relay.take_receipt(robot, receipt, time.monotonic(), self._clock())
