# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What does not fit a field of a message would end the process: it is made to fit, or refused."""

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from rclpy.serialization import deserialize_message, serialize_message

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.ros.conversions.fields import LONGEST, number_to_ros, text_to_ros
from adhoc_teamwork.teamwork.ros.conversions.llm_call import llm_call_to_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import scene_graph_to_ros
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_to_ros
from adhoc_teamwork.teamwork.scene import Detection, Predicate, Relation, Room, SceneGraph
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)

# Half characters and NUL, too.
odd_text = st.text(st.characters(), max_size=8) | st.just("\ud800") | st.just("a\0b")
odd_number = st.sampled_from((-1, 0, 1, 255, 256, 2**32, 2**64, 2**200))
odd_real = st.floats()
points = st.builds(Point, odd_real, odd_real, odd_real)
tells = st.builds(
    Detection, object_id=odd_text, category=odd_text, position=points,
    size=st.builds(Size, odd_real, odd_real, odd_real), goes_on_above=st.booleans(),
    room=odd_text, room_type=odd_text,
    receptacle=odd_text, receptacle_category=odd_text, relation=st.just(Predicate.ON),
    support_height=odd_real, support_seen=st.booleans(), pickupable=st.booleans(),
    is_receptacle=st.booleans(),
    reason=odd_text, confidence=odd_real, seen=odd_real, seen_by=odd_text,
)  # fmt: skip
messages = st.builds(
    TeamMessage, odd_text, odd_number, odd_number, odd_real, st.sampled_from(MessageKind),
    recipient=odd_text, text=odd_text, detections=st.lists(tells, max_size=2).map(tuple),
    capability=st.none() | st.builds(Capability, odd_text, payload=odd_real),
    state=st.none() | st.builds(
        RobotState, st.builds(Pose, odd_real, odd_real, odd_real.filter(math.isfinite)),
        room=odd_text, held_object=odd_text, held_category=odd_text, subtask=odd_text,
        subskill=odd_text, explored_rooms=st.lists(odd_text, max_size=2).map(tuple),
    ),
    intent=st.none() | st.builds(
        Intent, odd_number, st.sampled_from(IntentStatus),
        st.builds(SubTask, st.just(SubTaskKind.REPLACE), odd_text, odd_text, odd_text),
        object_category=odd_text, reason=odd_text,
    ),
    reflection=st.none() | st.builds(
        Reflection, odd_text, odd_number, st.booleans(), st.lists(odd_text).map(tuple), odd_text
    ),
)  # fmt: skip
calls = st.builds(
    LlmCall, odd_real, odd_text, odd_number, odd_text, odd_text, odd_real,
    st.lists(st.builds(ChatMessage, odd_text, odd_text), max_size=2).map(tuple), odd_text, odd_text,
    odd_number, odd_number, odd_number, odd_real, st.booleans(),
)  # fmt: skip
graphs = st.builds(
    SceneGraph, odd_real, st.lists(st.builds(Room, odd_text, st.just(()), odd_text)).map(tuple),
    st.lists(tells, max_size=2).map(tuple),
    st.lists(st.builds(Relation, odd_text, st.just(Predicate.ON), odd_text)).map(tuple),
)  # fmt: skip


def crosses(message: Any) -> None:
    """Send a message through the middleware's own coding, and read it as people's tools do."""
    there = deserialize_message(serialize_message(message), type(message))
    json.dumps(str(there), ensure_ascii=False).encode()


@settings(max_examples=150)
@given(messages)
def test_whatever_a_robot_says_crosses(message: TeamMessage) -> None:
    crosses(team_message_to_ros(message))


@settings(max_examples=100)
@given(calls)
def test_whatever_a_model_answered_crosses(call: LlmCall) -> None:
    crosses(llm_call_to_ros(call))


@settings(max_examples=100)
@given(graphs)
def test_whatever_was_seen_crosses(graph: SceneGraph) -> None:
    crosses(scene_graph_to_ros(graph))


def test_texts_are_made_whole_and_cut() -> None:
    assert text_to_ros("Mug\0 \ud83d\U0001f600") == "Mug\ufffd \ufffd\U0001f600"
    assert len(text_to_ros("x" * (LONGEST + 5))) == LONGEST
    assert [number_to_ros(n) for n in (-1, 7, 2**40)] == [0, 7, 2**32 - 1]


@pytest.mark.parametrize("value", [None, 7, b"Mug", ["Mug"]])
def test_what_is_of_another_type_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="expected a text"):
        text_to_ros(value)
    with pytest.raises(TypeError, match="expected a whole number"):
        number_to_ros(str(value))  # type: ignore[arg-type]
