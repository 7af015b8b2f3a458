# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Publish how frames travel over simulated radios, for whoever takes its radio for simulated."""

from collections.abc import Mapping
from typing import Any

from adhoc_interfaces import msg as ros
from rclpy.node import Node

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.radio_links import RadioLink, RadioLinks
from adhoc_teamwork.simulation.world import WorldRobot
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.qos import LATCHED
from adhoc_teamwork.teamwork.settings.radio_setting import BROKER_NAME, RadioSetting

PERIOD = 0.2
"""Seconds of simulated time between two looks at who hears whom."""


class RadioAir:
    """Tell on `/radio_links` who hears whom, each time that this changes.

    Args:
        node: Publishes.
        setting: How radios are.
        house: Its walls may block radio.
        speed: Simulated seconds per second: what travels is delayed in the latter.
    """

    def __init__(self, node: Node, setting: RadioSetting, house: House, speed: float) -> None:
        self._links = RadioLinks(setting, house.walls)
        self._speed = speed
        self._publisher = node.create_publisher(ros.RadioLinks, topics.RADIO_LINKS, LATCHED)
        self._told: dict[tuple[str, str], RadioLink] = {}
        self._due = 0.0

    def publish(self, robots: list[WorldRobot], now: float) -> None:
        """Publish the links between present robots and the broker where they have changed."""
        if now < self._due:
            return
        self._due = now + PERIOD
        links = self._links.at({r.name: (r.pose.x, r.pose.y) for r in robots}, now)
        if links != self._told:
            self._told = links
            self._publisher.publish(radio_links_to_ros(links, now, self._speed))


def radio_links_to_ros(links: Mapping[tuple[str, str], RadioLink], now: float, speed: float) -> Any:
    """Return an adhoc_interfaces/RadioLinks; delays become seconds of wall time."""
    message = ros.RadioLinks(stamp=time_to_ros(now))
    message.links = [
        ros.RadioLink(
            sender="" if sender == BROKER_NAME else sender,
            receiver="" if receiver == BROKER_NAME else receiver,
            reachable=link.reachable,
            loss=link.loss,
            delay=link.delay / speed,
            jitter=link.jitter / speed,
        )
        for (sender, receiver), link in links.items()
    ]
    return message
