# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What one robot says over channels of words: in sentences, together, one message after another."""

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.channel import find_channel
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.speech import Speech
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask

K = MessageKind
HOME = SubTask("Re-place", "Mug_0", "Shelf", "Bedroom")
LOOK = SubTask("Explore", "room_1")
DID_HOME = "I successfully did Re-place <Mug_0> <Shelf> <Bedroom>."


class Robot:
    """Number and say messages, and keep what goes out and what is refused."""

    def __init__(self, channel: str) -> None:
        self.refused: list[str] = []
        self.speech = Speech(find_channel(channel), "tall", self.refused.append)
        self._sequence = 0

    def say(self, kind: MessageKind, to: str = "", **parts: object) -> list[TeamMessage]:
        self._sequence += 1
        message = TeamMessage("tall", 1, self._sequence, 1.0, kind, to, **parts)  # type: ignore[arg-type]
        return list(self.speech.say(message))

    def intend(self, number: int, status: IntentStatus, subtask: SubTask) -> None:
        category = "Mug" if subtask.object_id else ""
        self.say(K.INTENT, intent=Intent(number, status, subtask, category))

    def find(self, name: str) -> None:
        mug = Detection(name, name.split("_")[0], Point(1.0, 2.0, 0.5), pickupable=True)
        self.say(K.DETECTION, detections=(mug,))

    def enter(self, room: str) -> None:
        self.say(K.STATE, state=RobotState(Pose(0.0, 0.0), room=room))

    def texts(self, now: float) -> list[str]:
        return [message.text for message in self.speech.due(now)]


def test_progress_intent_and_finds_are_said_in_one_message() -> None:
    robot = Robot("template")
    robot.intend(1, IntentStatus.ADOPTED, HOME)
    assert robot.texts(0.0) == [
        "Now I want to do Re-place <Mug_0> <Shelf> <Bedroom>, and I have not found it yet."
    ]
    robot.intend(1, IntentStatus.DONE, HOME)
    robot.find("Fork_1")
    robot.intend(2, IntentStatus.ADOPTED, LOOK)
    assert robot.texts(1.0) == [
        f"{DID_HOME} Now I want to do Explore <room_1>. I found Fork_1 at (1, 2, 0.5)."
    ]
    assert robot.texts(2.0) == []


def test_finds_wait_for_other_news_or_another_room() -> None:
    robot = Robot("template")
    robot.enter("room_1")
    robot.find("Fork_1")
    robot.enter("room_1")
    assert robot.texts(0.0) == []
    robot.enter("room_2")
    assert robot.texts(1.0) == ["I found Fork_1 at (1, 2, 0.5)."]


def test_what_was_dropped_before_it_was_said_is_not_said() -> None:
    robot = Robot("text:5")
    robot.say(K.CHAT, text="Hello.")
    assert robot.texts(0.0) == ["Hello."]
    robot.intend(1, IntentStatus.ADOPTED, HOME)
    robot.intend(1, IntentStatus.FAILED, HOME)
    assert robot.texts(5.0) == []


def test_rest_is_told_only_by_who_seems_to_be_at_something() -> None:
    robot = Robot("template")
    robot.intend(1, IntentStatus.ADOPTED, SubTask("Stop"))
    assert robot.texts(0.0) == []
    robot.intend(2, IntentStatus.ADOPTED, LOOK)
    robot.texts(1.0)
    robot.intend(2, IntentStatus.ABANDONED, LOOK)
    robot.intend(3, IntentStatus.ADOPTED, SubTask("Stop"))
    assert robot.texts(2.0) == ["Now I want to do Stop."]


def test_a_message_waits_until_the_one_before_is_paid_for() -> None:
    robot = Robot("text:3")
    for text in ("one", "two"):
        robot.say(K.CHAT, text=text)
    assert not robot.speech.is_paying(4.0)
    assert robot.texts(4.0) == ["one"]
    paying = [robot.speech.is_paying(now) for now in (4.0, 5.0, 6.0, 7.0)]
    assert paying == [True, True, True, False]
    assert robot.texts(6.0) == []
    assert robot.texts(7.0) == ["two"]
    assert (robot.speech.counts.sent, robot.speech.counts.steps) == (2, 6)


def test_a_price_by_bytes_counts_the_words() -> None:
    robot = Robot("text:4bytes")
    robot.say(K.CHAT, text="nine chr.")
    robot.texts(0.0)
    assert (robot.speech.counts.bytes, robot.speech.counts.steps) == (9, 3)


def test_free_messages_go_out_at_once_and_together() -> None:
    robot = Robot("text")
    for text in ("one", "two"):
        robot.say(K.CHAT, text=text)
    assert robot.texts(0.0) == ["one", "two"]
    assert not robot.speech.is_paying(1.0)


def test_a_clock_that_was_set_back_keeps_nobody_silent() -> None:
    robot = Robot("text:3")
    robot.say(K.CHAT, text="one")
    robot.texts(100.0)
    robot.say(K.CHAT, text="two")
    assert robot.texts(2.0) == ["two"]


def test_introductions_are_free_and_say_nothing_of_the_world() -> None:
    robot = Robot("text:3")
    state = RobotState(Pose(1.0, 2.0), held_object="Mug_0")
    (said,) = robot.say(K.JOIN, capability=Capability("tall"), state=state, text="I hold a mug.")
    assert (said.capability, said.state, said.text) == (Capability("tall"), None, "")
    assert robot.speech.counts.steps == 0


def test_what_is_refused_is_said_in_a_line_and_costs_nothing() -> None:
    robot = Robot("text:3")
    robot.say(K.CHAT, text="x" * 501)
    assert robot.texts(0.0) == []
    assert robot.refused == ["501 characters; channel text:3 carries at most 500"]
    assert (robot.speech.counts.refused, robot.speech.counts.steps) == (1, 0)


def test_no_two_messages_have_one_number_and_none_is_too_long() -> None:
    robot = Robot("template")
    robot.enter("room_1")
    for number in range(40):
        robot.find(f"Fork_{number}")
    robot.enter("room_2")
    said: list[TeamMessage] = []
    for now in range(10):
        said += robot.speech.due(float(now))
        robot.enter("room_2")
    assert len({message.sequence for message in said}) == len(said) > 1
    assert all(len(message.text) <= 500 for message in said)
    told = " ".join(message.text for message in said)
    assert all(f"Fork_{number} at" in told for number in range(40))


def test_records_go_out_as_they_are() -> None:
    robot = Robot("open")
    intent = Intent(1, IntentStatus.ADOPTED, LOOK)
    (said,) = robot.say(K.INTENT, intent=intent)
    assert said.intent is intent
    assert robot.texts(0.0) == []
