"""The way of one teammate that is no robot of ours to its team: a radio, as robots have it."""

from collections.abc import Callable
from typing import Any

from comm_bridge.ros.radio import RobotRadio
from teamwork.message import TeamMessage


class TeamLink(RobotRadio):
    """Say messages for `robot` and hear what it is told."""

    def __init__(self, node: Any, hear: Callable[[TeamMessage], None], robot: str) -> None:
        super().__init__(node, hear, robot=robot)
