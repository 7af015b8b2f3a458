# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a node beside another simulator is told: the house that stands there, and the robots."""

from rcl_interfaces.msg import ParameterDescriptor
from rclpy.node import Node

from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot, load_gazebo_robot
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.tasks.scenario import card_file, find_file
from adhoc_teamwork.teamwork.bodies.robot_list import named_cards
from adhoc_teamwork.teamwork.settings.places import config_dir


class HouseParameters:
    """Declare the parameters `house` and `robots` of a node, described in words, and read them."""

    def __init__(self, node: Node, house: str, robots: str) -> None:
        self._node = node
        for name, what in (("house", house), ("robots", robots)):
            node.declare_parameter(name, "", ParameterDescriptor(description=what, read_only=True))

    @property
    def house_name(self) -> str:
        """Return the house as it was given; empty where none was."""
        return str(self._node.get_parameter("house").value)

    def house(self) -> House:
        """Return the house.

        Raises:
            ConfigError: There is none of that name, or it is no house.
        """
        folder = config_dir() / "houses"
        return load_house(find_file(self.house_name, folder, (".json",), "house"))

    def robots(self) -> tuple[GazeboRobot, ...]:
        """Return the robots, in the order in which they were given.

        Raises:
            ConfigError: The text has another form, or a card or its URDF is wrong.
        """
        pairs = named_cards(str(self._node.get_parameter("robots").value))
        return tuple(
            load_gazebo_robot(robot, number, card_file(card, config_dir()))
            for number, (robot, card) in enumerate(pairs)
        )
