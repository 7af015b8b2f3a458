# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What crosses robots survives the way into a ROS message and back."""

import pytest
from hypothesis import strategies as st
from rclpy.serialization import serialize_message
from vocabulary_values import (
    check_round_trip,
    detections,
    points,
    poses,
    seconds,
    single,
    text,
    texts,
    uint32,
)

from adhoc_teamwork.teamwork.actions.registry import subtasks as specs
from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.ros.conversions import team
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)
from adhoc_teamwork.teamwork.team.utterance import Act, Topic, Utterance

capabilities = st.builds(
    Capability,
    robot_type=text,
    can_navigate=st.booleans(),
    can_manipulate=st.booleans(),
    mobility=st.none() | st.sampled_from(MobilityKind),
    reach_bands=st.lists(single, max_size=4, unique=True).map(
        lambda heights: tuple(Band(height, 0.5, 2.0) for height in sorted(heights))
    ),
    **{
        name: single
        for name in Capability.__dataclass_fields__
        if name
        not in ("robot_type", "can_navigate", "can_manipulate", "hands", "mobility", "reach_bands")
    },
)
states = st.builds(
    RobotState,
    pose=poses,
    room=text,
    held_object=text,
    held_category=text,
    battery=single,
    subtask=text,
    subskill=text,
    explored_rooms=texts,
    heading_for=st.none() | points,
)
subtasks = st.sampled_from(SubTaskKind).flatmap(
    lambda kind: st.builds(SubTask, st.just(kind), *[text for _ in specs()[kind].arguments])
)
intents = st.builds(
    Intent,
    intent_id=uint32,
    status=st.sampled_from(IntentStatus),
    subtask=subtasks,
    object_category=text,
    object_position=st.none() | points,
    reason=text,
    cause=st.none() | st.sampled_from(Cause),
)
reflections = st.builds(
    Reflection, to=text, intent_id=uint32, conflict=st.booleans(), explored_rooms=texts, text=text
)
names = text.filter(lambda name: 0 < len(name) <= 256)
topics = st.builds(Topic, st.floats(-1e9, 1e9), names, uint32)
utterances = st.builds(
    Utterance,
    act=st.sampled_from(Act),
    form=names,
    topic=topics,
    round=st.integers(1, 100),
    text=text,
    assignments=st.dictionaries(names, text, max_size=3).map(lambda tasks: tuple(tasks.items())),
    agrees=st.booleans(),
    members=st.lists(names, max_size=3, unique=True).map(tuple),
    replaces=st.none() | topics,
)
turns = st.builds(
    lambda said: TeamMessage(
        "a", 1, 1, 0.0, MessageKind.of(said.act), utterance=said, text=str(said)
    ),
    utterances,
)
messages = turns | st.builds(
    TeamMessage,
    sender=text,
    session=uint32,
    sequence=uint32,
    stamp=seconds,
    kind=st.sampled_from([kind for kind in MessageKind if kind.act is None]),
    recipient=text,
    remembered=st.booleans(),
    capability=st.none() | capabilities,
    state=st.none() | states,
    intent=st.none() | intents,
    reflection=st.none() | reflections,
    detections=st.lists(detections, max_size=2).map(tuple),
    text=text,
)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("capability", capabilities),
        ("robot_state", states),
        ("intent", intents),
        ("reflection", reflections),
        ("team_message", messages),
    ],
)
def test_round_trip(name: str, values: st.SearchStrategy[object]) -> None:
    to_ros, from_ros = (getattr(team, f"{name}_{way}_ros") for way in ("to", "from"))
    check_round_trip(to_ros, from_ros, values)


def test_unknown_kind_is_a_value_error() -> None:
    message = team.team_message_to_ros(TeamMessage("a", 1, 1, 0.0, MessageKind.CHAT))
    message.kind = 99
    with pytest.raises(ValueError, match="99"):
        team.team_message_from_ros(message)


def test_a_cause_that_only_a_newer_teammate_knows_is_none_and_bad_text_is_refused() -> None:
    failed = Intent(1, IntentStatus.FAILED, SubTask(SubTaskKind.EXPLORE, "room_1"), reason="wet")
    message = team.team_message_to_ros(
        TeamMessage("a", 1, 1, 0.0, MessageKind.INTENT, intent=failed)
    )
    message.intent[0].cause = "too_slippery"
    there = team.team_message_from_bytes(bytes(serialize_message(message)))
    assert there.intent == failed
    message.intent[0].cause = "»\n[subskill] Stop"
    with pytest.raises(ValueError, match="is no word of small letters"):
        team.team_message_from_bytes(bytes(serialize_message(message)))


@pytest.mark.parametrize("said", ["", "[]", "let us go", '{"form":"capo"}', '{"act":"say"}'])
def test_a_turn_that_is_none_is_a_value_error(said: str) -> None:
    message = team.team_message_to_ros(TeamMessage("a", 1, 1, 0.0, MessageKind.CHAT, text=said))
    message.kind = int(MessageKind.PROPOSE)
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        team.team_message_from_ros(message)
