# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What cannot be true, and who cannot have said it, is refused."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.broker.known_objects import CATEGORIES_OF_ONE, KnownObjects
from adhoc_teamwork.comm_bridge.broker.validation import (
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_ITEMS,
    Drop,
    Odd,
    find_fault,
    find_oddity,
    find_pretence,
)
from adhoc_teamwork.comm_bridge.radio_link.envelope import Head
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

CHAT = TeamMessage("tall", 1, 1, 1.0, MessageKind.CHAT, text="hello")
MUG = Detection("Mug_0", "Mug", Point(1.0, 1.0))
SEEN = TeamMessage("tall", 1, 1, 1.0, MessageKind.DETECTION, detections=(MUG,))
EXPLORE = SubTask(SubTaskKind.EXPLORE, room_id="room_0")


def intent(**parts: object) -> TeamMessage:
    plan = replace(Intent(1, IntentStatus.ADOPTED, EXPLORE), **parts)  # type: ignore[arg-type]
    return TeamMessage("tall", 1, 1, 1.0, MessageKind.INTENT, intent=plan)


def test_sound_messages_are_sound() -> None:
    state = TeamMessage("tall", 1, 1, 1.0, MessageKind.STATE, state=RobotState(Pose(1.0, 2.0)))
    for message in (CHAT, SEEN, state, intent(), intent(object_position=Point(1.0, 2.0))):
        assert find_oddity(message) is None
        assert find_fault("tall", message) is None
    assert math.isnan(MUG.support_height)


@pytest.mark.parametrize(
    ("message", "odd"),
    [
        (replace(SEEN, detections=(replace(MUG, position=Point(math.nan, 0.0)),)), Odd.NUMBER),
        (replace(SEEN, detections=(replace(MUG, position=Point(1e6, 0.0)),)), Odd.NUMBER),
        (replace(SEEN, detections=(replace(MUG, confidence=math.inf),)), Odd.NUMBER),
        (replace(SEEN, detections=(MUG,) * (MOST_ITEMS + 1)), Odd.LENGTH),
        (replace(SEEN, detections=(replace(MUG, category="M" * (LONGEST_NAME + 1)),)), Odd.LENGTH),
        (replace(CHAT, text="x" * (LONGEST_TEXT + 1)), Odd.LENGTH),
        (intent(object_position=Point(0.0, math.inf)), Odd.NUMBER),
        (intent(reason="x" * (LONGEST_TEXT + 1)), Odd.LENGTH),
    ],
)
def test_what_cannot_be_is_named(message: TeamMessage, odd: Odd) -> None:
    assert find_oddity(message) is odd
    assert find_fault("tall", message) is {
        Odd.NUMBER: Drop.BAD_NUMBER, Odd.LENGTH: Drop.OVERSIZED,
    }[odd]  # fmt: skip


@given(
    st.sampled_from(["", "tall", "evil"]),
    st.sampled_from(["tall", "evil", ""]),
    st.booleans(),
    st.booleans(),
)
def test_nobody_speaks_for_another(
    speaker: str, sender: str, remembered: bool, passed_on: bool
) -> None:
    head = Head(sender, 1, 1, 1.0, MessageKind.CHAT, remembered=remembered)
    pretence = find_pretence(speaker, head, passed_on)
    if speaker == "":
        assert pretence is None
    elif remembered:
        assert pretence is Drop.SAYS_REMEMBERED
    else:
        assert (pretence is None) is (passed_on or sender == speaker)


def reported(sender: str, number: int, category: str, x: float, seen: float) -> TeamMessage:
    thing = Detection(f"{category}_{number}", category, Point(x, 0.0), seen=seen, seen_by=sender)
    return TeamMessage(sender, 1, number, seen, MessageKind.DETECTION, detections=(thing,))


def test_nobody_pushes_out_what_others_have_seen() -> None:
    known = KnownObjects(limit=100)
    known.add(reported("tall", 1, "Mug", 1.0, seen=1.0))
    for number in range(1, 500):
        known.add(reported("evil", number, "Mug", 10.0 + number, seen=1e6 + number))
    told = known.still_true()
    assert ("tall", 1, 1) in told
    assert len(told) <= 101


def test_nobody_fills_the_memory_with_new_words() -> None:
    known = KnownObjects()
    for number in range(1, 2 * CATEGORIES_OF_ONE):
        known.add(reported("evil", number, f"Thing{number}", 1.0, seen=1.0))
    known.add(reported("tall", 1, "Mug", 1.0, seen=1.0))
    told = known.still_true()
    assert ("tall", 1, 1) in told
    assert len(told) == CATEGORIES_OF_ONE + 1
