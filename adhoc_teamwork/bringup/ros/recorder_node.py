# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The recorder node: a bag of a team that runs already, without an observer (executable)."""

import sys
from pathlib import Path
from typing import Any

from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from adhoc_teamwork.bringup.ros.bag_subscriptions import BagSubscriptions
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.settings.config import ConfigError

TICK = 0.2


class RecorderNode(Node):
    """Record the topics of the team and of the robots that are named, until told to end."""

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("recording", **arguments)
        self.declare_parameter("run_dir", "")
        self.declare_parameter("robots", "")
        self.declare_parameter("record_images", False)
        self._bag: BagSubscriptions | None = None

    def setup(self) -> None:
        """Open the bag and listen.

        Raises:
            ConfigError: A parameter is missing, or the folder cannot be written.
        """
        folder, robots = (str(self.get_parameter(n).value) for n in ("run_dir", "robots"))
        names = [name.strip() for name in robots.split(",") if name.strip()]
        if not folder or not names:
            missing = "robots: expected names" if folder else "run_dir: expected a folder"
            raise ConfigError(f"recorder: {missing}, got ''")
        images = bool(self.get_parameter("record_images").value)
        bag = BagSubscriptions(self.context, Path(folder), images)
        bag.setup()
        for name in names:
            bag.add_robot(name)
        self._bag = bag
        self.create_timer(TICK, self._take, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def shutdown(self) -> None:
        """Write what waits and close the bag."""
        if self._bag is not None:
            self._bag.shutdown(self._now())
        self._bag = None

    def _take(self) -> None:
        if self._bag is not None:
            self._bag.take(self._now())

    def _now(self) -> float:
        return seconds_now(self)


def main() -> int:
    """Record until told to end."""
    return run_node(RecorderNode, quick=True)


if __name__ == "__main__":
    sys.exit(main())
