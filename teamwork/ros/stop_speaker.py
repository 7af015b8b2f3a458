# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.


"""Press and release emergency stops for a person."""

import secrets
from collections.abc import Iterable
from typing import Any

from adhoc_interfaces.msg import EmergencyStop as RosEmergencyStop

from teamwork import topics
from teamwork.emergency_stop import StopCommand
from teamwork.ros import qos
from teamwork.ros.conversions.emergency_stop import stop_command_to_ros

_LONGEST_WHO = 40


class StopSpeaker:
    """Speak for one person at one place; every start is a source of its own.

    Args:
        node: Whose publisher it is.
        who: The person, for people to read.
        where: The program, for people to read.
    """

    def __init__(self, node: Any, who: str, where: str) -> None:
        self._node = node
        readable = "".join(letter for letter in who if letter.isprintable())[:_LONGEST_WHO]
        self.source = f"{readable}@{where}-{secrets.token_hex(4)}"
        self._number = 0
        self._publisher: Any = None

    def setup(self) -> None:
        """Connect."""
        self._publisher = self._node.create_publisher(
            RosEmergencyStop, topics.STOP_COMMANDS, qos.STOPS
        )

    def press(self, robot: str) -> StopCommand:
        """Stop a robot, or all where `robot` is empty."""
        self._number += 1
        word = StopCommand(self.source, robot, self._number, pressed=True)
        self._say(word)
        return word

    def release(self, presses: Iterable[StopCommand]) -> None:
        """Release presses, whoever pressed."""
        for word in presses:
            self._say(word.release(self.source))

    def _say(self, word: StopCommand) -> None:
        self._publisher.publish(stop_command_to_ros(word))
