# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""To whom the broker passes messages, which it refuses, and what it is still owed."""

import math
from collections import Counter

import pytest
from frames import chat, decode, encode, frame, join
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.broker.log_writer import LogWriter
from adhoc_teamwork.comm_bridge.broker.relay import Relay
from adhoc_teamwork.comm_bridge.broker.validation import Drop, find_fault
from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame, Identity
from adhoc_teamwork.comm_bridge.radio_link.receipt import Heard, Receipt
from adhoc_teamwork.comm_bridge.rules import KindRule, KindRules, KindTable
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.channel import ASKED, OPEN, PAPER, TEMPLATE, TEXT, TeamChannel
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState

ROBOTS = ("arm", "small", "tall")


class Desk:
    """Stand for what a relay writes to: keep who was sent what."""

    def __init__(
        self, *robots: str, rules: KindRules | None = None, channel: TeamChannel = OPEN
    ) -> None:
        self.relay = Relay(self, decode, rules, channel=channel)
        self.digest = LogWriter(decode, self.relay.rules, channel=channel)
        self.sent: list[tuple[str, Identity]] = []
        self.remembered: list[tuple[str, str]] = []
        for robot in robots:
            self.relay.add_member(robot)

    def tell_all(self, frame: Frame) -> None:
        identity, sender = frame.head.identity, frame.head.sender
        self.sent += [(robot, identity) for robot in self.relay.members if robot != sender]

    def tell(self, robot: str, frame: Frame) -> None:
        if frame.head.remembered:
            self.remembered.append((robot, frame.head.sender))
        else:
            self.sent.append((robot, frame.head.identity))

    def take(self, owner: str, message: TeamMessage, now: float = 0.0) -> None:
        self.relay.take(owner, encode(message), now)

    def receipt(self, robot: str, number: int, *ranges: tuple[int, int], now: float = 0.0) -> None:
        heard = (Heard(("tall", 1), ranges),) if ranges else ()
        self.relay.take_receipt(robot, Receipt(robot, 1, number, now, heard), now, now)

    def pass_time(self, now: float) -> None:
        items = list(self.relay.handed)
        self.relay.handed.clear()
        outcome = self.digest.process(items)
        self.relay.commit(outcome.committed, now)
        for robot, messages in outcome.told:
            self.relay.tell_later(robot, [frame(message) for message in messages])
        self.relay.tick(now)


def test_a_message_goes_to_everyone_but_its_sender() -> None:
    desk = Desk(*ROBOTS)
    desk.take("tall", chat("tall", 1))
    assert set(desk.sent) == {("arm", ("tall", 1, 1)), ("small", ("tall", 1, 1))}
    assert (desk.relay.counts.relayed, desk.relay.counts.deliveries) == (1, 2)


def test_an_addressed_message_goes_to_its_recipient_only() -> None:
    desk = Desk(*ROBOTS)
    desk.take("tall", chat("tall", 1, recipient="arm"))
    assert desk.sent == [("arm", ("tall", 1, 1))]


def test_what_the_channel_does_not_carry_is_dropped_and_not_waited_for() -> None:
    desk = Desk(*ROBOTS, channel=ASKED)
    desk.take("tall", join("tall", 1))
    desk.take("tall", chat("tall", 2))
    assert desk.sent == []
    assert desk.relay.dropped == Counter({Drop.OFF_CHANNEL: 2})
    receipt = desk.relay.receipt(1.0, 1.0)
    assert receipt is not None
    assert [(h.stream, h.ranges) for h in receipt.heard] == [(("tall", 1), ((1, 2),))]


@pytest.mark.parametrize(
    ("channel", "text", "passes"),
    [
        (TEXT, "x" * 500, True),
        (TEXT, "x" * 501, False),
        (TEMPLATE, "I successfully did Explore <room_1>.", True),
        (TEMPLATE, "I am in room_1.", False),
    ],
)
def test_words_that_the_channel_refuses_are_dropped_by_the_broker_too(
    channel: TeamChannel, text: str, passes: bool
) -> None:
    desk = Desk(*ROBOTS, channel=channel)
    desk.take("tall", TeamMessage("tall", 1, 1, 1.0, MessageKind.CHAT, text=text))
    assert bool(desk.sent) is passes
    assert desk.relay.dropped == ({} if passes else {Drop.OFF_CHANNEL: 1})


def test_nobody_has_words_of_another_dropped_for_good() -> None:
    desk = Desk(*ROBOTS, channel=PAPER)
    desk.take("arm", chat("tall", 1))
    desk.take("tall", join("tall", 1))
    assert {robot for robot, _ in desk.sent} == {"arm", "small"}


def test_where_no_history_is_told_a_joiner_is_told_its_own_words_alone() -> None:
    for channel, told in ((OPEN, {"tall"}), (PAPER, set())):
        desk = Desk("tall", channel=channel)
        desk.take("tall", join("tall", 1))
        desk.receipt("small", 1, now=1.0)
        desk.pass_time(1.1)
        assert {sender for robot, sender in desk.remembered if robot == "small"} == told
        remembered = desk.digest.remembered_for("small")
        assert {message.sender for message in remembered} == told


def test_a_message_to_nobody_is_counted_and_waits_for_whom_it_is_for() -> None:
    desk = Desk("tall")
    desk.take("tall", chat("tall", 1, recipient="ghost"))
    assert desk.sent == []
    assert desk.relay.dropped == Counter({Drop.NO_RECIPIENT: 1})
    desk.receipt("ghost", 1, now=5.0)
    desk.pass_time(5.1)
    assert desk.sent == [("ghost", ("tall", 1, 1))]


def test_a_joiner_is_told_what_was_said_before() -> None:
    desk = Desk("tall")
    desk.take("tall", join("tall"))
    desk.pass_time(0.1)
    desk.take("small", join("small"))
    desk.pass_time(0.2)
    desk.pass_time(0.3)
    assert desk.remembered == [("small", "tall")]
    assert desk.relay.counts.remembered == 1


def test_a_robot_that_is_found_after_others_spoke_is_told_before_it_says_a_word() -> None:
    desk = Desk("tall")
    desk.take("tall", join("tall"))
    desk.pass_time(0.1)
    assert desk.relay.add_member("arm")
    assert not desk.relay.add_member("arm")
    desk.pass_time(0.2)
    assert desk.remembered == [("arm", "tall")]


def test_a_robot_that_started_anew_is_told_again_and_owed_nothing_of_before() -> None:
    desk = Desk("tall", "small")
    desk.take("tall", join("tall"))
    desk.take("small", join("small", session=1))
    desk.pass_time(0.1)
    desk.remembered.clear()
    desk.take("small", join("small", session=2), now=0.2)
    desk.pass_time(0.3)
    assert desk.remembered == [("small", "tall")]
    assert len(desk.relay.listeners["small"].pending) == 0


def test_what_is_not_receipted_is_sent_again_until_it_is() -> None:
    desk = Desk("tall", "arm")
    desk.receipt("arm", 1)
    desk.take("tall", chat("tall", 1), now=0.1)
    assert len(desk.sent) == 1
    desk.pass_time(0.6)
    assert len(desk.sent) == 1
    desk.receipt("arm", 2, now=1.0)
    desk.pass_time(1.2)
    assert desk.sent == [("arm", ("tall", 1, 1))] * 2
    desk.receipt("arm", 3, (1, 1), now=1.5)
    for now in (3.0, 4.0, 5.0):
        desk.receipt("arm", int(now) + 1, now=now)
        desk.pass_time(now)
    assert len(desk.sent) == 2
    assert len(desk.relay.listeners["arm"].pending) == 0


def test_a_hole_in_what_is_receipted_is_filled_at_once() -> None:
    desk = Desk("tall", "arm")
    desk.receipt("arm", 1)
    for sequence in (1, 2, 3):
        desk.take("tall", chat("tall", sequence), now=0.1)
    desk.receipt("arm", 2, (1, 1), (3, 3), now=0.55)
    desk.sent.clear()
    desk.pass_time(0.6)
    assert desk.sent == [("arm", ("tall", 1, 2))]


def test_only_what_is_on_disk_is_receipted() -> None:
    desk = Desk("tall", "arm")
    desk.take("tall", chat("tall", 1))
    told = desk.relay.receipt(0.2, 0.0)
    assert told is not None
    assert told.heard == ()
    desk.pass_time(0.3)
    told = desk.relay.receipt(0.5, 0.0)
    assert told is not None
    assert told.heard == (Heard(("tall", 1), ((1, 1),)),)


def test_a_robot_that_floods_is_cut_off_and_nobody_else() -> None:
    desk = Desk(*ROBOTS, rules=KindRules(KindTable(chat=KindRule(rate=10.0, burst=5))))
    for sequence in range(1, 101):
        desk.take("tall", chat("tall", sequence))
    desk.take("small", chat("small", 1))
    assert desk.relay.dropped == Counter({Drop.FLOOD: 95})
    assert sum(identity[0] == "tall" for _, identity in desk.sent) == 5 * 2
    assert sum(identity[0] == "small" for _, identity in desk.sent) == 2
    # What was refused may be said again later.
    desk.take("tall", chat("tall", 100), now=1.0)
    assert ("arm", ("tall", 1, 100)) in desk.sent


def test_the_urgent_goes_before_what_came_with_it() -> None:
    desk = Desk(*ROBOTS)
    leave = TeamMessage("tall", 1, 3, 1.0, MessageKind.LEAVE)
    batch = [chat("tall", 1), chat("tall", 2), leave]
    desk.relay.take_all("tall", [encode(message) for message in batch], 0.0)
    assert [i[2] for robot, i in desk.sent if robot == "arm"] == [3, 1, 2]


def test_what_a_robot_passes_on_is_believed_only_of_whom_nobody_hears() -> None:
    desk = Desk(*ROBOTS)
    desk.relay.presence.hear("tall", 0.0, by_radio=True)
    desk.relay.take("small", encode(chat("tall", 7)), 1.0, passed_on=True)
    assert desk.sent == []
    assert desk.relay.dropped[Drop.NOT_NEEDED] == 1
    desk.relay.take("small", encode(chat("tall", 7)), 60.0, passed_on=True)
    assert {robot for robot, _ in desk.sent} == {"arm", "small"}


def test_a_robot_that_has_been_gone_for_long_is_a_stranger_again() -> None:
    desk = Desk(*ROBOTS)
    for robot in ROBOTS:
        desk.receipt(robot, 1)
    desk.receipt("arm", 2, now=800.0)
    desk.receipt("small", 2, now=800.0)
    desk.take("small", join("small"), now=800.0)
    desk.pass_time(800.1)
    assert desk.relay.forget_absent(901.0) == ["tall"]
    assert [member.name for member in desk.relay.roll(901.0)] == ["arm", "small"]
    desk.receipt("tall", 3, now=902.0)
    desk.pass_time(902.1)
    assert desk.remembered[-1] == ("tall", "small")


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        (chat("", 1), Drop.NO_SENDER),
        (chat("small", 1), Drop.WRONG_SENDER),
        (TeamMessage("tall", 1, 1, 0.0, MessageKind.STATE), Drop.MISSING_PART),
        (TeamMessage("tall", 1, 1, 0.0, MessageKind.INTENT), Drop.MISSING_PART),
        (TeamMessage("tall", 1, 1, 0.0, MessageKind.JOIN), Drop.MISSING_PART),
        (TeamMessage("tall", 1, 1, 0.0, MessageKind.DETECTION), Drop.MISSING_PART),
        (
            TeamMessage("tall", 1, 1, 0.0, MessageKind.CHAT, remembered=True, text="x"),
            Drop.SAYS_REMEMBERED,
        ),
        (
            TeamMessage(
                "tall", 1, 1, 0.0, MessageKind.DETECTION,
                detections=(Detection("a", "A", Point(math.nan, 0.0)),),
            ),
            Drop.BAD_NUMBER,
        ),
        (
            TeamMessage(
                "tall", 1, 1, 0.0, MessageKind.STATE, state=RobotState(Pose(math.inf, 0.0))
            ),
            Drop.BAD_NUMBER,
        ),
        (TeamMessage("tall", 1, 1, 0.0, MessageKind.LEAVE), None),
    ],
)  # fmt: skip
def test_malformed_messages_are_named_and_never_remembered(
    message: TeamMessage, fault: Drop | None
) -> None:
    assert find_fault("tall", message) is fault
    desk = Desk(*ROBOTS)
    desk.take("tall", message)
    items = list(desk.relay.handed)
    outcome = desk.digest.process(items)
    found = desk.relay.dropped + Counter(drop for _, drop in outcome.faults)
    assert found == (Counter({fault: 1}) if fault else Counter())
    assert bool(desk.digest.remembered_for("late")) is (fault is None)


def test_oversized_messages_are_dropped() -> None:
    desk = Desk(*ROBOTS, rules=KindRules(KindTable(chat=KindRule(size=300))))
    desk.take("tall", TeamMessage("tall", 1, 1, 0.0, MessageKind.CHAT, text="x" * 1000))
    assert desk.relay.dropped == Counter({Drop.OVERSIZED: 1})
    assert desk.sent == []


@given(
    st.lists(
        st.tuples(st.sampled_from(ROBOTS), st.integers(1, 6), st.sampled_from(("", *ROBOTS))),
        max_size=40,
    )
)
def test_each_message_arrives_once_at_each_it_is_for(said) -> None:
    desk = Desk(*ROBOTS)
    expected: set[tuple[str, Identity]] = set()
    first: dict[tuple[str, int], str] = {}
    for sender, sequence, recipient in said:
        if recipient == sender:
            continue
        message = chat(sender, sequence, recipient)
        desk.take(sender, message)
        # The first message under an identity is the message; later ones are copies of it.
        meant = first.setdefault((sender, sequence), recipient)
        receivers = [meant] if meant else ROBOTS
        expected |= {(robot, message.identity) for robot in receivers if robot != sender}
    assert set(desk.sent) == expected
    assert len(desk.sent) == len(expected)
