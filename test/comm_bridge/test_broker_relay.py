"""To whom the broker passes messages, and which it refuses."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comm_bridge.relay import Relay
from comm_bridge.validation import Drop, find_fault
from teamwork.capability import Capability
from teamwork.geometry import Point, Pose
from teamwork.message import MessageKind, TeamMessage
from teamwork.robot_state import RobotState
from teamwork.scene import Detection

ROBOTS = ("arm", "small", "tall")


def chat(sender: str, sequence: int, recipient: str = "", stamp: float = 10.0) -> TeamMessage:
    return TeamMessage(sender, 1, sequence, stamp, MessageKind.CHAT, recipient, text="hello")


def join(sender: str, session: int = 1, stamp: float = 10.0) -> TeamMessage:
    return TeamMessage(sender, session, 1, stamp, MessageKind.JOIN, capability=Capability(sender))


def relay_of(*robots: str, started_at: float = 0.0) -> Relay:
    relay = Relay(started_at)
    for robot in robots:
        relay.add_member(robot)
    return relay


def test_a_message_goes_to_everyone_but_its_sender() -> None:
    relay = relay_of(*ROBOTS)
    message = chat("tall", 1)
    assert {(d.robot, d.message) for d in relay.handle("tall", message)} == {
        ("arm", message),
        ("small", message),
    }
    assert (relay.counts.relayed, relay.counts.deliveries) == (1, 2)


def test_an_addressed_message_goes_to_its_recipient_only() -> None:
    deliveries = relay_of(*ROBOTS).handle("tall", chat("tall", 1, recipient="arm"))
    assert [d.robot for d in deliveries] == ["arm"]


def test_a_message_to_nobody_is_counted() -> None:
    relay = relay_of(*ROBOTS)
    assert relay.handle("tall", chat("tall", 1, recipient="ghost")) == []
    assert relay.dropped == Counter({Drop.NO_RECIPIENT: 1})


def test_a_joiner_is_told_what_was_said_before() -> None:
    relay = relay_of("tall")
    relay.handle("tall", join("tall"))
    deliveries = relay.handle("small", join("small"))
    told = [d.message for d in deliveries if d.robot == "small"]
    assert [(m.sender, m.remembered, m.recipient) for m in told] == [("tall", True, "small")]
    assert relay.counts.remembered == 1


def test_a_robot_that_is_found_after_others_spoke_is_told_before_it_says_a_word() -> None:
    relay = relay_of("tall")
    relay.handle("tall", join("tall"))
    told = relay.add_member("arm")
    assert [(d.robot, d.message.sender, d.message.remembered) for d in told] == [
        ("arm", "tall", True)
    ]
    assert relay.add_member("arm") == []
    assert [d for d in relay.handle("arm", join("arm")) if d.robot == "arm"] == []


def test_what_a_member_heard_live_is_not_repeated_when_it_joins() -> None:
    relay = relay_of("tall", "small")
    relay.handle("tall", join("tall"))
    assert [d for d in relay.handle("small", join("small")) if d.robot == "small"] == []


def test_a_robot_that_started_anew_is_told_again() -> None:
    relay = relay_of("tall", "small")
    relay.handle("tall", join("tall"))
    relay.handle("small", join("small", session=1))
    deliveries = relay.handle("small", join("small", session=2))
    assert "tall" in [d.message.sender for d in deliveries if d.robot == "small"]


def test_history_found_after_a_restart_is_told_once_and_as_remembered() -> None:
    relay = relay_of("tall", "small", started_at=100.0)
    assert relay.handle("tall", join("tall", stamp=5.0)) == []
    told = relay.tell_history()
    assert [(d.robot, d.message.remembered) for d in told] == [("small", True)]
    assert relay.tell_history() == []


def test_news_after_a_restart_goes_out_at_once() -> None:
    relay = relay_of("tall", "small", started_at=100.0)
    deliveries = relay.handle("tall", chat("tall", 9, stamp=101.0))
    assert [d.message.remembered for d in deliveries] == [False]


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
def test_malformed_messages_are_named(message: TeamMessage, fault: Drop | None) -> None:
    assert find_fault("tall", message) is fault
    relay = relay_of(*ROBOTS)
    assert bool(relay.handle("tall", message)) is (fault is None)
    assert relay.dropped[fault] == 1 if fault else not relay.dropped


@given(
    st.lists(
        st.tuples(st.sampled_from(ROBOTS), st.integers(1, 6), st.sampled_from(("", *ROBOTS))),
        max_size=40,
    )
)
def test_each_message_arrives_once_at_each_it_is_for(said) -> None:
    relay = relay_of(*ROBOTS)
    arrived: Counter[tuple[str, tuple[str, int, int]]] = Counter()
    expected: set[tuple[str, tuple[str, int, int]]] = set()
    first: dict[tuple[str, int], str] = {}
    for sender, sequence, recipient in said:
        message = chat(sender, sequence, recipient)
        for delivery in relay.handle(sender, message):
            arrived[(delivery.robot, delivery.message.identity)] += 1
        # The first message under an identity is the message; later ones are copies of it.
        meant = first.setdefault((sender, sequence), recipient)
        receivers = [meant] if meant else ROBOTS
        expected |= {(robot, message.identity) for robot in receivers if robot != sender}
    assert set(arrived) == expected
    assert all(count == 1 for count in arrived.values())
