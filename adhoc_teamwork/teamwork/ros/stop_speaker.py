# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Press and release emergency stops for a person."""

import secrets
import time
from collections.abc import Iterable
from typing import Any

from adhoc_interfaces.msg import EmergencyStop as RosEmergencyStop

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.emergency_stop import stop_command_to_ros
from adhoc_teamwork.teamwork.team.emergency_stop import StopCommand
from adhoc_teamwork.teamwork.team.stop_states import RobotStop, presses_of

AGAIN = 0.5
"""Wall seconds after which what is not obeyed is said again."""
_LONGEST_WHO = 40


class StopSpeaker:
    """Speak for one person at one place; every press is a source of its own.

    So nobody can have said anything in its name before, which would count for more.

    Args:
        node: Whose publisher it is.
        who: The person, for people to read.
        where: The program, for people to read.
    """

    def __init__(self, node: Any, who: str, where: str) -> None:
        self._node = node
        readable = "".join(letter for letter in who if letter.isprintable())[:_LONGEST_WHO]
        self._name = f"{readable}@{where}"
        self._publisher: Any = None

    def setup(self) -> None:
        """Connect."""
        self._publisher = self._node.create_publisher(
            RosEmergencyStop, topics.STOP_COMMANDS, qos.STOPS
        )

    def press(self, robot: str) -> StopCommand:
        """Stop a robot, or all where `robot` is empty."""
        source = f"{self._name}-{secrets.token_hex(4)}"
        word = StopCommand(source, robot, 1, pressed=True)
        self.say(word)
        return word

    def release(self, presses: Iterable[StopCommand]) -> None:
        """Release presses, whoever pressed."""
        for word in presses:
            self.say(word.release(self._name))

    def say(self, word: StopCommand) -> None:
        """Say a word, for the first time or again."""
        self._publisher.publish(stop_command_to_ros(word))


class StopRequest:
    """Press or release a stop, and say so again until it is obeyed: any one word may be lost.

    A release is of all presses that stop whom it is about, whoever pressed.

    Args:
        speaker: Who says it.
        whose: The robot, empty for all.
        pressed: Whether to press or to release.
    """

    def __init__(self, speaker: StopSpeaker, whose: str, pressed: bool) -> None:
        self._speaker, self._whose = speaker, whose
        self._press = speaker.press(whose) if pressed else None
        self._said = {} if self._press is None else {self._press: time.monotonic()}

    def look(self, states: Iterable[RobotStop]) -> str:
        """Say again what is not obeyed in a team's states; return who does not obey, and why."""
        states = tuple(states)
        held = presses_of(states, self._whose)
        why = self._not_released(held) if self._press is None else self._not_standing(states)
        if why:
            self._repeat(held if self._press is None else (self._press,))
        return why

    def _repeat(self, presses: Iterable[StopCommand]) -> None:
        now = time.monotonic()
        for press in presses:
            if press in self._said and now - self._said[press] < AGAIN:
                continue
            self._said[press] = now
            if press is self._press:
                self._speaker.say(press)
            else:
                self._speaker.release([press])

    def _not_released(self, held: Iterable[StopCommand]) -> str:
        by = ", ".join(word.source for word in held)
        return f"still pressed by {by}" if by else ""

    def _not_standing(self, states: Iterable[RobotStop]) -> str:
        meant = [state for state in states if self._whose in ("", state.robot)]
        if not meant:
            return "no robot answers"
        return "; ".join(f"{state.robot}: {state.text}" for state in meant if not state.stands)
